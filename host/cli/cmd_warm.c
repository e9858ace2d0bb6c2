/* cmd_warm.c: contensou warm: builds the device programs of common commands, so that their first use does not wait for the
 * driver's compiler.
 *
 * A program follows from system, law, stepper, observers and device, not from numbers: short runs of the commands of the
 * README and the tutorials, whose results are thrown away, leave all programs that the long ones need in the cache.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* setenv, chmod */
#include "cli/command.h"
#include "cli/owned.h"
#include "cli/progress.h"

#include "base/clock.h"
#include "base/temporary.h"
#include "base/text.h"
#include "figures/figure.h"

#include <contensou/catalogue.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char machine_folder[] = "/var/cache/contensou";

/* Behind one trajectory of every system. Times are short but where lanes turn stiff later and go over to another method, and where a state hardly moves a tiny tolerance keeps the program from
 * warning of it. */
static const char *const lines[] = {
    "sweep pendulum --law I11 --vary omega_0=30:65:512 --time 60 --transient 40 --observe "
    "section,extrema",
    "sweep pendulum --law I11 --vary omega_0=30:65:512 --time 60 --transient 40 --observe section",
    "sweep disk_belt --vary v_b=0.1:1:512 --time 0.1 --observe stick,final",
    "sweep disk_belt --vary v_b=0.1:1:512 --time 0.1 --observe extrema,period",
    "sweep lorenz --vary rho=1:60:512 --time 0.1 --observe lyapunov",
    "sweep free_disk --vary init.omega=1:10:512 --time 0.1 --observe final",
    "eval --shape disk --theta 0:pi/2:19 --phi 0",
    "eval --shape ellipse:1,0.5 --pressure hertz --theta -pi/2:pi/2:9 --phi 0:2pi:9",
    "eval --shape rectangle:1,0.5 --theta -pi/2:pi/2:9 --phi 0:2pi:9",
    "limit --shape disk --load 0.5,0,0.1",
    "fit --shape disk --model I11",
};

/* One command, by this program itself; its results go to a file that is thrown away. */
static enum contensou_status build(const char *text, const char *folder, size_t number,
                                   const char *device, struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text line = {0};
    struct contensou_error why = {0};
    enum contensou_status status;

    contensou__text_printf(&line, "contensou %s --quiet -o '%s/%zu.%s'", text, folder, number,
                           strncmp(text, "fit ", 4) == 0 ? "json" : "csv");
    if (device)
        contensou__text_printf(&line, " --device '%s'", device);
    TRY(contensou__try_memory(line.failed ? NULL : text, err, "a command"));
    status = contensou__main_line(line.data, &why);
    if (!status ||
        status == CONTENSOU_EOUTCOME) /* the program is there, whatever became of lanes */
        return CONTENSOU_OK;
    return contensou_fail(err, status, "'contensou %.200s': %.600s", text, why.message);
}

/* Lets the others of the machine read what this process stored, and nothing else: the driver's own folder stays closed. */
static enum contensou_status open_to_all(struct contensou_error *err)
{
    DIR *const folder = opendir(machine_folder);
    int wrong = !folder || chmod(machine_folder, 0755) != 0;

    for (struct dirent *entry; folder && !wrong && (entry = readdir(folder));) {
        const size_t size = strlen(entry->d_name);

        if (size > 4 && strcmp(entry->d_name + size - 4, ".bin") == 0)
            wrong = fchmodat(dirfd(folder), entry->d_name, 0644, 0) != 0;
    }
    if (folder)
        closedir(folder);
    if (wrong)
        return contensou_fail(err, CONTENSOU_EIO, "cannot open the folder '%s' to all users: %s",
                              machine_folder, strerror(errno));
    return CONTENSOU_OK;
}

static enum contensou_status build_all(const struct contensou_catalogue *systems,
                                       const char *folder, const struct contensou__options *o,
                                       struct contensou_error *err)
{
    const size_t runs = contensou_catalogue_count(systems), more = sizeof lines / sizeof *lines;
    OWNED(contensou__progress_end) struct contensou__progress progress = {0};

    contensou__progress_begin(&progress, "commands", (double)(runs + more),
                              contensou__options_given(o, "quiet"));
    for (size_t i = 0; i < runs + more; ++i) {
        char run[128];

        snprintf(run, sizeof run, "run %.64s --time 0:0.01:2 --atol 1e-30",
                 i < runs ? contensou_catalogue_part(systems, i)->name : "");
        TRY(build(i < runs ? run : lines[i - runs], folder, i,
                  contensou__options_value(o, "device"), err));
        contensou__progress_update(&progress, (double)(i + 1));
        TRY(contensou__progress_check(err));
    }
    return CONTENSOU_OK;
}

static enum contensou_status run(const struct contensou__options *o, struct contensou_error *err)
{
    const int machine = contensou__options_given(o, "machine");
    const double start = contensou__clock_seconds();
    OWNED(contensou__owned_catalogue) struct contensou_catalogue *systems = NULL;
    OWNED(contensou__temporary_remove) struct contensou__temporary place = {0};

    if (machine && geteuid() != 0)
        return WRONG(err, "--machine writes to '%s', which only root may", machine_folder);
    if (machine)
        setenv("XDG_CACHE_HOME", "/var/cache", 1); /* whose folder of this name it is */
    TRY(contensou_catalogue_create(&systems, CONTENSOU_CATALOGUE_SYSTEMS, err));
    TRY(contensou__temporary_open(&place, "warm", err));
    TRY(build_all(systems, place.folder, o, err));
    if (machine)
        TRY(open_to_all(err));
    if (!contensou__options_given(o, "quiet"))
        fprintf(stderr, "the programs of %zu common commands are built (%.0f s)\n",
                contensou_catalogue_count(systems) + sizeof lines / sizeof *lines,
                contensou__clock_seconds() - start);
    return CONTENSOU_OK;
}

static const struct contensou__option option_rows[] = {
    {"machine", 0, NULL, NULL,
     "for every user of this machine, in /var/cache/contensou; root only"},
};

const struct contensou__command contensou__cmd_warm_command = {
    .name = "warm",
    .summary = "builds the device programs of common commands, before their first use",
    .usage = "[--machine]",
    .about =
        "The first command with a new choice of system, law, stepper and observers waits one to "
        "four seconds for the driver's compiler; what it built is kept in the cache "
        "($XDG_CACHE_HOME/contensou or ~/.cache/contensou) for the next time. This command "
        "builds the programs of one trajectory of every built-in system, of the sweeps of the "
        "README and the tutorial, and of eval, limit and fit. With --machine they go where every "
        "user finds them; a user's own cache comes first. Programs belong to one version of "
        "this library, one driver and one processor: run it again after an update.",
    .examples = "  contensou warm\n"
                "  sudo contensou warm --machine\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .run = run,
};
