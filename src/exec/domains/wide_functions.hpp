#pragma once

namespace fpcheck::exec {

/// A double-double midpoint with a radius.
struct wide_ball {
  double high, low, radius;
};
/// Elementary functions of a ball, by MPFR at the two ends where the function is monotone, else at the midpoint.
/// Error: encloses.
wide_ball wide_exp2(wide_ball a);
wide_ball wide_log2(wide_ball a);
wide_ball wide_sin(wide_ball a);
wide_ball wide_cos(wide_ball a);
wide_ball wide_tanh(wide_ball a);

} // namespace fpcheck::exec
