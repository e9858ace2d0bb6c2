/* cplusplus.cpp: the headers and their initialisers in C++. SPDX-License-Identifier: MIT */
#include <contensou/contensou.h>

int main()
{
    struct contensou_eval_options eval = CONTENSOU_INIT(contensou_eval_options);
    struct contensou_fit_options fit = CONTENSOU_INIT(contensou_fit_options);

    fit.norm = CONTENSOU_NORM_MAX;
    return eval.size == sizeof eval && fit.size == sizeof fit ? 0 : 1;
}
