/* report_json.c: the page of the JSON that fit and transitions write: its members as tables, the contact and its law, or
 * the fixed points, as pictures. SPDX-License-Identifier: MIT */
#include "picture/plot_sphere.h"
#include "picture/report.h"

#include "picture/report_page.h"

#include "base/try.h"
#include <contensou/fit.h>
#include <contensou/picture.h>
#include <contensou/plot.h>
#include <contensou/transitions.h>

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { types = CONTENSOU_TRANSITIONS_DEGENERATE + 1 };

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static const char *text_of(const cJSON *object, const char *name)
{
    const cJSON *const value = member(object, name);

    return cJSON_IsString(value) ? value->valuestring : "";
}

/* A value on one line; arrays with commas between their members, those within them in brackets. */
static void put_value(struct contensou__text *to, const cJSON *value, int depth)
{
    const cJSON *one;

    if (cJSON_IsString(value))
        contensou__text_printf(to, "%s", value->valuestring);
    else if (cJSON_IsNumber(value))
        contensou__text_printf(to, "%.7g", value->valuedouble);
    else if (cJSON_IsBool(value))
        contensou__text_printf(to, cJSON_IsTrue(value) ? "yes" : "no");
    if (!cJSON_IsArray(value))
        return;
    contensou__text_printf(to, depth ? "(" : "");
    cJSON_ArrayForEach(one, value)
    {
        contensou__text_printf(to, one == value->child ? "" : ", ");
        put_value(to, one, depth + 1);
    }
    contensou__text_printf(to, depth ? ")" : "");
}

static void put_cell(struct contensou__report_page_table *table, const cJSON *value)
{
    OWNED(contensou__text_free) struct contensou__text text = {0};

    put_value(&text, value, 0);
    contensou__report_page_cell(table, text.data);
    table->to->failed |= text.failed;
}

static int is_table(const cJSON *value)
{
    return cJSON_IsArray(value) && cJSON_IsObject(value->child);
}

/* What the page says elsewhere. */
static int is_head(const cJSON *value)
{
    return strncmp(value->string, "command", 7) == 0;
}

/* The members of an object that are no objects themselves. */
static void put_members(struct contensou__text *to, const cJSON *object, const char *title)
{
    struct contensou__report_page_table table;
    const cJSON *one;

    contensou__text_between(to, "<div><h3>", title, "</h3>\n");
    contensou__report_page_table_begin(&table, to, title, "name,value");
    cJSON_ArrayForEach(one, object) if (!cJSON_IsObject(one) && !is_table(one) && !is_head(one))
    {
        contensou__report_page_cell(&table, one->string);
        put_cell(&table, one);
    }
    contensou__report_page_table_end(&table);
    contensou__text_printf(to, "</div>\n");
}

static void put_numbers(struct contensou__report *r, const cJSON *root)
{
    struct contensou__text *const to = &r->to;
    const cJSON *one;

    contensou__report_section(r, "Results and parameters");
    contensou__text_printf(to, "<div class=\"cards\">\n");
    put_members(to, root, "the whole");
    cJSON_ArrayForEach(one, root) if (cJSON_IsObject(one)) put_members(to, one, one->string);
    contensou__text_printf(to, "</div>\n");
}

/* Arrays of objects with the members of the first. */
static void put_tables(struct contensou__report *r, const cJSON *root)
{
    struct contensou__text *const to = &r->to;
    const cJSON *list, *row, *one;

    cJSON_ArrayForEach(list, root) if (is_table(list))
    {
        struct contensou__report_page_table table;

        contensou__report_section(r, list->string);
        contensou__report_page_table_begin(&table, to, list->string, "");
        cJSON_ArrayForEach(one, list->child)
            contensou__report_page_column(&table, one->string, NULL, cJSON_IsNumber(one));
        cJSON_ArrayForEach(row, list) cJSON_ArrayForEach(one, list->child)
            put_cell(&table, member(row, one->string));
        contensou__report_page_table_end(&table);
    }
}

static enum contensou_status put_fit(struct contensou__report *r)
{
    OWNED(contensou_fit_file_free) struct contensou_fit_file fit = {0};
    const struct contensou_picture_options options = {.size = sizeof options};

    TRY(contensou_fit_file_read(&fit, r->file, r->err));
    if (strcmp(fit.result.model, "exact") != 0)
        TRY(contensou__report_show(
            r, contensou_plot_law(r->path, "", fit.patch, &fit.result, 1, 1, NULL, r->err),
            "Force along the slip and torque, from sliding (theta = 0) to spinning (theta = pi/2): "
            "exact, and by the fitted law"));
    if (!fit.spec.shape && !fit.spec.arrays)
        return CONTENSOU_OK;
    return contensou__report_show(
        r, contensou_picture_patch(&fit.spec, NULL, r->path, &options, r->err),
        "The contact with its pressure over the mean pressure, in units of its length");
}

/* The fixed points on the sphere of directions, by their types. */
static enum contensou_status put_points(struct contensou__report *r, const cJSON *points)
{
    struct contensou__plot_sphere sphere;

    contensou__plot_sphere_open(&sphere, "");
    for (int t = 0; t < types; ++t) {
        const enum contensou_transitions_type type = (enum contensou_transitions_type)t;
        struct contensou__chart_layer *to = NULL;
        const cJSON *one;

        cJSON_ArrayForEach(
            one, points) if (!strcmp(text_of(one, "type"), contensou_transitions_type_name(type)))
        {
            double n[3];

            for (int k = 0; k < 3; ++k)
                n[k] = cJSON_GetNumberValue(cJSON_GetArrayItem(member(one, "n"), k));
            if (!to)
                to = contensou__plot_sphere_type(&sphere, type);
            contensou__plot_sphere_point(to, n);
        }
    }
    return contensou__report_show(r, contensou__plot_sphere_draw(&sphere, r->path, r->err),
                                  "Fixed points of the fast flow on the sphere of slip directions "
                                  "(equal-area projection)");
}

static void put_making(struct contensou__report *r, const char *line)
{
    struct contensou__text *const to = &r->to;

    contensou__report_section(r, "How it was computed");
    contensou__text_between(to, "<pre>", line, "</pre>\n");
}

static enum contensou_status put_page(struct contensou__report *r, const cJSON *root)
{
    const cJSON *const points = member(root, "fixed_points");
    const char *const line =
        *text_of(root, "command") ? text_of(root, "command") : text_of(root, "command_line");
    OWNED(contensou__text_free) struct contensou__text title = {0};
    OWNED(contensou__text_free) struct contensou__text facts = {0};

    if (!*text_of(root, "version") || (!is_table(points) && !*text_of(root, "model")))
        return contensou_fail(r->err, CONTENSOU_EINPUT,
                              "'%s' is no result of this program: JSON of 'contensou fit' or "
                              "'contensou transitions' is meant",
                              r->file);
    if (is_table(points))
        contensou__text_printf(&title, "%d fixed points, law %s", cJSON_GetArraySize(points),
                               text_of(root, "law"));
    else
        contensou__text_printf(&title, "%s for %s, %s", text_of(root, "model"),
                               text_of(member(root, "contact"), "shape"),
                               text_of(member(root, "contact"), "pressure"));
    contensou__text_printf(&facts, "contensou %s", text_of(root, "version"));
    contensou__report_begin(r, line, title.data, facts.data);
    contensou__report_section(r, "Pictures");
    TRY(is_table(points) ? put_points(r, points) : put_fit(r));
    put_numbers(r, root);
    put_tables(r, root);
    put_making(r, line);
    return CONTENSOU_OK;
}

static void release_json(cJSON **root)
{
    cJSON_Delete(*root);
}

enum contensou_status contensou__report_json(struct contensou__report *r)
{
    OWNED(contensou__text_free) struct contensou__text text = {0};
    OWNED(release_json) cJSON *root = NULL;

    TRY(contensou__text_read_file(&text, r->file, r->err));
    root = cJSON_Parse(text.data);
    return root ? put_page(r, root)
                : contensou_fail(r->err, CONTENSOU_EINPUT, "'%s' is not JSON", r->file);
}
