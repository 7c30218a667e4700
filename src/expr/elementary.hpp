#pragma once
#include "wide.hpp"

#include <fpcheck/expr/arithmetic.hpp>

#include <span>

namespace fpcheck::expr {

/// One elementary function with everything that is known of it. A row with a gap does not compile.
struct elementary_row {
  operation of;
  double (*value)(double x);                                 ///< in binary64, within 2 ulps
  int (*wide_value)(mpfr_ptr to, mpfr_srcptr x, mpfr_rnd_t); ///< at the precision of `to`
  wide (*slope)(const wide& x);                              ///< f'(x), for dual numbers: written out apart from `share`
  node_id (*share)(graph& g, node_id self, node_id up);      ///< up * f'(x) as a node
  double (*moved)(double x, double y, double e);             ///< how far f can move from y = f(x) when x moves by at most e > 0
  function_error accurate, fast;                             ///< what the libraries of kernels state
  std::string_view text, latex;                              ///< the differential
};

inline constexpr std::size_t elementary_count = 22;
/// All rows.
std::span<const elementary_row> elementary_rows();
/// The row of `o`, or null where it is no elementary function.
const elementary_row* find_elementary(operation o);

/// psi^(order)(x) in binary64 and at the precision of `to`; NaN at the poles, and below -4096, where the recurrence is too long.
double polygamma(std::int64_t order, double x);
void polygamma(std::int64_t order, mpfr_ptr to, mpfr_srcptr x);

} // namespace fpcheck::expr
