#pragma once
#include <fpcheck/kernels/logits.hpp>

#include <mpfr.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

/// Softmaxes of rows in MPFR, at a precision at which binary64 results are as good as exact for the bounds here.
namespace rows {

/// A number of 160 bits.
class real {
public:
  explicit real(double x = 0) {
    mpfr_init2(value_, 160);
    mpfr_set_d(value_, x, MPFR_RNDN);
  }
  real(const real& other) : real() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  real& operator=(const real& other) { return mpfr_set(value_, other.value_, MPFR_RNDN), *this; }
  ~real() { mpfr_clear(value_); }
  double number() const { return mpfr_get_d(value_, MPFR_RNDN); }
  friend real operator+(real a, const real& b) { return mpfr_add(a.value_, a.value_, b.value_, MPFR_RNDN), a; }
  friend real operator-(real a, const real& b) { return mpfr_sub(a.value_, a.value_, b.value_, MPFR_RNDN), a; }
  friend real operator*(real a, const real& b) { return mpfr_mul(a.value_, a.value_, b.value_, MPFR_RNDN), a; }
  friend real operator/(real a, const real& b) { return mpfr_div(a.value_, a.value_, b.value_, MPFR_RNDN), a; }
  friend bool operator<(const real& a, const real& b) { return mpfr_less_p(a.value_, b.value_) != 0; }
  friend real exp(real a) { return mpfr_exp(a.value_, a.value_, MPFR_RNDN), a; }
  friend real log(real a) { return mpfr_log(a.value_, a.value_, MPFR_RNDN), a; }
  friend real tanh(real a) { return mpfr_tanh(a.value_, a.value_, MPFR_RNDN), a; }

private:
  mpfr_t value_;
};

/// The exact softmax of a row, and what its error bounds are made from.
struct exact_row {
  bool undefined = false;    ///< a NaN or an infinite weight is among the numbers
  double seen = 0;           ///< numbers that weigh
  double maximum = 0;        ///< of the logits with their scale
  double log_sum = 0;        ///< of the weights relative to the maximum
  double log_sum_exp = 0;
  double spread = 0;         ///< of the logits without their scale
  std::vector<double> p;     ///< exact weights
  std::vector<double> below; ///< scale (max - z) of each, +infinity for a mask
};

namespace detail {
inline real exact_logit(double x, double cap) { return cap > 0 ? real(cap) * tanh(real(x) / real(cap)) : real(x); }

inline void weigh(exact_row& row, const std::vector<real>& t, const std::vector<bool>& seen, const real& maximum) {
  real sum;
  std::vector<real> e(t.size());
  for (std::size_t i = 0; i < t.size(); ++i)
    if (seen[i]) e[i] = exp(t[i] - maximum), sum = sum + e[i];
  for (std::size_t i = 0; i < t.size(); ++i)
    if (seen[i]) row.p[i] = (e[i] / sum).number(), row.below[i] = (maximum - t[i]).number();
  row.maximum = maximum.number();
  row.log_sum = log(sum).number();
  row.log_sum_exp = (log(sum) + maximum).number();
}
} // namespace detail

/// The exact row of the numbers `x`, the first `length` of which are seen. `cap` 0 for none.
inline exact_row make_exact(const std::vector<float>& x, std::int32_t length, const real& scale, double cap) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  exact_row row;
  row.p.assign(x.size(), 0), row.below.assign(x.size(), inf);
  std::vector<real> t(x.size());
  std::vector<bool> seen(x.size(), false);
  real maximum(-inf);
  double least = inf, most = -inf;
  for (std::size_t i = 0; i < x.size() && i < static_cast<std::size_t>(length); ++i) {
    const double v = static_cast<double>(x[i]);
    if (v == -inf) continue;
    if (v == inf && cap == 0 && scale < real(0)) continue; // weighs nothing
    if (std::isnan(v) || (v == inf && cap == 0)) return row.undefined = true, row;
    seen[i] = true;
    const real z = detail::exact_logit(v, cap);
    t[i] = scale * z;
    if (maximum < t[i]) maximum = t[i];
    least = std::fmin(least, z.number()), most = std::fmax(most, z.number());
    row.seen += 1;
  }
  if (row.seen == 0) return row.log_sum_exp = -inf, row;
  row.spread = most - least;
  detail::weigh(row, t, seen, maximum);
  return row;
}

} // namespace rows
