/* test_report_command.c: contensou report writes a page that needs nothing beside it. What a browser makes of it is in
 * tests/docs/chromium.sh. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define OSCILLATOR                                                                           \
    "--system-file " CONTENSOU_SOURCE_DIR "/tests/problems/oscillator.h --pack 1 --stepper " \
    "dopri54 "

static char page[4000000];

/* Fails unless every element that begins ends in its order, as XML wants it. */
static void assert_well_formed(const char *at)
{
    static char open[64][32];
    int depth = 0;

    for (at = strchr(at, '<'); at; at = strchr(at + 1, '<')) {
        const char *const end = strchr(at, '>');
        const size_t size = strcspn(at + 1 + (at[1] == '/'), " \t\n/>");

        assert_non_null(end);
        if (at[1] == '!' || at[1] == '?')
            continue;
        assert_true(size > 0 && size < sizeof open[0]);
        if (at[1] == '/') {
            if (depth == 0 || strlen(open[depth - 1]) != size ||
                strncmp(open[depth - 1], at + 2, size) != 0)
                fail_msg("</%.*s> does not end <%s>", (int)size, at + 2,
                         depth ? open[depth - 1] : "");
            --depth;
        } else if (end[-1] != '/') {
            assert_true(depth < 64);
            snprintf(open[depth++], sizeof open[0], "%.*s", (int)size, at + 1);
        }
    }
    assert_int_equal(depth, 0);
}

/* The page p.html of a file: well-formed, without anything that would be fetched, with these words. */
static void reported(const char *line, ...)
{
    const char *word;
    va_list words;
    FILE *file;

    remove("p.html");
    run_finish("%s", line);
    file = fopen("p.html", "r");
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    assert_well_formed(page);
    for (const char *at = page; (at = strstr(at, "http://")); ++at) /* names of languages only */
        assert_true(strncmp(at - 1, "\"http://www.w3.org/", 19) == 0);
    assert_null(strstr(page, "https://"));
    assert_null(strstr(page, "src=\""));
    va_start(words, line);
    while ((word = va_arg(words, const char *)))
        if (!strstr(page, word))
            fail_msg("'%s' is not on the page of: %s", word, line);
    va_end(words);
}

static void trajectories_and_sweeps_have_pages(void **state)
{
    (void)state;
    run_finish("run " OSCILLATOR "--time 0:10:101 -o run.h5");
    reported("report run.h5 -o p.html", "<p class=\"kind\">contensou run</p>", "<svg",
             "101 rows, finished", "double precision", "dopri54",
             "<th scope=\"col\" class=\"n\">x"
             "<small>m</small></th>",
             "contensou report run.h5 -o p.html</footer>",
             /* units and meanings of the user's own fields and states */
             "<td>k</td><td>1</td><td>1/s^2</td><td>stiffness over mass</td>",
             "<td>x</td><td>1</td><td>m</td><td>deflection</td>", NULL);
    run_finish("sweep " OSCILLATOR
               "--vary k=1:2:5 --observe section --section x=0 --time 30 -o s.h5");
    reported("report s.h5 -o p.html --rows 3 --title A<B", "<h1>A&lt;B</h1>",
             "5 lanes, all finished", "<h3>outcome</h3>", "<td>finished</td><td class=\"n\">5</td>",
             "The first 3 rows. The file has", "k (1/s^2)", NULL);
    assert_null(strstr(page, "id='gpDot'")); /* names of pictures are their own */
    run_refuse("report s.h5 -o p.htm", "'p.htm'", ".html");
    run_refuse("report s.h5", "-o", "PAGE.html");
    run_refuse("report -o q.html", "FILE", ".h5");
    run_refuse("report nothere.h5 -o q.html", "'nothere.h5'", "HDF5");
    run_refuse("report nothere.json -o q.html", "nothere.json", "No such file");
    run_write_file("notes.html", "<p>mine</p>");
    run_refuse("report s.h5 -o notes.html", "'notes.html'", "--force");
    run_finish("report s.h5 -o notes.html --force");
    run_write_file("other.json", "{\"a\": 1}");
    run_refuse("report other.json -o q.html", "'other.json'", "contensou fit");
    run_write_file("bad.json", "{\"a\": ");
    run_refuse("report bad.json -o q.html", "'bad.json'", "JSON");
}

static void wrenches_and_fits_have_pages(void **state)
{
    (void)state;
    run_finish("eval --shape disk --theta 0:pi/2:7 -o e.h5 --quiet");
    reported("report e.h5 -o p.html", "contensou eval", "disk, uniform", "M (mu N length)", NULL);
    run_finish("eta --eta 1:2:3 -o eta.h5 --quiet");
    reported("report eta.h5 -o p.html", "contensou eta", "eta_prime", NULL);
    run_finish("fit --shape disk --model I11 -o fit.json --quiet");
    reported("report fit.json -o p.html", "I11 for disk, uniform", ">force, exact<", "rms_T", NULL);
    run_finish("transitions --mass 2,0,0,1,0,0.1 --drive 0.05,0.08,0.1 --set "
               "mu_lambda=1,mu_tau=0.5,c_omega=0.5 -o six.json --quiet");
    reported("report six.json -o p.html", "6 fixed points", "unstable node", "<svg", NULL);
}

/* Whatever a file says is text on the page, and the page's policy lets a browser run one script, by its hash. */
static void a_file_cannot_put_a_script_on_its_page(void **state)
{
    static const char evil[] = "\\\"><script>alert(1)</script><b id=\\\"";
    const char *script, *end;
    char json[4096], line[256] = "", word[128];
    FILE *file;

    (void)state;
    snprintf(
        json, sizeof json,
        "{\"version\": \"%s\", \"command\": \"contensou %s\", \"law\": \"%s\", \"%s\": {\"%s\": "
        "\"%s\"}, \"%s\": [{\"%s\": \"%s\"}], \"fixed_points\": [{\"n\": [1, 0, 0], \"type\": "
        "\"saddle\", \"%s\": 1}]}",
        evil, evil, evil, evil, evil, evil, evil, evil, evil, evil);
    run_write_file("evil.json", json);
    reported("report evil.json -o p.html --title <script>", "&lt;script&gt;alert(1)", NULL);
    script = strstr(page, "<script>");
    assert_non_null(script);
    assert_null(strstr(script + 1, "<script"));
    assert_null(strstr(page, "<b id"));
    assert_null(strstr(page, "script-src 'unsafe-inline'"));
    /* the hash of what the policy allows is that of the script, as another program says */
    script += strlen("<script>");
    end = strstr(script, "</script>");
    file = fopen("script", "wb");
    assert_int_equal(fwrite(script, 1, (size_t)(end - script), file), end - script);
    fclose(file);
    file = popen("sha256sum <script | cut -c1-64 | tr a-f A-F | tr -d '\\n' | "
                 "basenc --base16 -d | base64",
                 "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(pclose(file), 0);
    line[strcspn(line, "\n")] = '\0';
    snprintf(word, sizeof word, "script-src 'sha256-%.64s';", line);
    assert_non_null(strstr(page, word));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(trajectories_and_sweeps_have_pages, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(wrenches_and_fits_have_pages, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(a_file_cannot_put_a_script_on_its_page, run_enter_folder,
                                        run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
