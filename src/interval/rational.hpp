#pragma once
#include <gmp.h>

#include <utility>

namespace fpcheck::interval::detail {

/// An exact rational number that frees itself.
class rational {
public:
  rational() { mpq_init(value_); }
  explicit rational(double x) : rational() { mpq_set_d(value_, x); }
  rational(const rational& o) : rational() { mpq_set(value_, o.value_); }
  rational(rational&& o) noexcept : rational() { mpq_swap(value_, o.value_); }
  rational& operator=(rational o) noexcept {
    mpq_swap(value_, o.value_);
    return *this;
  }
  ~rational() { mpq_clear(value_); }

  mpq_ptr raw() { return value_; }
  mpq_srcptr raw() const { return value_; }
  int sign() const { return mpq_sgn(value_); }

  /// base^exponent.
  static rational power(unsigned long base, long exponent) {
    rational r;
    mpz_ui_pow_ui(mpq_numref(r.value_), base, static_cast<unsigned long>(exponent < 0 ? -exponent : exponent));
    mpz_set_ui(mpq_denref(r.value_), 1);
    if (exponent < 0) mpq_inv(r.value_, r.value_);
    return r;
  }
  friend rational operator+(const rational& a, const rational& b) { return apply(mpq_add, a, b); }
  friend rational operator-(const rational& a, const rational& b) { return apply(mpq_sub, a, b); }
  friend rational operator*(const rational& a, const rational& b) { return apply(mpq_mul, a, b); }
  /// Requires: b != 0.
  friend rational operator/(const rational& a, const rational& b) { return apply(mpq_div, a, b); }
  friend bool operator<(const rational& a, const rational& b) { return mpq_cmp(a.value_, b.value_) < 0; }

private:
  template <class F>
  static rational apply(F f, const rational& a, const rational& b) {
    rational r;
    f(r.value_, a.value_, b.value_);
    return r;
  }
  mpq_t value_;
};

/// The greatest binary64 number (or -inf) at or below x.
double round_down(const rational& x);
/// The least binary64 number (or +inf) at or above x.
inline double round_up(const rational& x) {
  return -round_down(rational() - x);
}

} // namespace fpcheck::interval::detail
