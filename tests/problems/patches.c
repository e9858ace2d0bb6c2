/* patches.c: contact patches that cover the catalogue. SPDX-License-Identifier: MIT */
#include "problems/patches.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* What a row leaves out is 0. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
// clang-format off
const struct patches_one patches_all[] = {
    {"disk_uniform",          {0, "disk", "uniform",    0,    0,   {0, 0}}},
    {"disk_uniform_tilted",   {0, "disk", "uniform",    0.5,  0.7, {0, 0}}},
    {"disk_hertz",            {0, "disk", "hertz",      0,    0,   {0, 0}}},
    {"disk_hertz_tilted",     {0, "disk", "hertz",      1,    2.5, {0, 0}}},
    {"disk_parabolic",        {0, "disk", "parabolic",  0,    0,   {0.3, -0.2}}},
    {"disk_boussinesq",       {0, "disk", "boussinesq", 0,    0,   {0, 0}}},
    {"disk_boussinesq_tilted",{0, "disk", "boussinesq", -0.8, 0.3, {0, 0}}},
    {"disk_power_0.3",        {0, "disk", "power:0.3",  0,    0,   {0, 0}}},
    {"disk_power_0.3_tilted", {0, "disk", "power:0.3",  0.4,  -1,  {-1.5, 0.5}}},
    {"disk_power_2",          {0, "disk", "power:2",    0,    0,   {0, 0}}},
    {"disk_power_-0.6",       {0, "disk", "power:-0.6", 0,    0,   {0, 0}}},
    {"annulus_0.1",           {0, "annulus:0.1",  NULL, 0,    0,   {0, 0}}},
    {"annulus_0.5_tilted",    {0, "annulus:0.5",  NULL, 0.6,  0.4, {0, 0}}},
    {"annulus_0.9",           {0, "annulus:0.9",  NULL, 0,    0,   {0, 0}}},
    {"annulus_0.99",          {0, "annulus:0.99", NULL, 0,    0,   {0, 0}}},
    {"ellipse_uniform",       {0, "ellipse:1,0.5", "uniform",   0,   0, {0, 0}}},
    {"ellipse_hertz_tilted",  {0, "ellipse:1,0.5", "hertz",     0.8, 1, {0, 0}}},
    {"ellipse_parabolic",     {0, "ellipse:0.3,1", "parabolic", 0,   0, {0.1, 0.2}}},
    {"ellipse_power_0.3",     {0, "ellipse:0.3,1", "power:0.3", 0.5, 2, {0, 0}}},
    {"ellipse_boussinesq",    {0, "ellipse:1,0.5", "boussinesq", 0,  0, {0, 0}}},
    {"ellipse_slender",       {0, "ellipse:1,0.1", "hertz",     0,   0, {0, 0}}},
    {"ellipse_small",         {0, "ellipse:5e-3,2e-3", "hertz", 120, 0.3, {0, 0}}},
    {"rectangle",             {0, "rectangle:1,0.5", NULL, 0,   0,   {0, 0}}},
    {"rectangle_tilted",      {0, "rectangle:0.4,1", NULL, 0.7, 0.5, {0.2, 0.1}}},
    {"triangle",              {0, "polygon:check-values/triangle.csv", NULL, 0, 0, {0, 0}}},
    {"l_shape",               {0, "polygon:l_shape.csv", NULL, 0, 0, {0, 0}}},
    {"with_hole_tilted",      {0, "polygon:with_hole.csv", NULL, 0.3, 1.1, {0.1, 0.3}}},
    {"map_3x3",               {0, "map:check-values/map_3x3.csv", NULL, 0, 0, {0, 0}}},
    {"map_20x30_tilted",      {0, "map:map_20x30.csv", NULL, 0.2, -0.6, {0.5, -0.5}}},
};
// clang-format on
const size_t patches_count = sizeof patches_all / sizeof *patches_all;

static const char *behind_colon(const char *shape)
{
    const char *colon = strchr(shape, ':');

    return colon ? colon + 1 : "";
}

int patches_is(const struct contensou_patch_spec *spec, const char *shape)
{
    return strncmp(spec->shape, shape, strlen(shape)) == 0;
}

void patches_path(const struct contensou_patch_spec *spec, char path[1024])
{
    const char *name = behind_colon(spec->shape);

    snprintf(path, 1024, "%s%s", name[0] == '/' ? "" : CONTENSOU_SOURCE_DIR "/tests/problems/",
             name);
}

void patches_sizes(const struct contensou_patch_spec *spec, double size[2])
{
    size[0] = size[1] = 1;
    sscanf(behind_colon(spec->shape), "%lf,%lf", &size[0], &size[1]);
}

double patches_exponent(const struct contensou_patch_spec *spec)
{
    const char *p = spec->pressure ? spec->pressure : "uniform";

    return strcmp(p, "hertz") == 0        ? 0.5
           : strcmp(p, "parabolic") == 0  ? 1
           : strcmp(p, "boussinesq") == 0 ? -0.5
           : strncmp(p, "power:", 6) == 0 ? strtod(p + 6, NULL)
                                          : 0;
}

struct contensou_patch *patches_make(const struct contensou_patch_spec *spec)
{
    struct contensou_patch_spec full = *spec;
    struct contensou_patch *patch = NULL;
    struct contensou_error err = {0};
    char path[1024], shape[1100];

    full.size = sizeof full; /* the rows of the table leave it out */
    if (patches_is(spec, "polygon") || patches_is(spec, "map") || patches_is(spec, "cells")) {
        patches_path(spec, path);
        snprintf(shape, sizeof shape, "%.*s:%s", (int)strcspn(spec->shape, ":"), spec->shape, path);
        full.shape = shape;
    }
    if (contensou_patch_create(&patch, &full, &err) != CONTENSOU_OK)
        fail_msg("%s, %s: %s", spec->shape, spec->pressure ? spec->pressure : "uniform",
                 err.message);
    return patch;
}

struct contensou_patch *patches_make_named(const char *name)
{
    for (size_t i = 0; i < patches_count; ++i)
        if (strcmp(patches_all[i].name, name) == 0)
            return patches_make(&patches_all[i].spec);
    fail_msg("no patch named %s", name);
    return NULL;
}

int patches_listed(const char *list, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = list; (at = strstr(at, name)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return 1;
    return 0;
}
