#include "elementary.hpp"

namespace fpcheck::expr {
namespace {

/// Rounded once where the function is one of MPFR's, else computed with 64 more bits.
void elementary_mpfr(operation o, mpfr_ptr out, mpfr_srcptr x) {
  const elementary_row* r = find_elementary(o);
  r != nullptr ? static_cast<void>(r->wide_value(out, x, MPFR_RNDN)) : mpfr_set_nan(out);
}

/// Whether MPFR computes a o b without rounding at the precision of `to`.
bool is_exact_mpfr(operation o, mpfr_ptr to, mpfr_srcptr a, mpfr_srcptr b) {
  switch (o) {
  case operation::add: return mpfr_add(to, a, b, MPFR_RNDN) == 0 && mpfr_number_p(to);
  case operation::sub: return mpfr_sub(to, a, b, MPFR_RNDN) == 0 && mpfr_number_p(to);
  case operation::mul: return mpfr_mul(to, a, b, MPFR_RNDN) == 0 && mpfr_number_p(to);
  case operation::div: return mpfr_div(to, a, b, MPFR_RNDN) == 0 && mpfr_number_p(to);
  case operation::pow: return mpfr_pow(to, a, b, MPFR_RNDN) == 0 && mpfr_number_p(to);
  case operation::hypot: return mpfr_hypot(to, a, b, MPFR_RNDN) == 0 && mpfr_number_p(to);
  default: return false;
  }
}

bool is_exact_mpfr(operation o, mpfr_ptr to, mpfr_srcptr x) {
  mpfr_clear_inexflag();
  elementary_mpfr(o, to, x);
  return mpfr_inexflag_p() == 0 && mpfr_number_p(to);
}

void literal_mpfr(mpfr_t out, const std::string& s) {
  if (s == "pi") {
    mpfr_const_pi(out, MPFR_RNDN);
  } else {
    mpfr_set_str(out, s.c_str(), 0, MPFR_RNDN);
  }
}

/// A 128-bit scratch number for double-double results.
struct scratch {
  mpfr_t value;
  scratch() { mpfr_init2(value, 128); }
  ~scratch() { mpfr_clear(value); }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;

  void set(exact::double_double x) {
    mpfr_set_d(value, x.high, MPFR_RNDN);
    mpfr_add_d(value, value, x.low, MPFR_RNDN);
  }
  exact::double_double get() {
    const double high = mpfr_get_d(value, MPFR_RNDN);
    if (!std::isfinite(high)) return high;
    mpfr_sub_d(value, value, high, MPFR_RNDN);
    return {high, mpfr_get_d(value, MPFR_RNDN)};
  }
};

} // namespace

wide scalar<wide>::from_literal(const std::string& s) {
  wide out;
  literal_mpfr(out.backend().data(), s);
  return out;
}

wide scalar<wide>::call(operation o, const wide& x) {
  wide out;
  elementary_mpfr(o, out.backend().data(), x.backend().data());
  return out;
}

wide scalar<wide>::slope(operation o, const wide& x) {
  const elementary_row* r = find_elementary(o);
  return r != nullptr ? r->slope(x) : wide(std::numeric_limits<double>::quiet_NaN());
}

wide scalar<wide>::polygamma(std::int64_t order, const wide& x) {
  wide out;
  expr::polygamma(order, out.backend().data(), x.backend().data());
  return out;
}

wide scalar<wide>::angle(const wide& y, const wide& x) {
  wide out;
  mpfr_atan2(out.backend().data(), y.backend().data(), x.backend().data(), MPFR_RNDN);
  return out;
}

wide scalar<wide>::hypot(const wide& x, const wide& y) {
  wide out;
  mpfr_hypot(out.backend().data(), x.backend().data(), y.backend().data(), MPFR_RNDN);
  return out;
}

bool scalar<wide>::is_exact(operation o, const wide& a, const wide& b, const wide&) {
  wide again;
  return is_exact_mpfr(o, again.backend().data(), a.backend().data(), b.backend().data());
}

bool scalar<wide>::is_exact(operation o, const wide& x, const wide& v) {
  wide again;
  return mpfr_integer_p(v.backend().data()) && is_exact_mpfr(o, again.backend().data(), x.backend().data());
}

wide scalar<wide>::power(const wide& x, const wide& p) {
  wide out;
  mpfr_pow(out.backend().data(), x.backend().data(), p.backend().data(), MPFR_RNDN);
  return out;
}

exact::double_double scalar<exact::double_double>::from_literal(const std::string& s) {
  scratch t;
  literal_mpfr(t.value, s);
  return t.get();
}

exact::double_double scalar<exact::double_double>::call(operation o, value x) {
  static thread_local scratch a, b;
  a.set(x);
  elementary_mpfr(o, b.value, a.value);
  return b.get();
}

exact::double_double scalar<exact::double_double>::polygamma(std::int64_t order, value x) {
  static thread_local scratch a, b;
  a.set(x);
  expr::polygamma(order, b.value, a.value);
  return b.get();
}

namespace {

/// A function of two numbers that MPFR rounds once.
exact::double_double of_two(int (*f)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t), exact::double_double x, exact::double_double y) {
  static thread_local scratch a, b;
  a.set(x);
  b.set(y);
  f(b.value, a.value, b.value, MPFR_RNDN);
  return b.get();
}

} // namespace

exact::double_double scalar<exact::double_double>::power(value x, value p) { return of_two(mpfr_pow, x, p); }
exact::double_double scalar<exact::double_double>::angle(value y, value x) { return of_two(mpfr_atan2, y, x); }
exact::double_double scalar<exact::double_double>::hypot(value x, value y) { return of_two(mpfr_hypot, x, y); }

bool scalar<exact::double_double>::is_exact(operation o, value a, value b, value v) {
  if (a.low != 0 || b.low != 0 || !std::isfinite(v.high)) return false;
  switch (o) {
  case operation::add:
  case operation::sub: return true;
  case operation::mul: return v.high == 0 ? a.high == 0 || b.high == 0 : std::fabs(v.high) > 0x1p-900;
  case operation::div: return v.low == 0 && is_exact_binary64(o, a.high, b.high, v.high);
  default: {
    static thread_local scratch x, y;
    x.set(a);
    y.set(b);
    return v.low == 0 && v.high == std::nearbyint(v.high) && is_exact_mpfr(o, y.value, x.value, y.value);
  }
  }
}

bool scalar<exact::double_double>::is_exact(operation o, value x, value v) {
  if (v.low != 0 || v.high != std::nearbyint(v.high)) return false;
  static thread_local scratch a, b;
  a.set(x);
  return is_exact_mpfr(o, b.value, a.value);
}

} // namespace fpcheck::expr
