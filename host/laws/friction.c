/* friction.c: friction laws of simulations by name. SPDX-License-Identifier: MIT */
#include "laws/friction.h"

#include "base/names.h"
#include "base/try.h"
#include "contact/patch.h"
#include "laws/law.h"
#include "laws/friction_parts.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void contensou__friction_free(struct contensou__friction *f)
{
    contensou__patch_data_free(&f->patch);
    contensou__law_free(&f->law);
    free(f->shared);
    free(f->fields);
    *f = (struct contensou__friction){0};
}

/* The parameters of a law as fields. */
static void add_fields(struct contensou__friction *f, const struct contensou__law *law)
{
    for (int i = 0; i < law->field_count; ++i) {
        struct contensou__field *field = &f->fields[f->field_count++];

        snprintf(field->name, sizeof field->name, "%s", law->names[i]);
        snprintf(field->unit, sizeof field->unit, "%s", law->unit[i]);
        snprintf(field->text, sizeof field->text, "%s", law->text[i]);
        field->value = law->value[i];
        field->low = law->least[i];
        field->open = law->open[i];
    }
}

static void make_line(struct contensou__friction *f, double eps)
{
    struct contensou__registry_place at = {.argument = f->argument, .eps = eps};
    struct contensou__law law = {0};

    f->jumps = f->about->jumps;
    f->about->numbers(&at, &law);
    f->lane_fields = law.field_count;
    add_fields(f, &law);
}

/* The kernel file of a law of contacts: one for circular patches, one for all. */
static struct contensou__registry_form form_of(const struct contensou__registry_law *about,
                                               int circular)
{
    if (circular && about->circular.file)
        return about->circular;
    return about->general.file ? about->general : (struct contensou__registry_form){about->file, 0};
}

static enum contensou_status make_model(struct contensou__friction *f,
                                        const struct contensou_patch *patch, int circular,
                                        struct contensou_error *err)
{
    TRY(contensou__law_create(&f->law, f->name, patch, err));
    f->needs_fit = 0;
    for (int i = 0; i < f->law.params; ++i)
        f->needs_fit |= f->law.free[i];
    if (circular && contensou__law_known(&f->law, patch))
        f->needs_fit = 0;
    f->lane_fields += f->law.field_count;
    f->rolling = f->about->tilts;
    add_fields(f, &f->law);
    return contensou__friction_share(f, f->law.table, f->law.count, err);
}

enum contensou_status contensou__friction_share(struct contensou__friction *f, const double *number,
                                                size_t count, struct contensou_error *err)
{
    double *grown;

    if (!count)
        return CONTENSOU_OK;
    grown = realloc(f->shared, (f->shared_count + count) * sizeof *grown);
    TRY(contensou__try_memory(grown, err, "the law %s", f->name));
    for (size_t i = 0; i < count; ++i) /* as the kernel sees them */
        grown[f->shared_count + i] = f->single ? (double)(float)number[i] : number[i];
    f->shared = grown;
    f->shared_count += count;
    return CONTENSOU_OK;
}

/* F goes before everything else that is shared. */
static enum contensou_status share_stretch(struct contensou__friction *f,
                                           struct contensou_error *err)
{
    enum { head = sizeof f->stretch.F / sizeof *f->stretch.F };
    double F[head];

    TRY(contensou__friction_share(f, f->stretch.F, head, err));
    memcpy(F, f->shared + f->shared_count - head, sizeof F);
    memmove(f->shared + head, f->shared, (f->shared_count - head) * sizeof *f->shared);
    memcpy(f->shared, F, sizeof F);
    f->rolling = 0;
    return CONTENSOU_OK;
}

/* The exact wrench of a patch as a law: its parameters, then its nodes or edges, are what the lanes share. */
static enum contensou_status share_patch(struct contensou__friction *f, struct contensou_error *err)
{
    TRY(contensou__friction_share(f, f->patch.params, (size_t)f->patch.param_count, err));
    return contensou__friction_share(f, f->patch.table, f->patch.count, err);
}

enum contensou__system_axes contensou__friction_axes(const struct contensou_patch *patch)
{
    if (!patch->turns && !patch->stretch.is)
        return contensou__system_no_axes;
    if (contensou__patch_has_two_frames(patch))
        return patch->frame == CONTENSOU_FRAME_BODY ? contensou__system_body_shape
                                                    : contensou__system_body_anisotropy;
    return (patch->turns ? patch->frame : patch->stretch_frame) == CONTENSOU_FRAME_GROUND
               ? contensou__system_fixed_axes
               : contensou__system_body_axes;
}

/* The exact wrench for every angle of the anisotropy. */
static enum contensou_status share_anisotropic(struct contensou__friction *f,
                                               const struct contensou_patch *patch,
                                               struct contensou_error *err)
{
    double anisotropy[3];

    f->form = (struct contensou__registry_form){"anisotropic_integral", 0};
    f->axes = contensou__friction_axes(patch);
    TRY(contensou__patch_make_anisotropic(patch, f->single, anisotropy, &f->patch, err));
    TRY(contensou__friction_share(f, anisotropy, 3, err));
    return share_patch(f, err);
}

static enum contensou_status make_contact(struct contensou__friction *f,
                                          const struct contensou_patch *patch, double eps,
                                          const struct contensou__friction_source *source,
                                          struct contensou_error *err)
{
    struct contensou__registry_place at = {.eps = eps};
    struct contensou__law_symmetry symmetry = {0};
    struct contensou__law common = {0};
    struct contensou_patch plain;

    f->lane_fields = contensou__friction_head;
    contensou__registry_common(&at, &common);
    add_fields(f, &common);
    if (!patch)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the law %s needs a contact", f->name);
    if (f->about->integrated && contensou__patch_has_two_frames(patch))
        return share_anisotropic(f, patch, err);
    plain = contensou__patch_plain(patch);
    TRY(contensou__law_symmetry(&plain, &symmetry, err));
    f->form = form_of(f->about, symmetry.circular);
    if (f->about->integrated) {
        TRY(contensou__patch_make_data(&plain, f->single, &f->patch, err));
        TRY(share_patch(f, err));
    } else if (f->about->tabulated)
        TRY(contensou__friction_table(f, &plain, symmetry.circular, source, err));
    else
        TRY(make_model(f, &plain, symmetry.circular, err));
    f->stretch = patch->stretch;
    f->axes = contensou__friction_axes(patch);
    return f->stretch.is ? share_stretch(f, err) : CONTENSOU_OK;
}

enum contensou_status
contensou__friction_create_from(struct contensou__friction *f, const char *name,
                                const struct contensou_patch *patch, double eps, int single,
                                const struct contensou__friction_source *source,
                                struct contensou_error *err)
{
    *f = (struct contensou__friction){.single = single};
    f->about = contensou__registry_find(name, f->argument);
    if (!f->about)
        return contensou__names_fail(err, "law", name, contensou__registry_names,
                                     contensou__registry_name_count);
    if (!(eps >= 0) || !isfinite(eps))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "law.eps = %.17g is not possible; it is a finite number from 0 on",
                              eps);
    snprintf(f->name, sizeof f->name, "%s", name);
    f->kind = f->about->kind;
    f->form = form_of(f->about, 0);
    f->fields = calloc(contensou__friction_head + contensou__law_most, sizeof *f->fields);
    TRY(contensou__try_memory(f->fields, err, "the law %s", name));
    if (f->kind == contensou__system_contact)
        return make_contact(f, patch, eps, source, err);
    if (f->kind == contensou__system_line)
        make_line(f, eps);
    return CONTENSOU_OK;
}

enum contensou_status contensou__friction_create(struct contensou__friction *f, const char *name,
                                                 const struct contensou_patch *patch, double eps,
                                                 int single, struct contensou_error *err)
{
    return contensou__friction_create_from(f, name, patch, eps, single, NULL, err);
}

enum contensou_status contensou__friction_set(struct contensou__friction *f, const char *name,
                                              double value, struct contensou_error *err)
{
    const int param = f->law.params ? contensou__law_find(&f->law, name) : -1;
    int found = 0;

    for (int i = 0; i < f->field_count; ++i)
        if (strcmp(f->fields[i].name, name) == 0) {
            f->fields[i].value = value;
            found = 1;
        }
    if (param >= f->law.field_count) {
        contensou__law_set(&f->law, param, value);
        f->shared[f->law.place[param] + (f->stretch.is ? 4 : 0)] = value;
        found = 1;
    }
    if (!found)
        return contensou_fail(err, CONTENSOU_ENOTFOUND, "the law %s has no number named '%s'",
                              f->name, name);
    return CONTENSOU_OK;
}

static enum contensou_status check(const struct contensou__field *field, double value,
                                   struct contensou_error *err)
{
    if (isnan(value) && strcmp(field->name, "eta_prime") == 0)
        return CONTENSOU_OK;
    if (isfinite(value) && (field->open ? value > field->low : value >= field->low))
        return CONTENSOU_OK;
    if (isinf(field->low))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "law.%s = %.17g is not possible; it is a finite number", field->name,
                              value);
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "law.%s = %.17g is not possible; it is a finite number %s %.6g",
                          field->name, value, field->open ? "above" : "not below", field->low);
}

int contensou__friction_lane_order(const struct contensou__friction *f)
{
    return f->about->order(f->argument);
}

/* eps, eta' and the slip at peak friction from eps, eta, eta'. */
static enum contensou_status put_head(const struct contensou__friction *f, const double *value,
                                      double *lane, struct contensou_error *err)
{
    long double slope, prime = value[2];

    if (value[1] != 1 && !isnan(value[2]))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "law.eta = %.15g and law.eta_prime = %.15g are both given, but one "
                              "follows from the other; give one",
                              value[1], value[2]);
    if (isnan(value[2]))
        prime = value[1] > 1 ? contensou__law_eta_prime_forward(value[1], &slope) : 0;
    if (prime > (f->single ? FLT_MAX : DBL_MAX))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "law.eta = %.17g is too large: its eta' has no room in %s precision",
                              value[1], f->single ? "single" : "double");
    lane[0] = value[0];
    lane[1] = (double)prime;
    lane[2] = pow(contensou__law_eta_prime_peak(lane[1]), 1.0 / contensou__friction_lane_order(f));
    if (value[0] == 0) /* there is none: eta itself, for the stepper event */
        lane[2] = isnan(value[2]) ? value[1] : (double)contensou__law_eta_prime_back(prime);
    return CONTENSOU_OK;
}

enum contensou_status contensou__friction_lane(const struct contensou__friction *f,
                                               const double *value, double *lane,
                                               struct contensou_error *err)
{
    for (int i = 0; i < f->field_count; ++i)
        TRY(check(&f->fields[i], value[i], err));
    if (f->kind == contensou__system_none)
        return CONTENSOU_OK;
    if (f->kind == contensou__system_line) {
        memcpy(lane, value, (size_t)f->lane_fields * sizeof *lane);
        return CONTENSOU_OK;
    }
    TRY(put_head(f, value, lane, err));
    memcpy(lane + contensou__friction_head, value + contensou__friction_head,
           (size_t)(f->lane_fields - contensou__friction_head) * sizeof *lane);
    return CONTENSOU_OK;
}

/* The roles ROLE and ROLE_fields, .. of a law whose functions begin with the prefix; those of contacts have all five parts. */
static void bind_friction(struct contensou__bundle *b, const char *role, const char *prefix,
                          int parts)
{
    static const char *const part[] = {"", "_fields", "_make", "_wrench", "_slide"};

    for (int i = 0; i < parts; ++i) {
        char name[64];

        snprintf(name, sizeof name, "%s%s", role, part[i]);
        contensou__bundle_role(b, name, prefix, part[i]);
    }
}

/* A bare law, to which regularised_law.h adds eps; returns the prefix of what it makes. */
static const char *bind_bare(const struct contensou__friction *f, struct contensou__bundle *b)
{
    const char *prefix = f->form.file;

    contensou__bundle_role(b, "law_params", prefix, "_params");
    contensou__bundle_role(b, "law_params_count", prefix, "_params_count");
    contensou__bundle_role(b, "law_make", prefix, "_make");
    contensou__bundle_role(b, "law_wrench", prefix, "_wrench");
    if (f->patch.anisotropic)
        contensou__bundle_role(b, "law_turn", prefix, "_turn");
    if (f->about->gradient)
        contensou__bundle_include(b, "laws/gradient_measure.h");
    contensou__bundle_role(b, "law_measure", f->about->gradient ? "gradient" : prefix, "_measure");
    contensou__bundle_number(b, "law_order", contensou__friction_lane_order(f));
    contensou__bundle_number(b, "law_polar", f->about->polar);
    contensou__bundle_include(b, f->rolling ? "laws/tilted_law.h" : "laws/regularised_law.h");
    return "regularised_law";
}

void contensou__friction_bind(const struct contensou__friction *f, struct contensou__bundle *b)
{
    const char *prefix = f->form.file;
    char path[64];

    f->about->bind(f->argument, f->single, b);
    contensou__bundle_number(b, "friction_gradient", f->about->gradient);
    contensou__bundle_number(b, "friction_integrated", f->about->integrated);
    if (f->about->integrated)
        contensou__patch_data_bind(&f->patch, b);
    snprintf(path, sizeof path, "laws/%s.h", prefix);
    contensou__bundle_include(b, path);
    if (f->kind == contensou__system_contact) {
        if (!f->form.fused)
            prefix = bind_bare(f, b);
        if (f->stretch.is) {
            bind_friction(b, "plain_friction", prefix, 5);
            contensou__bundle_include(b, "laws/stretched_friction.h");
            prefix = "stretched_friction";
        }
        bind_friction(b, "friction", prefix, 5);
    } else if (f->kind == contensou__system_line) {
        bind_friction(b, "friction", "line_friction", 3);
        contensou__bundle_role(b, "friction_force", prefix, "_force");
        contensou__bundle_role(b, "friction_corners", prefix, "_corners");
        contensou__bundle_role(b, "friction_corner", prefix, "_corner");
        contensou__bundle_define(b, "friction_slide_line", "line_friction_slide_line");
    } else {
        bind_friction(b, "friction", prefix, 3);
    }
}
