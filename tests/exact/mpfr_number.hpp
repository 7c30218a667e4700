#pragma once
#include <mpfr.h>

#include <cstdint>

namespace fpcheck::exact::oracle {

/// An MPFR number of 2400 bits: sums, differences and products of a few binary64 numbers are exact in it.
class number {
public:
  number() { mpfr_init2(value_, 2400), mpfr_set_zero(value_, 1); }
  number(double x) : number() { mpfr_set_d(value_, x, MPFR_RNDN); }
  number(const number& o) : number() { mpfr_set(value_, o.value_, MPFR_RNDN); }
  number& operator=(const number& o) {
    mpfr_set(value_, o.value_, MPFR_RNDN);
    return *this;
  }
  ~number() { mpfr_clear(value_); }

  mpfr_ptr raw() { return value_; }
  mpfr_srcptr raw() const { return value_; }
  double to_double() const { return mpfr_get_d(value_, MPFR_RNDN); }

  friend number operator+(const number& a, const number& b) { return apply(mpfr_add, a, b); }
  friend number operator-(const number& a, const number& b) { return apply(mpfr_sub, a, b); }
  friend number operator*(const number& a, const number& b) { return apply(mpfr_mul, a, b); }
  friend number operator/(const number& a, const number& b) { return apply(mpfr_div, a, b); }
  friend bool operator==(const number& a, const number& b) { return mpfr_equal_p(a.value_, b.value_) != 0; }
  friend bool operator<=(const number& a, const number& b) { return mpfr_lessequal_p(a.value_, b.value_) != 0; }
  friend number abs(const number& a) {
    number r;
    mpfr_abs(r.value_, a.value_, MPFR_RNDN);
    return r;
  }

private:
  template <class F>
  static number apply(F f, const number& a, const number& b) {
    number r;
    f(r.value_, a.value_, b.value_, MPFR_RNDN);
    return r;
  }
  mpfr_t value_;
};

/// A sequence of words with every exponent, many short significands and many cancelling pairs (splitmix64).
class generator {
public:
  explicit generator(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, n).
  std::uint64_t below(std::uint64_t n) { return bits() % n; }
  /// A finite number with an exponent in [low, high] and, half the time, a short significand.
  double number_between(int low, int high) {
    std::uint64_t fraction = bits() & 0xfffffffffffffu;
    if (below(2) == 0) fraction &= ~std::uint64_t{0} << (52 - below(24));
    const auto e =
        static_cast<std::uint64_t>(low + 1023 + static_cast<int>(below(static_cast<std::uint64_t>(high - low + 1))));
    return __builtin_bit_cast(double, (bits() & 0x8000000000000000u) | e << 52 | (fraction & 0xfffffffffffffu));
  }

private:
  std::uint64_t state_;
};

} // namespace fpcheck::exact::oracle
