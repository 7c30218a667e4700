#include <fpcheck/reference/evaluate.hpp>

#include <mpfr.h>

#include <array>
#include <string>

namespace fpcheck::reference {
namespace {

template <int N>
struct signature;
template <>
struct signature<1> {
  using type = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
};
template <>
struct signature<2> {
  using type = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
};
template <>
struct signature<3> {
  using type = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
};

int log_of_gamma(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t r) {
  int sign = 0;
  return mpfr_lgamma(y, &sign, x, r);
}

/// The angle in (0, pi) whose cotangent is x.
int inverse_cotangent(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t r) {
  mpfr_t one;
  mpfr_init2(one, 2);
  mpfr_set_ui(one, 1, MPFR_RNDN);
  const int side = mpfr_atan2(y, one, x, r);
  mpfr_clear(one);
  return side;
}

/// atanh(1 / x). The value is never a binary number: the bits decide on which side of one it lies.
int inverse_hyperbolic_cotangent(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t r) {
  const mpfr_exp_t e = mpfr_regular_p(x) ? mpfr_get_exp(x) : 0;
  mpfr_t wide;
  mpfr_init2(wide, 256 + (e > 0 ? 2 * e : 0)); // 1 / x and the cube behind it are so many bits apart
  mpfr_ui_div(wide, 1, x, MPFR_RNDN);
  mpfr_atanh(wide, wide, MPFR_RNDN);
  const int side = mpfr_set(y, wide, r);
  mpfr_clear(wide);
  return side;
}

/// One MPFR function under the arity it has.
struct entry {
  std::string_view name;
  int arity;
  signature<1>::type one = nullptr;
  signature<2>::type two = nullptr;
  signature<3>::type three = nullptr;

  entry(std::string_view n, signature<1>::type f) : name(n), arity(1), one(f) {}
  entry(std::string_view n, signature<2>::type f) : name(n), arity(2), two(f) {}
  entry(std::string_view n, signature<3>::type f) : name(n), arity(3), three(f) {}
};

#define FPCHECK_FUNCTION(name, arguments, mpfr) entry{#name, static_cast<signature<arguments>::type>(&(mpfr))},
const std::array entries{
#include <fpcheck/reference/functions.def>
};
#undef FPCHECK_FUNCTION

const entry& entry_of(function f) {
  return entries[static_cast<std::size_t>(f)];
}

mpfr_rnd_t direction_of(rounding r) {
  constexpr std::array table{MPFR_RNDN, MPFR_RNDD, MPFR_RNDU, MPFR_RNDZ, MPFR_RNDA};
  return table[static_cast<std::size_t>(r)];
}

/// An MPFR number that frees itself.
struct number {
  mpfr_t value;
  explicit number(mpfr_prec_t precision) { mpfr_init2(value, precision); }
  ~number() { mpfr_clear(value); }
  number(const number&) = delete;
  number& operator=(const number&) = delete;
};

/// MPFR's exponent range set to a format, and set back. MPFR's significand is below 1, hence the shifts by one.
struct exponent_range {
  mpfr_exp_t min = mpfr_get_emin();
  mpfr_exp_t max = mpfr_get_emax();
  explicit exponent_range(target_format to) {
    mpfr_set_emin(to.min_exponent - to.precision + 2);
    mpfr_set_emax(to.max_exponent + 1);
  }
  ~exponent_range() {
    mpfr_set_emin(min);
    mpfr_set_emax(max);
  }
  exponent_range(const exponent_range&) = delete;
  exponent_range& operator=(const exponent_range&) = delete;
};

int call(const entry& e, mpfr_ptr y, const std::array<number, 3>& x, mpfr_rnd_t r) {
  if (e.one) return e.one(y, x[0].value, r);
  if (e.two) return e.two(y, x[0].value, x[1].value, r);
  return e.three(y, x[0].value, x[1].value, x[2].value, r);
}

/// `y`, of that precision, as a number of the format.
rounded_value finished(mpfr_ptr y, int side, mpfr_rnd_t r, target_format to) {
  const exponent_range range(to);
  side = mpfr_check_range(y, side, r);
  side = mpfr_subnormalize(y, side, r);
  return {mpfr_get_d(y, MPFR_RNDN), side};
}

} // namespace

int arity(function f) noexcept {
  return entry_of(f).arity;
}

std::string_view name_of(function f) noexcept {
  return entry_of(f).name;
}

result<function> function_named(std::string_view name) {
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (entries[i].name == name) return static_cast<function>(i);
  return fail("unknown function '" + std::string(name) + "'");
}

rounded_value evaluate(function f, std::span<const double> arguments, rounding direction, target_format to) {
  const entry& e = entry_of(f);
  std::array<number, 3> x{number(53), number(53), number(53)};
  for (std::size_t i = 0; i < arguments.size() && i < x.size(); ++i) mpfr_set_d(x[i].value, arguments[i], MPFR_RNDN);
  const mpfr_rnd_t r = direction_of(direction);
  number y(to.precision);
  const int side = call(e, y.value, x, r);
  return finished(y.value, side, r, to);
}

bracket round_text(const std::string& text, double error, rounding direction, target_format to) {
  constexpr mpfr_prec_t wide = 1280; // the 256 bits of a text and an error 2^-1000 of it
  const mpfr_rnd_t r = direction_of(direction);
  number x(wide), low(wide), high(wide), y(to.precision);
  mpfr_set_str(x.value, text.c_str(), 0, MPFR_RNDN);
  mpfr_sub_d(low.value, x.value, error, MPFR_RNDD);
  mpfr_add_d(high.value, x.value, error, MPFR_RNDU);
  const auto rounded = [&](mpfr_ptr from) {
    const int side = mpfr_set(y.value, from, r);
    return finished(y.value, side, r, to).value;
  };
  if (error == 0) return {rounded(x.value), rounded(x.value)}; // and -0 stays what it is
  return {rounded(low.value), rounded(high.value)};
}

bracket enclose(function f, std::span<const double> arguments, target_format to) {
  return {evaluate(f, arguments, rounding::down, to).value, evaluate(f, arguments, rounding::up, to).value};
}

} // namespace fpcheck::reference
