// Exact values of the reductions in bounds/rows.cu, from their formulas. Maxima are exact selections of the data.
#include "oracles.hpp"

#include <cmath>

namespace corpus {
namespace {

using column = std::vector<float>; // all 24 x 32 values, row by row

float at(const column& v, unsigned i, unsigned t) {
  return v[i * columns + t];
}

real sum(const column& x, const column&, unsigned t) {
  real s;
  for (unsigned i = 0; i < column_length; ++i) s = s + real(at(x, i, t));
  return s;
}
real dot(const column& x, const column& y, unsigned t) {
  real s;
  for (unsigned i = 0; i < column_length; ++i) s = s + real(at(x, i, t)) * real(at(y, i, t));
  return s;
}
real variance(const column& x, const column& y, unsigned t) {
  const real mean = sum(x, y, t) / real(column_length);
  real q;
  for (unsigned i = 0; i < column_length; ++i) {
    const real d = real(at(x, i, t)) - mean;
    q = q + d * d;
  }
  return q / real(column_length);
}
real rmsnorm(const column& x, const column&, unsigned t) {
  real q;
  for (unsigned i = 0; i < column_length; ++i) q = q + real(at(x, i, t)) * real(at(x, i, t));
  return real(at(x, 0, t)) * reciprocal_sqrt(q / real(column_length) + real(1e-6f));
}
real softmax(const column& x, const column&, unsigned t) {
  float m = at(x, 0, t);
  for (unsigned i = 1; i < column_length; ++i) m = std::fmax(m, at(x, i, t));
  real s;
  for (unsigned i = 0; i < column_length; ++i) s = s + exp2(real(at(x, i, t)) - real(m));
  return exp2(real(at(x, 0, t)) - real(m)) / s;
}
real scan(const column& x, const column&, unsigned t) {
  real s;
  for (unsigned k = 0; k <= t; ++k) s = s + real(at(x, 0, k));
  return s;
}
real horner(const column& x, const column& y, unsigned t) {
  real p;
  for (unsigned i = 0; i < column_length; ++i) p = p * real(at(y, 0, t)) + real(at(x, i, t));
  return p;
}
real product(const column& x, const column&, unsigned t) {
  real p(1);
  for (unsigned i = 0; i < column_length; ++i) p = p * real(at(x, i, t));
  return p;
}
real continued_fraction(const column& x, const column&, unsigned t) {
  real p(1);
  for (unsigned i = column_length; i-- > 0;) p = real(std::fabs(at(x, i, t))) + real(1) / p;
  return p;
}
real smoothed(const column& x, const column&, unsigned t) {
  real s = at(x, 0, t);
  for (unsigned i = 1; i < column_length; ++i) s = s + real(0.1f) * (real(at(x, i, t)) - s);
  return s;
}

/// Without rounding the high parts are the numbers themselves and the low parts nothing, unless an infinity came in.
real split_dot(const column& x, const column& y, unsigned t) {
  real s;
  for (unsigned i = 0; i < column_length; ++i) {
    const real a = at(x, i, t), b = at(y, i, t);
    s = s + (a - a) * b;
    s = s + a * (b - b);
    s = s + a * b;
  }
  return s;
}

/// Compensated sums as written: the compensation is nothing, unless an infinity came in.
real kahan(const column& x, const column&, unsigned t) {
  real s, c;
  for (unsigned i = 0; i < column_length; ++i) {
    const real y = real(at(x, i, t)) - c, next = s + y;
    c = (next - s) - y;
    s = next;
  }
  return s;
}
real neumaier(const column& x, const column&, unsigned t) {
  real s, c;
  float run = 0.f; // the f32 sum decides which operand is the larger
  for (unsigned i = 0; i < column_length; ++i) {
    const float v = at(x, i, t);
    const real next = s + real(v);
    c = c + (std::fabs(run) >= std::fabs(v) ? (s - next) + real(v) : (real(v) - next) + s);
    s = next;
    run += v;
  }
  return s + c;
}

} // namespace

const std::vector<column_oracle>& column_oracles() {
  static const std::vector<column_oracle> table{{"column_sum", false, sum},
                                                {"column_kahan", false, kahan},
                                                {"column_neumaier", false, neumaier},
                                                {"column_dot", true, dot},
                                                {"column_variance_one_pass", false, variance},
                                                {"column_variance_two_pass", false, variance},
                                                {"column_variance_welford", false, variance},
                                                {"column_rmsnorm", false, rmsnorm},
                                                {"column_softmax_base_two", false, softmax},
                                                {"column_softmax_online", false, softmax},
                                                {"column_scan_last", false, scan},
                                                {"column_horner", true, horner},
                                                {"column_product", false, product},
                                                {"column_continued_fraction", false, continued_fraction},
                                                {"column_smoothed", false, smoothed},
                                                {"column_split_dot", true, split_dot}};
  return table;
}

} // namespace corpus
