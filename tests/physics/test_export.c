/* test_export.c: exported code is compiled and run, and does what the library does; engines get
 * parameters whose errors are as stated. SPDX-License-Identifier: MIT */
#include <contensou/eval.h>
#include <contensou/export.h>
#include <contensou/version.h>

#include "base/kept.h"
#include "laws/law.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "problems/patches.h"

enum { slip_count = 260, most_models = 13 };

/* Agreement asked for, absolute in T and in M over the patch's radius. */
static const double tolerance = 1e-12;
static const double slope_tolerance = 1e-12; /* of derivatives, times the size of the slip */

static const char *const models[most_models] = {
    "I00",   "I11",   "I20",       "I02",        "I22",        "I04",       "I33",
    "pade1", "pade2", "ellipsoid", "potential4", "potential6", "potential8"};

static struct contensou_error err;
static uint64_t seed;

/* Between -1 and 1 (splitmix64). */
static double shake(void)
{
    uint64_t z = seed += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) / 4503599627370496.0 - 1;
}

/* A law as a fit might give it: the start of the catalogue, shaken where a fit may change it. 0 where
 * the model is not for this patch. */
static int make_result(const struct contensou_patch *patch, const char *model,
                       struct contensou_fit_result *result)
{
    struct contensou__law law;

    memset(result, 0, sizeof *result);
    if (contensou__law_create(&law, model, patch, &err))
        return 0;
    result->model = contensou__kept_text("%s", model);
    result->count = law.params;
    for (int i = 0; i < law.params; ++i) {
        struct contensou_fit_parameter *p = &result->parameter[i];

        p->name = contensou__kept_text("%s", law.names[i]);
        p->value = law.value[i];
        if (law.free[i] && law.field_count < law.params) /* coefficients of a general potential */
            p->value += 0.01 * shake();
        else if (law.free[i])
            p->value *= 1 + 0.1 * shake();
        p->low = p->high = p->value;
    }
    result->rms = 0.0123;
    result->max_T = 0.0234;
    result->max_M = 0.0345;
    result->passive = 1;
    contensou__law_free(&law);
    return 1;
}

/* The text of the law with the friction coefficient and size that data gave, where they are not 1. */
static char *export_code(const struct contensou_patch *patch,
                         const struct contensou_fit_result *result, const char *language,
                         const char *name, double mu, double a)
{
    const struct contensou_export_options options = {sizeof options, language, name,
                                                     "contensou fit --model x"};
    struct contensou_fit_result with = *result;
    char *text = NULL;

    if (mu != 1)
        with.parameter[with.count++] = (struct contensou_fit_parameter){"mu", mu, 1, mu, mu};
    if (a != 1)
        with.parameter[with.count++] = (struct contensou_fit_parameter){"a", a, 1, a, a};
    if (contensou_export_code(patch, &with, &options, &text, &err))
        fail_msg("%s", err.message);
    return text;
}

static void set_slip(double *slip, size_t i, double vx, double vy, double omega)
{
    slip[i] = vx;
    slip[slip_count + i] = vy;
    slip[2 * slip_count + i] = omega;
}

/* Random slips of all sizes; the ends, with the other part much smaller; zero is the first one. */
static void make_slips(double slip[3 * slip_count])
{
    static const double size[] = {1e-200, 1e-100, 1e-8, 1, 1e8, 1e100, 1e200};
    size_t i = 0;

    seed = 7;
    set_slip(slip, i++, 0, 0, 0);
    for (size_t k = 0; k < sizeof size / sizeof *size; ++k) {
        set_slip(slip, i++, size[k], 0, 0);
        set_slip(slip, i++, 0, -size[k], 0);
        set_slip(slip, i++, -0.6 * size[k], 0.8 * size[k], -0.0);
        set_slip(slip, i++, 0, 0, size[k]);
        set_slip(slip, i++, -0.0, 0, -size[k]);
        set_slip(slip, i++, 1e-6 * size[k], 2e-6 * size[k], size[k]);
        set_slip(slip, i++, size[k], size[k], -1e-6 * size[k]);
    }
    set_slip(slip, i++, 1e-200, 1e-200, 1e200);
    set_slip(slip, i++, 1e200, -1e200, 1e-200);
    while (i < slip_count) {
        const double scale = i % 2 ? 1 : pow(10, 200 * shake());

        set_slip(slip, i, scale * shake(), scale * shake(), scale * shake());
        ++i;
    }
}

/* What the library says of the slips: of their directions, brought to a length that squares survive.
 * T = mu T_law(v, a w), M = mu a M_law. */
static void expect(const struct contensou_patch *patch, const struct contensou_fit_result *result,
                   const double *slip, double mu, double a, double wrench[3 * slip_count])
{
    static double unit[3 * slip_count];
    const size_t n = slip_count;

    for (size_t i = 0; i < n; ++i) {
        const double s[3] = {slip[i], slip[n + i], a * slip[2 * n + i]};
        const double size = fmax(fmax(fabs(s[0]), fabs(s[1])), fabs(s[2]));

        for (size_t k = 0; k < 3; ++k)
            unit[k * n + i] = size > 0 ? s[k] / size : 0;
    }
    if (contensou_fit_wrench(patch, result, n, unit, wrench, &err))
        fail_msg("%s", err.message);
    for (size_t k = 0; k < 3; ++k)
        for (size_t i = 0; i < n; ++i)
            wrench[k * n + i] *= k < 2 ? mu : mu * a;
    wrench[0] = wrench[n] = wrench[2 * n] = 0; /* of the slip that is zero */
}

static void exact_wrench(const struct contensou_patch *patch, const double *slip, double *wrench)
{
    if (contensou_eval_reference(patch, NULL, slip_count, slip, wrench, NULL, &err))
        fail_msg("%s", err.message);
}

/* A folder for one test, and files in it. */
static char folder[1024];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s/export-XXXXXX", CONTENSOU_SCRATCH_DIR);
    return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state)
{
    char command[1100];

    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

static FILE *open_file(const char *name, const char *mode)
{
    char path[1100];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, mode);
    assert_non_null(file);
    return file;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = open_file(name, "w");

    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void run(const char *command)
{
    char whole[2100];

    snprintf(whole, sizeof whole, "cd '%s' && %s", folder, command);
    if (system(whole) != 0)
        fail_msg("failed in %s: %s", folder, command);
}

static int there(const char *program)
{
    char command[100];

    snprintf(command, sizeof command, "%s --version >%s 2>&1", program, "/dev/null");
    return system(command) == 0;
}

/* One language: the file that holds function f<model>, and the program that reads slips.txt and
 * writes the wrenches of the functions, one after the other. */
struct language {
    const char *name, *file, *program, *command;
};

static const struct language c_language = {"c", "f%d.h", "main.c",
                                           "cc -std=c99 -Wall -Wextra -Wpedantic -Wshadow -Werror "
                                           "-O1 -o main main.c -lm && ./main <slips.txt "
                                           ">wrenches.txt"};
static const struct language cpp_language = {"c", "f%d.h", "main.c",
                                             "c++ -x c++ -Wall -Wextra -Wpedantic -Wshadow -Werror "
                                             "-O1 -o main main.c -lm && ./main <slips.txt "
                                             ">wrenches.txt"};
static const struct language python_language = {"python", "f%d.py", "main.py",
                                                "python3 main.py <slips.txt >wrenches.txt"};
static const struct language numpy_language = {"python", "f%d.py", "main.py",
                                               "python3 main.py <slips.txt >wrenches.txt"};
static const struct language octave_language = {
    "matlab", "f%d.m", "main.m", "octave --quiet --no-init-file main.m >wrenches.txt"};

static void write_program(const struct language *l, const int *present)
{
    FILE *file = open_file(l->program, "w");
    const int is_c = l == &c_language || l == &cpp_language, numpy = l == &numpy_language;
    const int python = l == &python_language || numpy;

    if (is_c)
        fprintf(file, "#include <stdio.h>\n");
    for (int i = 0; i < most_models; ++i)
        if (present[i] && is_c)
            fprintf(file, "#include \"f%d.h\"\n", i);
        else if (present[i] && python)
            fprintf(file, "from f%d import *\n", i);
    if (is_c)
        fprintf(file, "int main(void)\n{\n    double x, y, z, w[3], J[9];\n"
                      "    while (scanf(\"%%lf %%lf %%lf\", &x, &y, &z) == 3) {\n");
    else if (numpy) /* all slips in one call; every component as an array, then row by row */
        fprintf(file, "import sys\nimport numpy as np\nnp.seterr(all='raise', under='ignore')\n"
                      "s = np.loadtxt(sys.stdin).T\nrows = []\n");
    else if (python)
        fprintf(file, "import sys\nfor line in sys.stdin:\n    s = [float(x) for x in "
                      "line.split()]\n");
    else
        fprintf(file, "slips = load('slips.txt');\nfor i = 1:size(slips, 1)\n");
    for (int i = 0; i < most_models; ++i)
        if (present[i] && is_c)
            fprintf(file,
                    "f%d(x, y, z, w);\nprintf(\"%%.17g %%.17g %%.17g\\n\", w[0], w[1], w[2]);\n"
                    "f%d_jacobian(x, y, z, w, J);\n"
                    "for (int k = 0; k < 9; ++k)\n    printf(\"%%.17g\\n\", J[k]);\n",
                    i, i);
        else if (present[i] && numpy)
            fprintf(
                file,
                "w, J = f%d_jacobian(*s)\n"
                "assert all((np.asarray(p) == np.asarray(q)).all() for p, q in zip(w, f%d(*s)))\n"
                "rows.append(np.array(np.broadcast_arrays(*w, *J[0], *J[1], *J[2], s[0])[:12]))\n",
                i, i);
        else if (present[i] && python)
            fprintf(file,
                    "    w, J = f%d_jacobian(*s)\n    assert f%d(*s) == w\n"
                    "    print(*('%%.17g' %% x for x in (*w, *J[0], *J[1], *J[2])))\n",
                    i, i);
        else if (present[i])
            fprintf(file,
                    "[a, b, c] = f%d(slips(i, 1), slips(i, 2), slips(i, 3));\n"
                    "printf('%%.17g %%.17g %%.17g\\n', a, b, c);\n",
                    i);
    if (is_c)
        fprintf(file, "    }\n    return 0;\n}\n");
    else if (numpy)
        fprintf(file, "for i in range(len(s[0])):\n    for w in rows:\n"
                      "        print(*('%%.17g' %% x for x in w[:, i]))\n");
    else if (!python)
        fprintf(file, "end\n");
    assert_int_equal(fclose(file), 0);
}

/* The exported derivatives of slip i, times its size, against those of the kernels. The library gives the mean of both
 * sides of a Jacobian; that a slip which only grows changes nothing tells the rest. Beside pure spin directions of sliding
 * have none, and there is none for no slip. */
static double slope_error(const struct contensou__law *law, const double *slip, size_t i, double mu,
                          double a, double radius, const double J[9])
{
    static const int at[6][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 2}};
    const double s[3] = {slip[i], slip[slip_count + i], a * slip[2 * slip_count + i]};
    const double size = fmax(fmax(fabs(s[0]), fabs(s[1])), fabs(s[2]));
    const double unit[3] = {s[0] / size, s[1] / size, s[2] / size};
    double out[9], error = 0;

    if (!(size > 1e-150 && size < 1e150) || fmax(fabs(unit[0]), fabs(unit[1])) < 1e-7)
        return 0;
    if (law->kind == contensou__law_pade && unit[2] == 0) /* a function of |w| */
        return 0;
    contensou__law_wrench(law, unit, 1, out);
    for (int k = 0; k < 6; ++k) {
        const int r = at[k][0], c = at[k][1], spins = (r == 2) + (c == 2);
        const double want = mu * pow(a, spins) * out[3 + k];
        const double got = 0.5 * size * (J[3 * r + c] + J[3 * c + r]);

        error = fmax(error, fabs(got - want) / (mu * pow(a * fmax(radius, 1), spins)));
    }
    for (int r = 0; r < 3; ++r)
        error = fmax(error, size / (mu * pow(a, r == 2)) *
                                fabs(J[3 * r] * unit[0] + J[3 * r + 1] * unit[1] +
                                     J[3 * r + 2] * unit[2] / a));
    return error *
           fmin(1, 10 * fmax(fabs(unit[0]), fabs(unit[1]))); /* directions cancel near spin */
}

/* Puts the values of a result into the law that it came from. */
static void make_law(struct contensou__law *law, const struct contensou_patch *patch,
                     const struct contensou_fit_result *result)
{
    if (contensou__law_create(law, result->model, patch, &err))
        fail_msg("%s", err.message);
    for (int i = 0; i < result->count; ++i)
        contensou__law_set(law, i, result->parameter[i].value);
}

/* Every model that the patch has, exported, run and compared; gives how many. */
static int compare(const struct language *l, const struct contensou_patch *patch, const char *which,
                   double mu, double a)
{
    static double slip[3 * slip_count];
    static double wanted[most_models][3 * slip_count];
    const double radius = contensou_patch_radius(patch);
    static struct contensou__law law[most_models];
    int present[most_models], count = 0;
    FILE *file;
    double worst = 0, steepest = 0;

    make_slips(slip);
    seed = 1;
    for (int i = 0; i < most_models; ++i) {
        struct contensou_fit_result result;
        char path[40], name[20];
        char *text;

        present[i] = make_result(patch, models[i], &result);
        if (!present[i])
            continue;
        ++count;
        snprintf(path, sizeof path, l->file, i);
        snprintf(name, sizeof name, "f%d", i);
        text = export_code(patch, &result, l->name, name, mu, a);
        write_file(path, text);
        free(text);
        expect(patch, &result, slip, mu, a, wanted[i]);
        make_law(&law[i], patch, &result);
    }
    write_program(l, present);
    file = open_file("slips.txt", "w");
    for (size_t i = 0; i < slip_count; ++i)
        fprintf(file, "%.17g %.17g %.17g\n", slip[i], slip[slip_count + i],
                slip[2 * slip_count + i]);
    assert_int_equal(fclose(file), 0);
    run(l->command);
    file = open_file("wrenches.txt", "r");
    for (size_t i = 0; i < slip_count; ++i)
        for (int k = 0; k < most_models; ++k) {
            const double *want = wanted[k];
            double got[3], error;

            if (!present[k])
                continue;
            assert_int_equal(fscanf(file, "%lf %lf %lf", &got[0], &got[1], &got[2]), 3);
            error = fmax(hypot(got[0] - want[i], got[1] - want[slip_count + i]),
                         fabs(got[2] - want[2 * slip_count + i]) / radius);
            if (!(error <= tolerance))
                fail_msg("%s, %s, slip %zu (%g %g %g): differs by %g", which, models[k], i, slip[i],
                         slip[slip_count + i], slip[2 * slip_count + i], error);
            worst = fmax(worst, error);
            if (l != &octave_language) {
                double J[9];

                for (int j = 0; j < 9; ++j)
                    assert_int_equal(fscanf(file, "%lf", &J[j]), 1);
                error = slope_error(&law[k], slip, i, mu, a, radius, J);
                if (!(error <= slope_tolerance))
                    fail_msg("%s, %s, slip %zu (%g %g %g): slopes differ by %g", which, models[k],
                             i, slip[i], slip[slip_count + i], slip[2 * slip_count + i], error);
                steepest = fmax(steepest, error);
            }
        }
    fclose(file);
    for (int k = 0; k < most_models; ++k)
        if (present[k])
            contensou__law_free(&law[k]);
    print_message("%s: %d models, largest difference %.1e, of derivatives %.1e\n", which, count,
                  worst, steepest);
    return count;
}

/* All 13 on the disk; without central symmetry only I00 and I11 of the approximants; Pade for
 * circular patches alone. */
static void compare_all(const struct language *l)
{
    static const struct {
        const char *name;
        int count;
    } patches[] = {
        {"disk_uniform", 13}, {"disk_uniform_tilted", 8}, {"ellipse_uniform", 11}, {"triangle", 6}};

    for (size_t i = 0; i < sizeof patches / sizeof *patches; ++i) {
        struct contensou_patch *patch = patches_make_named(patches[i].name);

        assert_int_equal(compare(l, patch, patches[i].name, 1, 1), patches[i].count);
        contensou_patch_free(patch);
        run("rm -rf *");
    }
}

static void the_c_code_agrees_with_the_library(void **state)
{
    (void)state;
    compare_all(&c_language);
}

static void the_header_is_c_plus_plus_too(void **state)
{
    struct contensou_patch *patch = patches_make_named("disk_uniform_tilted");

    (void)state;
    if (!there("c++")) {
        print_message("there is no C++ compiler here\n");
        skip();
    }
    assert_int_equal(compare(&cpp_language, patch, "C++", 1, 1), 8);
    contensou_patch_free(patch);
    run("rm -rf *");
}

static void the_python_code_agrees_with_the_library(void **state)
{
    (void)state;
    if (!there("python3")) {
        print_message("there is no python3 here\n");
        skip();
    }
    compare_all(&python_language);
}

/* Numbers and arrays go through the same lines. */
static void the_python_code_takes_arrays(void **state)
{
    (void)state;
    if (!there("python3 -c 'import numpy' && python3")) {
        print_message("there is no NumPy here\n");
        skip();
    }
    compare_all(&numpy_language);
}

static void the_matlab_code_agrees_with_the_library_in_octave(void **state)
{
    (void)state;
    if (!there("octave")) {
        print_message("there is no octave here\n");
        skip();
    }
    compare_all(&octave_language);
}

/* gcc says that it vectorises the loop over slips, of laws with powers and with roots. */
static void gcc_vectorises_the_c_code_over_arrays(void **state)
{
    static const char *const names[] = {"I11", "potential6", "pade2"};
    struct contensou_patch *patch = patches_make_named("disk_uniform");

    (void)state;
    if (!there("gcc")) {
        print_message("there is no gcc here\n");
        contensou_patch_free(patch);
        skip();
    }
    write_file("many.c",
               "#include \"law.h\"\n"
               "void many(int n, const double *x, const double *y, const double *w, double *Tx, "
               "double *Ty, double *M)\n{\n    law_many(n, x, y, w, Tx, Ty, M);\n}\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        struct contensou_fit_result result;
        char *text;

        seed = 2;
        assert_int_equal(make_result(patch, names[i], &result), 1);
        text = export_code(patch, &result, "c", "law", 1, 1);
        write_file("law.h", text);
        free(text);
        run("line=$(awk '/void law_many/ {f = 1} f && /for/ {print NR; exit}' law.h); "
            "gcc -std=c99 -O3 -ffast-math -fopt-info-vec -c many.c -o many.o 2>&1 | "
            "grep \"law.h:$line:.*loop vectorized\" >/dev/null");
    }
    contensou_patch_free(patch);
}

/* The step, the regularised law and the stop of a free disk; from the uniform disk, whose exact stop is
 * 1.3402982821 (docs/maths.md 5). Laws that are gradients, and one that is none. */
static void the_implicit_step_solves_its_problem(void **state)
{
    static const struct {
        const char *model, *name[2];
        double value[2]; /* of the fits in docs/maths.md 2 */
    } laws[] = {{"potential4", {"c1"}, {0.4524}},
                {"potential6", {"c1", "c2"}, {0.6282, 0.3685}},
                {"I11", {"b", "m"}, {0.45196, 0.764818}}};
    struct contensou_patch *patch = patches_make_named("disk_uniform");

    (void)state;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; ++i)
        for (int way = 0; way < 3; ++way) {
            static const char *const language[3] = {"c", "c", "python"};
            static const char *const file[3] = {"law.h", "law.h", "law.py"};
            static const char *const build[3] = {"cc -std=c99", "c++ -x c++", ""};
            struct contensou_fit_result result;
            char command[1000];
            char *text;

            seed = 2;
            assert_int_equal(make_result(patch, laws[i].model, &result), 1);
            for (int k = 0; k < 2; ++k)
                for (int j = 0; j < result.count && laws[i].name[k]; ++j)
                    if (strcmp(result.parameter[j].name, laws[i].name[k]) == 0)
                        result.parameter[j].value = laws[i].value[k];
            if (!there(way == 0 ? "cc" : way == 1 ? "c++" : "python3"))
                continue;
            text = export_code(patch, &result, language[way], "law", 1, 1);
            write_file(file[way], text);
            free(text);
            snprintf(command, sizeof command,
                     "%s -Wall -Wextra -Wpedantic -Werror -O1 -I. -DLAW_STOP=1.3403 "
                     "-DLAW_STOP_WITHIN=0.03 "
                     "'%s/tests/physics/export_step.c' -o step -lnlopt -lm && ./step",
                     build[way], CONTENSOU_SOURCE_DIR);
            if (way == 2)
                snprintf(command, sizeof command, "python3 '%s/tests/physics/export_step.py'",
                         CONTENSOU_SOURCE_DIR);
            run(command);
        }
    contensou_patch_free(patch);
}

/* The table of the exact law, compiled, against the exact wrench; and the stop of the free disk, whose digits are
 * those of docs/maths.md 5, counted in whole steps of 0.5 ms. */
static void the_table_is_the_exact_law(void **state)
{
    static const char *const names[] = {"disk_uniform", "ellipse_uniform"};
    static double slip[3 * slip_count], exact[3 * slip_count];
    const struct contensou_fit_result table = {.model = "table"};

    (void)state;
    for (size_t k = 0; k < 2; ++k) {
        struct contensou_patch *patch = patches_make_named(names[k]);
        char *text = export_code(patch, &table, "c", "law", 1, 1);
        FILE *file;
        double worst = 0;

        write_file("law.h", text);
        free(text);
        write_file("main.c", "#include <stdio.h>\n#include \"law.h\"\nint main(void)\n{\n"
                             "    double x, y, z, w[3];\n"
                             "    while (scanf(\"%lf %lf %lf\", &x, &y, &z) == 3) {\n"
                             "        law(x, y, z, w);\n"
                             "        printf(\"%.17g %.17g %.17g\\n\", w[0], w[1], w[2]);\n"
                             "    }\n    return 0;\n}\n");
        seed = 5;
        file = open_file("slips.txt", "w");
        for (size_t i = 0; i < slip_count; ++i) {
            set_slip(slip, i, i == 1 ? 0 : shake(), i < 2 ? 0 : shake(), i == 0 ? 0 : shake());
            fprintf(file, "%.17g %.17g %.17g\n", slip[i], slip[slip_count + i],
                    slip[2 * slip_count + i]);
        }
        assert_int_equal(fclose(file), 0);
        run("cc -std=c99 -Wall -Wextra -Wpedantic -Werror -o main main.c -lm && ./main <slips.txt "
            ">wrenches.txt");
        exact_wrench(patch, slip, exact);
        file = open_file("wrenches.txt", "r");
        for (size_t i = 0; i < slip_count; ++i) {
            double w[3];

            assert_int_equal(fscanf(file, "%lf %lf %lf", &w[0], &w[1], &w[2]), 3);
            worst = fmax(worst, hypot(w[0] - exact[i], w[1] - exact[slip_count + i]));
            worst = fmax(worst, fabs(w[2] - exact[2 * slip_count + i]));
        }
        fclose(file);
        print_message("%s: largest error of the table %.1e\n", names[k], worst);
        assert_true(worst < 2e-6);
        contensou_patch_free(patch);
        if (k == 0) {
            char command[1000];

            snprintf(command, sizeof command,
                     "cc -std=c99 -O1 -I. -DLAW_STOP=1.3402982821 -DLAW_STOP_WITHIN=0.0005 "
                     "'%s/tests/physics/export_step.c' -o step -lnlopt -lm && ./step",
                     CONTENSOU_SOURCE_DIR);
            run(command);
        }
    }
}

/* The unit is an archive that others read, and its source compiles without a warning; FMPy has it in tests/engines. */
static void a_unit_of_fmi_is_an_archive_with_its_source(void **state)
{
    const struct contensou_export_options options = {sizeof options, "fmu", "law", "contensou fit"};
    struct contensou_patch *patch = patches_make_named("disk_uniform");
    struct contensou_fit_result result;
    unsigned char *bytes = NULL;
    size_t size = 0;
    int compiled = 7;
    FILE *file;

    (void)state;
    seed = 2;
    assert_int_equal(make_result(patch, "potential4", &result), 1);
    assert_int_equal(
        contensou_export_fmu(patch, &result, &options, NULL, &bytes, &size, &compiled, &err),
        CONTENSOU_OK);
    assert_int_equal(compiled, 0);
    free(bytes);
    assert_int_equal(
        contensou_export_fmu(patch, &result, &options, "cc", &bytes, &size, &compiled, &err),
        CONTENSOU_OK);
    file = open_file("law.fmu", "wb");
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    free(bytes);
    contensou_patch_free(patch);
    if (there("python3"))
        run("python3 -m zipfile -t law.fmu >list.txt && python3 -m zipfile -e law.fmu unit && "
            "cc -std=c99 -Wall -Wextra -Werror -c unit/sources/law.c -o law.o && "
            "grep -q 'fmiVersion=\"2.0\"' unit/modelDescription.xml");
    if (compiled && there("python3"))
        run("test -s unit/binaries/linux64/law.so");
}

/* Pade's own parameter a and the size a are two things. */
static void mu_and_a_from_data_are_applied(void **state)
{
    struct contensou_patch *patch = patches_make_named("disk_uniform");

    (void)state;
    assert_int_equal(compare(&c_language, patch, "disk, mu = 0.3, a = 2.5", 0.3, 2.5), most_models);
    contensou_patch_free(patch);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_c_code_agrees_with_the_library),
        cmocka_unit_test(the_header_is_c_plus_plus_too),
        cmocka_unit_test(the_implicit_step_solves_its_problem),
        cmocka_unit_test(the_table_is_the_exact_law),
        cmocka_unit_test(a_unit_of_fmi_is_an_archive_with_its_source),
        cmocka_unit_test(the_python_code_agrees_with_the_library),
        cmocka_unit_test(the_python_code_takes_arrays),
        cmocka_unit_test(the_matlab_code_agrees_with_the_library_in_octave),
        cmocka_unit_test(gcc_vectorises_the_c_code_over_arrays),
        cmocka_unit_test(mu_and_a_from_data_are_applied),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
