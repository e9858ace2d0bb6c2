/* options.c: a command line, one argument a line, for the command that the first byte chooses.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "cli/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct contensou__command *const command[] = {
        &contensou__cmd_sweep_command, &contensou__cmd_run_command,  &contensou__cmd_fit_command,
        &contensou__cmd_eval_command,  &contensou__cmd_eta_command,  &contensou__cmd_limit_command,
        &contensou__cmd_list_command,  &contensou__cmd_merge_command};
    enum { most = 64 };
    static struct contensou__options o; /* large */
    const struct contensou__command *const c =
        command[size ? data[0] % (sizeof command / sizeof *command) : 0];
    char *const text = fuzz_text(data + (size > 0), size - (size > 0)), *argv[most + 1] = {NULL};
    struct contensou_error err = {0};
    const size_t argc = fuzz_split(text, argv, most);
    enum contensou_status status;

    contensou__options_init(&o, c->options, c->option_count, c->words);
    status = contensou__options_parse(&o, (int)argc, argv, 0, &err);
    fuzz_require_sentence(status, err);
    if (!status) {
        for (size_t i = 0; i < o.count; ++i)
            fuzz_require(!contensou__options_given(&o, o.row[i].name) || !o.row[i].argument ||
                         contensou__options_value(&o, o.row[i].name));
        fuzz_require(argc == 0 || *contensou__options_line(&o));
    }
    contensou__options_free(&o);
    free(text);
    return 0;
}
