/* test_journal.c: finished lanes survive crashes, bad disks and full ones.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* SIGXFSZ */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/checksum.h"
#include "base/text.h"
#include "run/journal.h"
#include "support/run_program.h"

static const char part[] = "out.h5.part";
static const double rows[4] = {1, 2, 3, 4};
static const struct contensou__journal_pair pairs[] = {
    {"system", "pendulum", 0}, {"law.eps", NULL, 1e-5}, {"vary", "omega_0=30:65:8", 0}};
static const struct contensou__journal_spec spec = {.pair = pairs,
                                                    .pairs = 3,
                                                    .extra = rows,
                                                    .extra_size = sizeof rows,
                                                    .lanes = 8,
                                                    .shards = 1,
                                                    .scalars = 2};
enum { record_size = 56 + 2 * 8 }; /* the head of a record, and two numbers */

static struct contensou__journal *opened(const struct contensou__journal_spec *s, int resume)
{
    struct contensou_error err = {0};
    struct contensou__journal *j = NULL;

    if (contensou__journal_open(&j, part, s, resume, &err))
        fail_msg("%s", err.message);
    return j;
}

/* Lane i has the numbers i and -i and i % 3 + i % 2 points of i / 2; lane 3 failed. */
static void append(struct contensou__journal *j, uint64_t lane)
{
    const double half = (double)lane / 2, number[2] = {(double)lane, -(double)lane};
    const double point[4] = {half, half, half, half};
    const struct contensou__record r = {lane,   10 * lane, lane + 1,           lane == 3 ? 2 : 0,
                                        number, point,     lane % 3 + lane % 2};

    assert_int_equal(contensou__journal_append(j, &r, 1, NULL), CONTENSOU_OK);
}

static void check(struct contensou__journal *j, uint64_t lane)
{
    struct contensou_error err = {0};
    struct contensou__record r;

    if (contensou__journal_read(j, lane, &r, &err))
        fail_msg("%s", err.message);
    assert_true(r.lane == lane && r.steps == 10 * lane && r.rejections == lane + 1);
    assert_int_equal(r.outcome, lane == 3 ? 2 : 0);
    assert_true(r.scalar[0] == (double)lane && r.scalar[1] == -(double)lane);
    assert_int_equal(r.points, lane % 3 + lane % 2);
    for (size_t k = 0; k < r.points; k++)
        assert_true(r.point[k] == (double)lane / 2);
}

/* Makes the journal with lanes 5, 0, 3, 6 and gives its bytes. */
static struct contensou__text written(void)
{
    struct contensou__journal *j = opened(&spec, 0);
    struct contensou__text bytes = {0};

    append(j, 5);
    append(j, 0);
    append(j, 3);
    append(j, 6);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__text_read_file(&bytes, part, NULL), CONTENSOU_OK);
    return bytes;
}

static void put_part(const char *path, const char *bytes, size_t size)
{
    FILE *const file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void put_file(const char *bytes, size_t size)
{
    put_part(part, bytes, size);
}

static void file_is(const struct contensou__text *expected)
{
    struct contensou__text bytes = {0};

    assert_int_equal(contensou__text_read_file(&bytes, part, NULL), CONTENSOU_OK);
    assert_int_equal(bytes.size, expected->size);
    assert_memory_equal(bytes.data, expected->data, bytes.size);
    contensou__text_free(&bytes);
}

static void refused(const struct contensou__journal_spec *s, int resume, const char *sentence)
{
    struct contensou_error err = {0};
    struct contensou__journal *j = NULL;

    assert_true(contensou__journal_open(&j, part, s, resume, &err) != CONTENSOU_OK);
    assert_null(j);
    assert_string_equal(err.message, sentence);
}

static void lanes_come_back_in_any_order(void **state)
{
    struct contensou__text bytes = written();
    struct contensou__journal *j = opened(&spec, 1);

    (void)state;
    assert_int_equal(contensou__journal_about(j)->done, 4);
    assert_int_equal(contensou__journal_about(j)->total, 8);
    assert_int_equal(contensou__journal_about(j)->dropped, 0);
    for (uint64_t lane = 0; lane < 9; lane++)
        assert_int_equal(contensou__journal_has(j, lane),
                         lane == 5 || lane == 0 || lane == 3 || lane == 6);
    append(j, 3); /* is there already: passed over */
    append(j, 7);
    check(j, 7);
    check(j, 0);
    check(j, 3);
    check(j, 5);
    check(j, 6);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    j = opened(&spec, 1);
    assert_int_equal(contensou__journal_about(j)->done, 5);
    contensou__journal_remove(j);
    assert_int_equal(access(part, F_OK), -1);
    contensou__text_free(&bytes);
}

/* Lanes 3, with one point, and 6 are the last two. */
static void a_cut_at_every_byte_loses_only_what_was_cut(void **state)
{
    struct contensou__text bytes = written();
    const size_t last = record_size, before = record_size + 8;

    (void)state;
    for (size_t cut = 0; cut <= last + before; cut++) {
        struct contensou__journal *j;
        struct stat about;

        put_file(bytes.data, bytes.size - cut);
        j = opened(&spec, 1);
        assert_int_equal(contensou__journal_has(j, 6), cut == 0);
        assert_int_equal(contensou__journal_has(j, 3), cut <= last);
        assert_int_equal(contensou__journal_about(j)->done, 4 - (cut > 0) - (cut > last));
        check(j, 5);
        check(j, 0);
        if (cut > 0)
            append(j, 6);
        if (cut > last)
            append(j, 3);
        check(j, 6);
        check(j, 3);
        assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
        assert_int_equal(stat(part, &about), 0); /* nothing broken stays at the end */
        assert_int_equal(about.st_size, bytes.size);
    }
    contensou__text_free(&bytes);
}

/* Whatever byte is flipped, at most the one record around it is lost; in the head none is. */
static void a_flipped_byte_loses_one_record(void **state)
{
    struct contensou__text bytes = written();
    const size_t records = 4 * record_size + (2 + 1) * 8 + (0 + 1) * 8;
    const size_t head = bytes.size - records;

    (void)state;
    for (size_t i = 0; i < bytes.size; i++) {
        struct contensou__journal *j;

        bytes.data[i] = (char)~bytes.data[i];
        put_file(bytes.data, bytes.size);
        bytes.data[i] = (char)~bytes.data[i];
        j = opened(&spec, 1);
        assert_int_equal(contensou__journal_about(j)->done, i < head ? 4 : 3);
        for (uint64_t lane = 0; lane < 8; lane++) {
            if (!contensou__journal_has(j, lane))
                append(j, lane);
            check(j, lane);
        }
        assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
        j = opened(&spec, 1);
        assert_int_equal(contensou__journal_about(j)->done, 8);
        assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    }
    contensou__text_free(&bytes);
}

static void a_cut_head_starts_anew(void **state)
{
    struct contensou__text bytes = written();

    (void)state;
    for (size_t size = 0; size < 100; size++) {
        struct contensou__journal *j;

        put_file(bytes.data, size);
        j = opened(&spec, 1);
        assert_int_equal(contensou__journal_about(j)->done, 0);
        append(j, 1);
        assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
        j = opened(&spec, 1);
        assert_int_equal(contensou__journal_about(j)->done, 1);
        assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    }
    contensou__text_free(&bytes);
}

/* The first good record of a lane wins; garbage between records is passed over. */
static void two_records_of_one_lane(void **state)
{
    struct contensou__text bytes = written();
    const size_t first = bytes.size - (4 * record_size + 32);
    struct contensou__text twice = {0};
    struct contensou__journal *j;

    (void)state;
    contensou__text_append(&twice, bytes.data, bytes.size);
    contensou__text_append(&twice, "garbage", 7);
    contensou__text_append(&twice, bytes.data + first, bytes.size - first);
    put_file(twice.data, twice.size);
    j = opened(&spec, 1);
    assert_int_equal(contensou__journal_about(j)->done, 4);
    assert_int_equal(contensou__journal_about(j)->dropped, 7 + bytes.size - first);
    check(j, 5);
    check(j, 6);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    contensou__text_free(&twice);
    contensou__text_free(&bytes);
}

static void another_run_is_refused_by_name(void **state)
{
    struct contensou__text bytes = written();
    const struct contensou__journal_pair eps[] = {pairs[0], {"law.eps", NULL, 1e-3}, pairs[2]};
    const struct contensou__journal_pair more[] = {pairs[0], pairs[1], pairs[2], {"rtol", "x", 0}};
    struct contensou__journal_spec other = spec;
    const double others[4] = {1, 2, 3, 5};

    (void)state;
    other.pair = eps;
    refused(&other, 1,
            "'out.h5.part' is of another run: law.eps is 1e-05 there "
            "and 0.001 here");
    other.pair = more;
    other.pairs = 4;
    refused(&other, 1, "'out.h5.part' is of another run: rtol is not given there and x here");
    other.pairs = 2;
    refused(&other, 1,
            "'out.h5.part' is of another run: vary is omega_0=30:65:8 there and not "
            "given here");
    other = spec;
    other.lanes = 9;
    refused(&other, 1, "'out.h5.part' is of another run: there are 8 lanes there and 9 here");
    other = spec;
    other.extra = others;
    refused(&other, 1,
            "'out.h5.part' is of another run: the lanes there have other values than those here");
    other = spec;
    other.shards = 2;
    refused(&other, 1, "'out.h5.part' is of another run: it is shard 1/1, and this one is 1/2");
    refused(&spec, 0,
            "'out.h5.part' is there already, from a run that was not finished or its "
            "own; continue it with resume, or remove it");
    put_file("a letter to a friend that nobody may overwrite; it is long enough to hold a head",
             80);
    refused(&spec, 1,
            "cannot continue from 'out.h5.part': it is no journal, or its head is damaged; "
            "remove it to start anew");
    contensou__text_free(&bytes);
}

/* The words of the command line count for no lane, but are in the head, whose checksum the records carry. */
static const struct contensou__journal_pair other_words[] = {
    {"system", "pendulum", 0},
    {"law.eps", NULL, 1e-5},
    {"vary", "omega_0=30:65:8", 0},
    {contensou__journal_command, "contensou sweep pendulum, in other words", 0}};

/* With one copy of the head damaged at any byte no lane is lost, also where the command line has other
 * words now, and another run is refused by what differs. */
static void a_damaged_head_has_a_second_copy(void **state)
{
    struct contensou__text bytes = written();
    const struct contensou__journal_pair eps[] = {pairs[0], {"law.eps", NULL, 1e-3}, pairs[2]};
    struct contensou__journal_spec words = spec, other = spec;
    const size_t records = 4 * record_size + (2 + 1) * 8 + (0 + 1) * 8;
    const size_t second = 512, head = bytes.size - records - second;

    (void)state;
    words.pair = other_words;
    words.pairs = 4;
    other.pair = eps;
    assert_memory_equal(bytes.data, bytes.data + second, head);
    for (size_t i = 0; i < 2 * head; i++) {
        struct contensou__journal *j;
        char *const byte = &bytes.data[i < head ? i : second + i - head];

        *byte ^= 4;
        put_file(bytes.data, bytes.size);
        refused(&other, 1,
                "'out.h5.part' is of another run: law.eps is 1e-05 there and 0.001 here");
        j = opened(&words, 1);
        *byte ^= 4;
        assert_int_equal(contensou__journal_about(j)->done, 4);
        assert_null(contensou__journal_about(j)->damaged);
        check(j, 5);
        assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
        file_is(&bytes); /* both copies are good again */
    }
    for (size_t i = 0; i < 300; i++) /* the whole first copy */
        bytes.data[i] = 'x';
    put_file(bytes.data, bytes.size);
    refused(&other, 1, "'out.h5.part' is of another run: law.eps is 1e-05 there and 0.001 here");
    contensou__text_free(&bytes);
}

/* Both copies are damaged, and the records are not of this run: nothing may be deleted. */
static void what_cannot_be_read_is_moved_aside(void **state)
{
    struct contensou__text bytes = written(), kept = {0};
    struct contensou__journal_spec words = spec;
    struct contensou__journal *j;

    (void)state;
    words.pair = other_words;
    words.pairs = 4;
    bytes.data[60] ^= 4;
    bytes.data[512 + 60] ^= 4;
    for (int i = 0; i < 2; i++) {
        put_file(bytes.data, bytes.size);
        j = opened(&words, 1);
        assert_int_equal(contensou__journal_about(j)->done, 0);
        assert_string_equal(contensou__journal_about(j)->damaged,
                            i ? "out.h5.part.damaged-2" : "out.h5.part.damaged");
        assert_int_equal(
            contensou__text_read_file(&kept, contensou__journal_about(j)->damaged, NULL),
            CONTENSOU_OK);
        assert_int_equal(kept.size, bytes.size);
        assert_memory_equal(kept.data, bytes.data, bytes.size);
        contensou__text_free(&kept);
        append(j, 1);
        contensou__journal_remove(j);
    }
    put_file(bytes.data,
             bytes.size); /* in the same words: its records are known by their checksum */
    j = opened(&spec, 1);
    assert_int_equal(contensou__journal_about(j)->done, 4);
    assert_null(contensou__journal_about(j)->damaged);
    contensou__journal_remove(j);
    contensou__text_free(&bytes);
}

/* 2^50 lanes in a head of some hundred bytes: an index of 8 PB, were it not bounded by the file. */
static void the_size_of_a_file_bounds_its_index(void **state)
{
    struct contensou__text bytes = written();
    struct contensou__journal *j = NULL;
    struct contensou_error err = {0};
    uint64_t lanes = (uint64_t)1 << 50;
    const size_t records = 4 * record_size + 32, head = bytes.size - records - 512;
    uint32_t crc;

    (void)state;
    memcpy(bytes.data + 24, &lanes, sizeof lanes);
    crc = contensou__checksum_add(0, bytes.data, head - 4);
    memcpy(bytes.data + head - 4, &crc, sizeof crc);
    put_file(bytes.data, bytes.size);
    assert_int_equal(contensou__journal_load(&j, part, &err), CONTENSOU_OK);
    assert_int_equal(contensou__journal_about(j)->total, lanes);
    assert_int_equal(contensou__journal_has(j, 5), 0);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    contensou__text_free(&bytes);
}

static void two_processes_do_not_share_a_journal(void **state)
{
    struct contensou__journal *j = opened(&spec, 0), *reader = NULL;
    struct contensou_error err = {0};

    (void)state;
    refused(&spec, 1, "'out.h5.part' is in use by another process");
    refused(&spec, 0, "'out.h5.part' is in use by another process");
    assert_int_equal(contensou__journal_load(&reader, part, &err), CONTENSOU_EIO);
    assert_string_equal(err.message, "'out.h5.part' is in use by another process");
    append(j, 2);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__journal_load(&reader, part, &err), CONTENSOU_OK);
    assert_int_equal(contensou__journal_about(reader)->spec->pairs, 3);
    assert_string_equal(contensou__journal_about(reader)->spec->pair[2].text, "omega_0=30:65:8");
    assert_memory_equal(contensou__journal_about(reader)->spec->extra, rows, sizeof rows);
    check(reader, 2);
    assert_int_equal(contensou__journal_close(reader, NULL), CONTENSOU_OK);
}

/* The limit of a file's size stands for the end of the disk: two records fit, the third half. */
static void no_space_left_keeps_the_journal(void **state)
{
    struct contensou__journal *j = opened(&spec, 0);
    const double number[2] = {1, 2};
    const struct contensou__record batch[2] = {{.lane = 1, .scalar = number},
                                               {.lane = 2, .scalar = number}};
    struct rlimit before, limit;
    struct contensou_error err = {0};
    struct stat about;
    enum contensou_status status;

    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    append(j, 0);
    append(j, 6);
    assert_int_equal(stat(part, &about), 0);
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = (rlim_t)about.st_size + record_size + 20;
    setrlimit(RLIMIT_FSIZE, &limit);
    status = contensou__journal_append(j, batch, 2, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, CONTENSOU_EIO);
    assert_string_equal(err.message, "cannot write 'out.h5.part': File too large; what was "
                                     "finished is kept, make room and continue with resume");
    assert_int_equal(contensou__journal_about(j)->done, 2);
    assert_int_equal(contensou__journal_has(j, 1), 0);
    assert_int_equal(stat(part, &about), 0);
    assert_int_equal(about.st_size, limit.rlim_cur - record_size - 20); /* as before */
    check(j, 6);
    assert_int_equal(contensou__journal_append(j, batch, 2, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    j = opened(&spec, 1);
    assert_int_equal(contensou__journal_about(j)->done, 4);
    assert_int_equal(contensou__journal_about(j)->dropped, 0);
    contensou__journal_remove(j);
}

/* Shard 2 of 3 of 8 lanes has the lanes 1, 4, 7. */
static off_t size_of(const char *path)
{
    struct stat about;

    return stat(path, &about) ? -1 : about.st_size;
}

static void parts_are_read_as_one_file(void **state)
{
    static const char *const name[] = {part, "out.h5.part.2", "out.h5.part.3", "out.h5.part.4"};
    struct contensou__journal *j = opened(&spec, 0);
    struct contensou_error err = {0};
    off_t size, before[3];

    (void)state;
    size = size_of(part);
    contensou__journal_bound(j, (uint64_t)size + 2 * record_size + 40);
    for (uint64_t lane = 8; lane-- > 0;) {
        append(j, lane);
        check(j, lane);
        if (lane % 3 == 1)
            check(j, 7); /* also from a part that is closed */
    }
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    assert_true(size_of(part) <= size + 2 * record_size + 40);
    assert_true(size_of(name[1]) > 0 && size_of(name[1]) <= size + 2 * record_size + 40);
    assert_int_equal(contensou__journal_load(&j, part, &err), CONTENSOU_OK);
    contensou__journal_release(j);
    assert_int_equal(contensou__journal_about(j)->done, 8);
    for (uint64_t lane = 0; lane < 8; lane++)
        check(j, lane);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    for (int k = 0; k < 2; k++)
        before[k] = size_of(name[k]);
    j = opened(&spec, 1); /* nothing changes */
    assert_int_equal(contensou__journal_about(j)->dropped, 0);
    for (int k = 0; k < 2; k++)
        assert_int_equal(size_of(name[k]), before[k]);
    contensou__journal_remove(j);
    for (int k = 0; k < 4; k++)
        assert_int_equal(size_of(name[k]), -1);
}

/* The heads alone and two parts of a record each; one of them cut: the others' lanes are there, and the rest is done again. */
static void parts_can_be_cut_anywhere(void **state)
{
    static const char *const name[] = {part, "out.h5.part.2", "out.h5.part.3"};
    struct contensou__text bytes[3] = {{0}};
    struct contensou__journal *j = opened(&spec, 0);

    (void)state;
    contensou__journal_bound(j, 1);
    append(j, 0);
    append(j, 1);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(contensou__text_read_file(&bytes[i], name[i], NULL), CONTENSOU_OK);
    for (int k = 0; k < 3; k++)
        for (size_t cut = 0; cut < bytes[k].size; cut += 7) {
            for (int i = 0; i < 3; i++)
                put_part(name[i], bytes[i].data, i == k ? cut : bytes[i].size);
            j = opened(&spec, 1);
            assert_int_equal(contensou__journal_has(j, 0), k != 1);
            assert_int_equal(contensou__journal_has(j, 1), k != 2);
            append(j, 0);
            append(j, 1);
            check(j, 0);
            check(j, 1);
            contensou__journal_remove(j);
        }
    for (int i = 0; i < 3; i++)
        contensou__text_free(&bytes[i]);
}

static void parts_without_the_first_one(void **state)
{
    struct contensou__journal *j = opened(&spec, 0);

    (void)state;
    contensou__journal_bound(j, 1);
    append(j, 4);
    append(j, 5);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    assert_int_equal(unlink(part), 0);
    j = opened(&spec, 1); /* its lanes are of this run */
    assert_int_equal(contensou__journal_about(j)->done, 2);
    check(j, 4);
    check(j, 5);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    assert_int_equal(unlink(part), 0);
    j = opened(&spec, 0); /* begun anew */
    assert_int_equal(contensou__journal_about(j)->done, 0);
    assert_int_equal(size_of("out.h5.part.2"), -1);
    contensou__journal_remove(j);
}

static void a_shard_has_its_own_lanes_only(void **state)
{
    struct contensou__journal_spec third = spec;
    struct contensou__journal *j;
    struct contensou_error err = {0};
    const struct contensou__record foreign = {.lane = 2, .scalar = rows};

    (void)state;
    third.shard = 1;
    third.shards = 3;
    j = opened(&third, 1);
    assert_int_equal(contensou__journal_about(j)->total, 3);
    append(j, 7);
    append(j, 1);
    append(j, 4);
    assert_int_equal(contensou__journal_append(j, &foreign, 1, &err), CONTENSOU_EARGUMENT);
    assert_int_equal(contensou__journal_about(j)->done, 3);
    check(j, 4);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    j = opened(&third, 1);
    assert_int_equal(contensou__journal_about(j)->done, 3);
    contensou__journal_remove(j);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lanes_come_back_in_any_order, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_cut_at_every_byte_loses_only_what_was_cut, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_flipped_byte_loses_one_record, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_cut_head_starts_anew, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(two_records_of_one_lane, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(another_run_is_refused_by_name, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_damaged_head_has_a_second_copy, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_cannot_be_read_is_moved_aside, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_size_of_a_file_bounds_its_index, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(two_processes_do_not_share_a_journal, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(no_space_left_keeps_the_journal, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(parts_are_read_as_one_file, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(parts_can_be_cut_anywhere, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(parts_without_the_first_one, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_shard_has_its_own_lanes_only, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
