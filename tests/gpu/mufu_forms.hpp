#pragma once
#include <fpcheck/exec/mufu.hpp>

/// X(name, ptx, model): the `.approx` instructions of one binary32 operand, with the function that models each.
#define FPCHECK_MUFU_FORMS(X)                                                                                          \
  X(rcp_ftz, "rcp.approx.ftz.f32", rcp_approx_ftz)                                                                     \
  X(rcp, "rcp.approx.f32", rcp_approx)                                                                                 \
  X(rsqrt_ftz, "rsqrt.approx.ftz.f32", rsqrt_approx_ftz)                                                               \
  X(rsqrt, "rsqrt.approx.f32", rsqrt_approx)                                                                           \
  X(sqrt_ftz, "sqrt.approx.ftz.f32", sqrt_approx_ftz)                                                                  \
  X(sqrt, "sqrt.approx.f32", sqrt_approx)                                                                              \
  X(ex2_ftz, "ex2.approx.ftz.f32", ex2_approx_ftz)                                                                     \
  X(ex2, "ex2.approx.f32", ex2_approx)                                                                                 \
  X(lg2_ftz, "lg2.approx.ftz.f32", lg2_approx_ftz)                                                                     \
  X(lg2, "lg2.approx.f32", lg2_approx)                                                                                 \
  X(sin_ftz, "sin.approx.ftz.f32", sin_approx_ftz)                                                                     \
  X(sin, "sin.approx.f32", sin_approx)                                                                                 \
  X(cos_ftz, "cos.approx.ftz.f32", cos_approx_ftz)                                                                     \
  X(cos, "cos.approx.f32", cos_approx)                                                                                 \
  X(tanh, "tanh.approx.f32", tanh_approx)
