/* cmd_fit_scan_plot.c: the picture of a scan over one number. SPDX-License-Identifier: MIT */
#include "cli/cmd_fit_scan.h"

#include "cli/contact_options.h"

#include <contensou/plot.h>

#include <math.h>

enum { most_traces = 8, colours = 4 };

enum contensou_status contensou__cmd_fit_scan_plot_check(const struct contensou__cmd_fit_scan *s,
                                                         struct contensou_error *err)
{
    const struct contensou__cmd_fit_vary_axis *axis = &s->vary.axis[0];
    int differ = 0;

    if (s->vary.axes != 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws a scan over one number, and --vary names %zu; leave "
                              "--plot out, or the others",
                              s->vary.axes);
    for (size_t i = 1; i < axis->count; ++i)
        differ |= axis->value[i] != axis->value[0];
    if (!differ)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot needs at least two different values of %s", axis->name);
    return contensou_plot_check(s->setup.plot, err);
}

/* Coefficients that are zero by the symmetry of the contact say nothing. */
static int is_drawn(const struct contensou__cmd_fit_scan *s, size_t k)
{
    double largest = 0;

    for (size_t i = 0; i < s->vary.total; ++i)
        largest = fmax(largest, fabs(s->parameter[k].value[i]));
    return s->parameter[k].shown && largest > 1e-6;
}

enum contensou_status contensou__cmd_fit_scan_plot_draw(const struct contensou__cmd_fit_scan *s,
                                                        struct contensou_error *err)
{
    const struct contensou__cmd_fit_scan_column *x = &s->varied[0];
    struct contensou_plot_trace parameters[most_traces], error;
    struct contensou_plot_panel panels[2] = {{"parameters", parameters, 0},
                                             {"rms error", &error, 1}};
    size_t shown = 0;
    char title[256], more[64] = "";

    for (size_t k = 0; k < s->parameters; ++k)
        if (is_drawn(s, k) && ++shown <= most_traces)
            parameters[shown - 1] = (struct contensou_plot_trace){
                s->parameter[k].name,
                x->value,
                s->parameter[k].value,
                s->vary.total,
                shown <= colours ? CONTENSOU_PLOT_LINE : CONTENSOU_PLOT_DASHED,
                (int)((shown - 1) % colours)};
    panels[0].count = shown < most_traces ? shown : most_traces;
    error = (struct contensou_plot_trace){
        NULL, x->value, s->error[0].value, s->vary.total, CONTENSOU_PLOT_LINE, 0};
    if (shown > most_traces)
        snprintf(more, sizeof more, ", the first %d of %zu parameters", (int)most_traces, shown);
    snprintf(title, sizeof title, "%s fitted to %.100s, %.40s, with %s varied%s",
             s->setup.fit.model, s->setup.spec.shape,
             contensou__contact_options_pressure(&s->setup.spec), x->name, more);
    /* where every parameter follows from the contact and none of them changes */
    return shown ? contensou_plot_panels(s->setup.plot, title, x->name, panels, 2, err)
                 : contensou_plot_panels(s->setup.plot, title, x->name, panels + 1, 1, err);
}
