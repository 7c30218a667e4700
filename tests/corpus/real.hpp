#pragma once
#include <mpfr.h>

#include <utility>

namespace corpus {

/// A real number of 2400 bits: sums and products of any few dozen f32 numbers are exact in it.
class real {
public:
  static constexpr mpfr_prec_t precision = 2400;
  real(double v = 0) { // NOLINT: numbers are reals
    mpfr_init2(value_, precision);
    mpfr_set_d(value_, v, MPFR_RNDN);
  }
  real(const real& other) {
    mpfr_init2(value_, precision);
    mpfr_set(value_, other.value_, MPFR_RNDN);
  }
  real& operator=(const real& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~real() { mpfr_clear(value_); }

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }
  bool is_nan() const { return mpfr_nan_p(value_) != 0; }
  bool is_inf() const { return mpfr_inf_p(value_) != 0; }
  double nearest() const { return mpfr_get_d(value_, MPFR_RNDN); }

  friend real operator+(const real& a, const real& b) { return binary(mpfr_add, a, b); }
  friend real operator-(const real& a, const real& b) { return binary(mpfr_sub, a, b); }
  friend real operator*(const real& a, const real& b) { return binary(mpfr_mul, a, b); }
  friend real operator/(const real& a, const real& b) { return binary(mpfr_div, a, b); }
  friend real operator-(const real& a) { return unary(mpfr_neg, a); }
  friend bool operator<=(const real& a, const real& b) { return mpfr_lessequal_p(a.value_, b.value_) != 0; }
  friend bool operator<(const real& a, const real& b) { return mpfr_less_p(a.value_, b.value_) != 0; }
  friend real abs(const real& a) { return unary(mpfr_abs, a); }
  friend real sqrt(const real& a) { return unary(mpfr_sqrt, a); }
  friend real reciprocal_sqrt(const real& a) { return unary(mpfr_rec_sqrt, a); }
  /// Transcendental functions, to 200 bits: ample beside bounds of some 2^-24.
  friend real exp2(const real& a) { return rounded(mpfr_exp2, a); }
  friend real log2(const real& a) { return rounded(mpfr_log2, a); }
  friend real sin(const real& a) { return rounded(mpfr_sin, a); }
  friend real cos(const real& a) { return rounded(mpfr_cos, a); }
  friend real tanh(const real& a) { return rounded(mpfr_tanh, a); }

private:
  using one_argument = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  using two_arguments = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
  static real unary(one_argument f, const real& a) {
    real r;
    f(r.value_, a.value_, MPFR_RNDN);
    return r;
  }
  static real binary(two_arguments f, const real& a, const real& b) {
    real r;
    f(r.value_, a.value_, b.value_, MPFR_RNDN);
    return r;
  }
  static real rounded(one_argument f, const real& a) {
    real r;
    mpfr_set_prec(r.value_, 200);
    f(r.value_, a.value_, MPFR_RNDN);
    real wide;
    mpfr_set(wide.value_, r.value_, MPFR_RNDN);
    return wide;
  }
  mpfr_t value_;
};

} // namespace corpus
