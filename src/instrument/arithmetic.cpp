#include "arithmetic.hpp"

#include "functions.hpp"

#include <iterator>

namespace fpcheck::instrument {
namespace {

using o = ptx::operation;

struct arithmetic_row {
  o what;
  std::string_view f64, ball;
};

// Radii are worked out with upward rounding. A rounding of the midpoint m to nearest is off by at most 2^-53 |m|; where m is subnormal, upward
// rounding of the radius covers it, since a positive term is added. A product of numbers below 2^-1074 counts as the zero that it becomes.
// A radius that is not a finite number says that nothing is known.
constexpr arithmetic_row rows[] = {
    {o::sum, "add.rn.f64 $d, $a, $b;", "{ .reg .f64 %t; add.rp.f64 $D, $A, $B; add.rn.f64 $d, $a, $b; abs.f64 %t, $d; fma.rp.f64 $D, %t, $U, $D; }"},
    {o::difference, "sub.rn.f64 $d, $a, $b;", "{ .reg .f64 %t; add.rp.f64 $D, $A, $B; sub.rn.f64 $d, $a, $b; abs.f64 %t, $d; fma.rp.f64 $D, %t, $U, $D; }"},
    // |a'b' - ab| <= |a| B + (|b| + B) A
    {o::product, "mul.rn.f64 $d, $a, $b;",
     "{ .reg .f64 %u, %v; abs.f64 %u, $a; abs.f64 %v, $b; add.rp.f64 %v, %v, $B; mul.rp.f64 $D, %u, $B; fma.rp.f64 $D, %v, $A, $D; "
     "mul.rn.f64 $d, $a, $b; abs.f64 %u, $d; fma.rp.f64 $D, %u, $U, $D; }"},
    {o::fused, "fma.rn.f64 $d, $a, $b, $c;",
     "{ .reg .f64 %u, %v; abs.f64 %u, $a; abs.f64 %v, $b; add.rp.f64 %v, %v, $B; fma.rp.f64 $D, %u, $B, $C; fma.rp.f64 $D, %v, $A, $D; "
     "fma.rn.f64 $d, $a, $b, $c; abs.f64 %u, $d; fma.rp.f64 $D, %u, $U, $D; }"},
    // |a'/b' - a/b| <= (A + |a/b| B) / (|b| - B); what the rounded quotient lacks, 2^-50 of it covers
    {o::quotient, "div.rn.f64 $d, $a, $b;",
     "{ .reg .f64 %u, %v; .reg .pred %p; abs.f64 %u, $b; sub.rm.f64 %u, %u, $B; div.rn.f64 $d, $a, $b; abs.f64 %v, $d; fma.rp.f64 %v, %v, 0d3CD0000000000000, %v; "
     "fma.rp.f64 $D, %v, $B, $A; setp.gt.f64 %p, %u, $0; div.rp.f64 $D, $D, %u; selp.f64 $D, $D, $I, %p; abs.f64 %v, $d; fma.rp.f64 $D, %v, $U, $D; }"},
    // |sqrt(a') - sqrt(a)| <= A / sqrt(a) for a' >= 0
    {o::root, "sqrt.rn.f64 $d, $a;",
     "{ .reg .f64 %u, %v; .reg .pred %p, %q; sqrt.rn.f64 $d, $a; setp.eq.f64 %p, $A, $0; setp.leu.f64 %q, $A, $a; div.rp.f64 %u, $A, $d; "
     "fma.rp.f64 %u, %u, 0d3CD0000000000000, %u; selp.f64 %u, $0, %u, %p; selp.f64 %u, %u, $I, %q; abs.f64 %v, $d; fma.rp.f64 $D, %v, $U, %u; }"},
    // |1/sqrt(a') - 1/sqrt(a)| <= A / (a - A) / sqrt(a) / 2; the half is left for the roundings of both midpoints
    {o::reciprocal_root, "sqrt.rn.f64 $d, $a; rcp.rn.f64 $d, $d;",
     "{ .reg .f64 %u, %v; .reg .pred %p; sqrt.rn.f64 %u, $a; sub.rm.f64 %v, $a, $A; rcp.rn.f64 $d, %u; setp.gt.f64 %p, %v, $0; div.rp.f64 %v, $A, %v; "
     "mul.rp.f64 %v, %v, $d; selp.f64 %v, %v, $I, %p; abs.f64 %u, $d; fma.rp.f64 $D, %u, 0d3CC0000000000000, %v; }"},
    {o::negation, "neg.f64 $d, $a;", "neg.f64 $d, $a; mov.f64 $D, $A;"},
    {o::magnitude, "abs.f64 $d, $a;", "abs.f64 $d, $a; mov.f64 $D, $A;"},
    {o::exponential, function::exponential_f64, function::exponential_ball},
    {o::logarithm, function::logarithm_f64, function::logarithm_ball},
    {o::sine, function::circular_f64, function::circular_ball},
    {o::cosine, function::circular_f64, function::circular_ball},
    {o::hyperbolic_tangent, function::tangent_f64, function::tangent_ball},
};

} // namespace

std::string_view pattern_of(ptx::operation what, domain in) {
  const o sought = what == o::reciprocal ? o::quotient : what;
  for (const arithmetic_row& r : rows)
    if (r.what == sought) return in == domain::f64 ? r.f64 : r.ball;
  return {};
}

} // namespace fpcheck::instrument
