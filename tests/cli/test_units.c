/* test_units.c: a contact has a unit of length, and results are what their labels say: maps as engineers have them, the same
 * contact in mm, in m and in units of its radius through all commands, and a co-simulation unit in SI.
 * SPDX-License-Identifier: MIT */
#include "support/hdf5_file.h"
#include "support/run_program.h"

#include <dlfcn.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The last line of a table, as numbers; empty fields are NaN. Returns how many. */
static size_t last_row(const char *text, double *to, size_t most)
{
    size_t size = strlen(text), count = 0;
    const char *at;

    while (size && text[size - 1] == '\n')
        --size;
    while (size && text[size - 1] != '\n')
        --size;
    for (at = text + size; count < most && *at && *at != '\n'; at += strcspn(at, ",\n") + 1) {
        char *end;
        const double value = strtod(at, &end);

        to[count++] = end == at ? NAN : value;
    }
    return count;
}

static size_t row_of(const char *line, double *to, size_t most)
{
    struct run_result r = run_well("%s", line);
    const size_t count = last_row(r.out, to, most);

    run_free(&r);
    return count;
}

static void close_to(const char *what, double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance * fmax(fabs(expected), 1e-300)))
        fail_msg("%s: %.17g, not %.17g", what, found, expected);
}

static const char rows_mm[] = "# units mm,rad,N\nvx,vy,omega\n50,20,3\n",
                  rows_m[] = "vx,vy,omega\n0.05,0.02,3\n";

/* Two by two cells of 10 mm by 5 mm with 1, 2, 3 and 4 MPa carry 500 N. */
static const char *const forms[] = {
    "# units mm,MPa\nx_min,x_max,y_min,y_max\n-10,10,-5,5\n1,2\n3,4\n",
    "x [mm];y [mm];p [MPa]\n5;2,5;4,0\n-5;-2,5;1,0\n-5;2,5;3,0\n5;-2,5;2,0\n",
    "# units mm,MPa\nx,y,p\n-5,-2.5,1\n5,-2.5,2\n-5,2.5,3\n5,2.5,4\n",
    "# units: mm MPa\ny\tpressure\tx\n-2,5\t1\t-5\n-2,5\t2\t5\n2,5\t3\t-5\n2,5\t4\t5\n",
    "1;2,0\n3;4\n",
    "1,2\n3,4\n",
    "1,0\t2\n3\t4\n"};

static void a_map_goes_in_as_engineers_have_it(void **state)
{
    double first[8] = {0}, row[8];

    (void)state;
    run_write_file("slip.csv", rows_m);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i) {
        struct run_result r;

        run_write_file("map.csv", forms[i]);
        r = run_well("eval --shape map:map.csv %s --mu 0.3 --points slip.csv",
                     i < 4 ? "" : "--cell 10,5 --unit mm,MPa");
        assert_non_null(strstr(r.err, "the normal force is 500 N, the integral of the pressure"));
        assert_int_equal(last_row(r.out, row, 8), 6);
        if (!i)
            memcpy(first, row, sizeof first);
        for (int k = 0; k < 6; ++k)
            close_to(forms[i], row[k], first[k], 1e-14);
        run_free(&r);
    }
    /* sliding along x takes mu N, whatever the pressure */
    run_write_file("slip.csv", "vx,vy,omega\n2,0,0\n");
    assert_int_equal(row_of("eval --shape map:map.csv --cell 10,5 --unit mm,MPa --mu 0.3 "
                            "--points slip.csv --quiet",
                            row, 8),
                     6);
    close_to("mu N", row[3], 150, 1e-13);
    assert_int_equal(row_of("eval --shape map:map.csv --cell 10,5 --unit mm,MPa --mu 0.3 "
                            "--normal-force 7kN --points slip.csv",
                            row, 8),
                     6);
    close_to("mu 7 kN", row[3], 2100, 1e-13);
}

/* A uniform square of half side a: in pure spin M = mu N a (sqrt 2 + asinh 1)/3, the mean distance from its middle. A cell
 * that is missing carries nothing. */
static void cells_that_are_missing_carry_nothing(void **state)
{
    const double mean = (sqrt(2) + asinh(1)) / 3;
    double row[8];

    (void)state;
    run_write_file("square.csv", "x,y,p\n-1,-1,2\n1,-1,2\n1,1,2\n-1,1,2\n7,-1,0\n");
    run_write_file("spin.csv", "# units deg\nvx,vy,omega\n0,0,90\n");
    assert_int_equal(row_of("eval --shape map:square.csv --unit mm,MPa --mu 0.5 --points spin.csv "
                            "--quiet",
                            row, 8),
                     6);
    close_to("spin", row[2], acos(0), 1e-15);
    close_to("torque", row[5], 0.5 * 32 * 0.002 * mean, 1e-13);
}

static void what_is_written_is_in_the_unit_that_it_names(void **state)
{
    static const char line[] = "eval --shape rectangle:30,20 --unit mm --mu 0.3 --normal-force 20 "
                               "--points slip.csv";
    double row[8];
    struct run_result r;

    (void)state;
    run_write_file("slip.csv", rows_mm);
    r = run_well("%s", line);
    assert_int_equal(
        strncmp(r.out, "# Tx, Ty in N, M in N m, slips in m/s and rad/s\nvx,vy,omega,Tx,Ty,M\n",
                68),
        0);
    assert_int_equal(last_row(r.out, row, 8), 6);
    close_to("vx", row[0], 0.05, 1e-15);
    close_to("vy", row[1], 0.02, 1e-15);
    close_to("omega", row[2], 3, 0);
    run_free(&r);
    run_finish("%s -o slip.h5", line);
    close_to("vx", hdf5_file_value("slip.h5", "vx", 0), 0.05, 1e-15);
    assert_string_equal(hdf5_file_text("slip.h5", "vx", "unit"), "m/s");
    assert_string_equal(hdf5_file_text("slip.h5", "omega", "unit"), "rad/s");
    assert_string_equal(hdf5_file_text("slip.h5", "M", "unit"), "N m");
    close_to("unit", hdf5_file_number("slip.h5", "/", "unit"), 1e-3, 1e-15);
    close_to("normal force", hdf5_file_number("slip.h5", "/", "normal_force"), 20, 0);
    run_write_file("angles.csv", "# units deg\ntheta,phi\n30,90\n");
    assert_int_equal(row_of("eval --shape disk --points angles.csv", row, 8), 5);
    close_to("theta", row[0], acos(0) / 3, 1e-15);
    close_to("phi", row[1], acos(0), 1e-15);
}

static void contradictions_are_refused(void **state)
{
    (void)state;
    run_write_file("slip.csv", rows_mm);
    run_write_file("map.csv", forms[0]);
    run_write_file("bare.csv", forms[5]);
    run_write_file("odd.csv", "x,y,p\n0,0,1\n1,0,1\n2.3,0,1\n0,1,1\n");
    run_write_file("twice.csv", "x,y,p\n0,0,1\n1,0,1\n1,0,2\n0,1,1\n");
    run_write_file("line.csv", "x,y,p\n0,0,1\n1,0,1\n");
    run_refuse("eval --shape disk --unit mm --points slip.csv --units m", "slip.csv",
               "given as m: leave one");
    run_refuse("eval --shape map:map.csv --unit m --theta 0", "map:map.csv",
               "0.001 m, but 1 m is given");
    run_refuse("eval --shape disk --unit mm --size 2mm --theta 0", "--size and --unit",
               "leave one of them out");
    run_refuse("eval --shape disk --points slip.csv", "slip.csv has a unit of length", "--unit mm");
    run_refuse("eval --shape map:bare.csv --theta 0", "bare.csv is a bare grid", "DX,DY");
    run_refuse("eval --shape map:map.csv --cell 1,1 --theta 0", "map.csv says itself",
               "leave the size");
    run_refuse("eval --shape disk --cell 1,1 --theta 0", "size of cells", "disk");
    run_refuse("eval --shape disk --unit mm,MPa --theta 0", "unit of pressure", "map or cells");
    run_refuse("eval --shape disk --unit furlong --theta 0", "unit furlong", "mm");
    run_refuse("eval --shape disk --normal-force 7kg --theta 0", "--normal-force: '7kg'", "kN");
    run_refuse("eval --shape map:odd.csv --theta 0", "odd.csv", "not those of a grid: x = 1");
    run_refuse("eval --shape map:twice.csv --theta 0", "twice.csv:4", "has a pressure already");
    run_refuse("eval --shape map:line.csv --theta 0", "all y are 0", "size of the cells");
    run_refuse("run pendulum --shape disk --unit mm --set R=0.02 --time 1",
               "R is the contact's unit of length", "mm; leave one");
    run_refuse("sweep pendulum --shape disk --unit mm --vary R=0.01:0.02:2 --time 1",
               "R is the contact's unit of length", "leave one");
    run_refuse("transitions --shape disk --unit mm --set a=2 --mass 2,0,0,1,0,0.1 --drive 1,0,0",
               "a is the contact's unit of length", "leave one");
}

/* The same contact in mm, in m and in units of 20 mm. */
static const char *const contacts[] = {"rectangle:30,20 --center 5,2 --unit mm",
                                       "rectangle:0.03,0.02 --center 0.005,0.002 --unit m",
                                       "rectangle:1.5,1 --center 0.25,0.1 --unit 20mm",
                                       "rectangle:1.5,1 --center 0.25,0.1 --size 0.02"};

/* Columns first .. last of the last row agree, whatever the unit. */
static void same_in_all(const char *before, const char *behind, size_t count, size_t first,
                        size_t last, size_t units, double tolerance)
{
    double expected[16] = {0}, row[16];

    for (size_t i = 0; i < units; ++i) {
        char line[600];

        snprintf(line, sizeof line, "%s --shape %s %s", before, contacts[i], behind);
        if (row_of(line, row, 16) != count)
            fail_msg("%s: not %zu columns", line, count);
        if (!i)
            memcpy(expected, row, sizeof row);
        for (size_t k = first; k <= last; ++k)
            close_to(line, row[k], expected[k], tolerance);
    }
}

static void a_contact_is_the_same_in_any_unit(void **state)
{
    (void)state;
    run_write_file("slip.csv", rows_m);
    same_in_all("eval", "--mu 0.3 --normal-force 20 --points slip.csv --jacobian", 15, 0, 14, 4,
                1e-12);
    same_in_all("limit", "--mu 0.3 --normal-force 20 --load 3,1,0.02", 12, 0, 3, 4, 1e-10);
    /* of the first slip the ratios count */
    for (size_t i = 0; i < 4; ++i) {
        double row[16];
        char line[300];

        snprintf(line, sizeof line, "limit --shape %s --mu 0.3 --normal-force 20 --load 3,1,0.02",
                 contacts[i]);
        row_of(line, row, 16);
        run_write_file("first.csv", "");
        {
            char text[120];
            double wrench[8];

            snprintf(text, sizeof text, "vx,vy,omega\n%.17g,%.17g,%.17g\n", row[9], row[10],
                     row[11]);
            run_write_file("first.csv", text);
            snprintf(line, sizeof line,
                     "eval --shape %s --mu 0.3 --normal-force 20 --points first.csv", contacts[i]);
            row_of(line, wrench, 8);
            for (int k = 0; k < 3; ++k) /* the load is xi times the wrench of its slip */
                close_to("load", row[3] * wrench[3 + k], row[6 + k], 1e-9);
        }
    }
    same_in_all("run pendulum", "--law potential4 --init phi=0.3 --time 0:0.5:2", 7, 0, 6, 3, 1e-7);
    same_in_all("sweep pendulum", "--law potential4 --vary omega_0=30:40:2 --time 0.5", 12, 5, 11,
                2, 1e-7);
}

/* A number of a JSON file, by its key. */
static double number_of(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    if (!at)
        fail_msg("no %s", key);
    return strtod(strchr(at, ':') + 1, NULL);
}

/* Errors of a fit do not depend on the unit; measured rows in SI give the same law; the file of a fit knows the unit. */
static void a_fit_is_the_same_in_any_unit(void **state)
{
    double rms = 0, wrench[4][8];

    (void)state;
    run_write_file("slip.csv", rows_m);
    run_write_file("rows.csv", "vx,vy,omega,Tx,Ty,M\n0.1,0,1,5,0.2,0.05\n0,0.1,1,0.2,5.2,0.05\n"
                               "0.1,0.1,4,4,3.5,0.08\n0.1,-0.1,-4,4,-3.5,-0.08\n0,0,1,0,0,0.12\n"
                               "-0.1,0.05,2,-5,2,0.03\n");
    for (size_t i = 0; i < 3; ++i) {
        struct run_result r = run_well("fit --shape %s --model ellipsoid --data rows.csv --mu 0.3 "
                                       "--normal-force 20 --quiet",
                                       contacts[i]);
        char line[200];

        if (!i)
            rms = number_of(r.out, "\"rms\"");
        close_to("rms", number_of(r.out, "\"rms\""), rms, 1e-7);
        run_write_file("fit.json", r.out);
        run_free(&r);
        snprintf(line, sizeof line, "eval --model fit.json --points slip.csv");
        assert_int_equal(row_of(line, wrench[i], 8), 6);
        for (int k = 0; k < 6; ++k)
            close_to("wrench of the fit", wrench[i][k], wrench[0][k], 1e-6);
    }
    run_finish("fit --shape %s --model potential4 -o fit.json --quiet --force", contacts[0]);
    assert_int_equal(
        row_of("eval --model fit.json --mu 0.3 --normal-force 20 --points slip.csv", wrench[0], 8),
        6);
    assert_int_equal(row_of("eval --model fit.json --unit mm --mu 0.3 --normal-force 20 --points "
                            "slip.csv",
                            wrench[1], 8),
                     6);
    assert_memory_equal(wrench[0], wrench[1], 6 * sizeof **wrench);
    run_refuse("eval --model fit.json --unit m --points slip.csv", "fit.json",
               "has the unit of length mm");
}

/* The functions of a co-simulation unit that are called here, as FMI 2.0 has them. */
struct unit {
    void *library, *instance;
    int (*set)(void *, const unsigned *, size_t, const double *);
    int (*get)(void *, const unsigned *, size_t, double *);
};

static void *function(struct unit *u, const char *name)
{
    void *const found = dlsym(u->library, name);

    if (!found)
        fail_msg("no %s in the unit", name);
    return found;
}

/* The attribute that follows, up to its closing quote. */
static void attribute_of(const char *text, const char *name, char *to, size_t size)
{
    const char *at = strstr(text, name);

    if (!at)
        fail_msg("no %s", name);
    at += strlen(name) + 2;
    snprintf(to, size, "%.*s", (int)strcspn(at, "\""), at);
}

static void open_unit(struct unit *u, const char *folder, char description[8192])
{
    void *(*instantiate)(const char *, int, const char *, const char *, const void *, int, int);
    char path[200], guid[80];
    FILE *file;
    size_t size;

    snprintf(path, sizeof path, "%.60s/modelDescription.xml", folder);
    file = fopen(path, "r");
    assert_non_null(file);
    size = fread(description, 1, 8191, file);
    description[size] = '\0';
    fclose(file);
    attribute_of(description, "guid", guid, sizeof guid);
    snprintf(path, sizeof path, "./%.60s/binaries/linux64/law.so", folder);
    u->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!u->library)
        fail_msg("%s", dlerror());
    *(void **)&instantiate = function(u, "fmi2Instantiate");
    *(void **)&u->set = function(u, "fmi2SetReal");
    *(void **)&u->get = function(u, "fmi2GetReal");
    u->instance = instantiate("law", 1, guid, "", NULL, 0, 0);
    assert_non_null(u->instance);
}

static void close_unit(struct unit *u)
{
    void (*release)(void *);

    *(void **)&release = function(u, "fmi2FreeInstance");
    release(u->instance);
    dlclose(u->library);
}

/* Inputs and outputs in SI are minus those of eval in SI, for the contact in all its units; where it has none, the parameter
 * `length` says it. Value references are those of modelDescription.xml. */
static void a_co_simulation_unit_is_in_si(void **state)
{
    static const char *const models[] = {"table", "potential6"};
    static const unsigned inputs[6] = {0, 1, 2, 3, 4, 5}, outputs[4] = {7, 8, 9, 10}, length = 11;
    const double given[6] = {0.05, 0.02, 3, 20, 0.3, 0}, metres = 0.02;
    double law[2][8];

    (void)state;
    run_write_file("slip.csv", rows_m);
    row_of("eval --shape rectangle:30,20 --center 5,2 --unit mm --mu 0.3 --normal-force 20 "
           "--points slip.csv",
           law[0], 8);
    for (int m = 0; m < 2; ++m)
        for (int i = 0; i < 4; i += m ? 1 : 3) {
            const char *contact = i < 3 ? contacts[i] : "rectangle:1.5,1 --center 0.25,0.1";
            char description[8192], about[300], line[200];
            struct unit u;
            double out[4];

            run_finish("fit --shape %s --model %s --export fmu --name law -o u%d%d.fmu --quiet",
                       contact, models[m], m, i);
            snprintf(line, sizeof line, "python3 -m zipfile -e u%d%d.fmu u%d%d", m, i, m, i);
            assert_int_equal(system(line), 0);
            snprintf(line, sizeof line, "u%d%d", m, i);
            open_unit(&u, line, description);
            attribute_of(description, "    description", about, sizeof about);
            assert_int_equal(u.set(u.instance, inputs, 6, given), 0);
            if (i < 3) {
                assert_non_null(strstr(about, "SI units"));
                assert_null(strstr(description, "\"length\""));
            } else {
                assert_non_null(strstr(about, "no unit of length: the parameter length"));
                assert_non_null(strstr(description, "name=\"length\" valueReference=\"11\""));
                assert_int_equal(u.set(u.instance, &length, 1, &metres), 0);
            }
            assert_int_equal(u.get(u.instance, outputs, 4, out), 0);
            if (m == 1 && i == 0) /* the formula itself, which is not the exact law */
                for (int k = 0; k < 3; ++k)
                    law[1][3 + k] = -out[k];
            for (int k = 0; k < 3;
                 ++k) /* a table errs by 1e-6, a formula is the same to rounding */
                if (fabs(out[k] + law[m][3 + k]) > (m ? 1e-7 : 2e-5) * fabs(law[m][3 + k]))
                    fail_msg("%s, %s: output %d is %.12g, not %.12g", models[m], contact, k, out[k],
                             -law[m][3 + k]);
            close_to("power", out[3], -(0.05 * out[0] + 0.02 * out[1] + 3 * out[2]), 1e-13);
            close_unit(&u);
        }
    for (int k = 0; k < 3; ++k) /* and the formula is near the exact law, in newtons */
        close_to("formula", law[1][3 + k], law[0][3 + k], 0.2);
}

/* Texts say what their numbers are in, and engines get metres. */
static void exported_texts_name_the_unit(void **state)
{
    static const char *const languages[] = {"c", "python", "matlab", "modelica", "mujoco"};
    double torsional[2];

    (void)state;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; ++i) {
        struct run_result r =
            run_well("fit --shape disk --unit 50mm --model I11 --export %s --quiet", languages[i]);

        assert_non_null(strstr(r.out, "vx, vy in m/s, omega in rad/s"));
        assert_non_null(strstr(r.out, "in units of 0.05 m"));
        run_free(&r);
        r = run_well("fit --shape disk --model I11 --export %s --quiet", languages[i]);
        assert_non_null(strstr(r.out, "units: not known"));
        run_free(&r);
    }
    for (int i = 0; i < 2; ++i) {
        struct run_result r =
            run_well("fit --shape disk --engine mujoco --quiet %s", i ? "--unit 50mm" : "");
        const char *at = strstr(r.out, "friction=\"1 ");

        assert_non_null(at);
        torsional[i] = strtod(at + strlen("friction=\"1 "), NULL);
        assert_non_null(strstr(r.out, i ? "Lengths in metres" : "which is not known"));
        run_free(&r);
    }
    close_to("torsional", torsional[1], 0.05 * torsional[0], 1e-5);
}

/* Force and torque have axes of their own, over the velocity that varies. */
static void a_picture_has_units_on_its_axes(void **state)
{
    static const char *const pieces[] = {"vx (m/s)", "force (N)", "torque (N m)",
                                         "omega = 3 rad/s"};
    char *text = calloc(1, 1 << 20);
    FILE *file;

    (void)state;
    assert_non_null(text);
    run_write_file("speed.csv", "# units mm\nvx,vy,omega\n-50,0,3\n0,0,3\n20,0,3\n50,0,3\n");
    run_finish("eval --shape rectangle:30,20 --unit mm --mu 0.3 --normal-force 20 --points "
               "speed.csv --plot speed.svg");
    file = fopen("speed.svg", "r");
    assert_non_null(file);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; ++i)
        if (!strstr(text, pieces[i]))
            fail_msg("the picture has no '%s'", pieces[i]);
    free(text);
}

/* A puck in SI units, its contact over R; and how it says that R is the contact's unit of length. */
static const char puck[] =
    "#define SYSTEM_STATES(STATE) STATE(x, 0, \"m\", \"\") STATE(phi, 0, \"rad\", \"\") \\\n"
    "    STATE(v, 0.1, \"m/s\", \"\") STATE(w, 3, \"rad/s\", \"\")\n"
    "#define SYSTEM_FIELDS(FIELD) FIELD(R, 0.05, \"m > 0\", \"\") FIELD(k, 0.02, \"m > 0\", \"\")\n"
    "define_states(system, SYSTEM_STATES);\n"
    "define_fields(system_params, SYSTEM_FIELDS);\n"
    "enum { system_traits = trait_second_order | trait_autonomous };\n"
    "static inline real system_frame(const struct system_params *p, real t, const struct "
    "system_states *y)\n{\n    (void)p;\n    (void)t;\n    return y->phi;\n}\n"
    "static inline struct slip system_slip(const struct system_params *p, real t, const struct "
    "system_states *y)\n{\n    struct slip s;\n    (void)t;\n    s.vx = y->v;\n    s.vy = 0.0;\n"
    "    s.w = p->R * y->w;\n    return s;\n}\n"
    "static inline void system_motion(const struct system_params *p, real t, const struct "
    "system_states *y, struct wrench f, struct system_states *dy)\n{\n    (void)t;\n"
    "    dy->x = y->v;\n    dy->phi = y->w;\n    dy->v = -f.Tx;\n"
    "    dy->w = -p->R / (p->k * p->k) * f.M;\n}\n";

static void a_system_of_your_own_says_what_its_length_is(void **state)
{
    char text[sizeof puck + 64];

    (void)state;
    run_write_file("puck.h", puck);
    run_refuse("run --system-file puck.h --shape rectangle:30,20 --unit mm --law I11 --time 0.05",
               "the state x of puck is in m", "#define system_length R");
    snprintf(text, sizeof text, "#define system_length R\n%s", puck);
    run_write_file("puck.h", text);
    same_in_all("run --system-file puck.h", "--law I11 --time 0:0.05:2", 5, 0, 4, 2, 1e-7);
}

/* Results of simulations say what the contact's unit is. */
static void a_sweep_keeps_the_unit(void **state)
{
    (void)state;
    run_finish(
        "sweep pendulum --shape ellipse:20,10 --unit mm --vary omega_0=30:40:2 --time 0.1 -o "
        "s.h5 --quiet");
    close_to("unit", hdf5_file_number("s.h5", "parameters/contact", "unit"), 1e-3, 1e-15);
    close_to("R", hdf5_file_number("s.h5", "parameters/system", "R"), 1e-3, 1e-15);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_map_goes_in_as_engineers_have_it, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(cells_that_are_missing_carry_nothing, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_is_written_is_in_the_unit_that_it_names, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(contradictions_are_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_contact_is_the_same_in_any_unit, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_fit_is_the_same_in_any_unit, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_co_simulation_unit_is_in_si, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(exported_texts_name_the_unit, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_picture_has_units_on_its_axes, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_system_of_your_own_says_what_its_length_is, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_sweep_keeps_the_unit, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
