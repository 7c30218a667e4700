#include "wide.hpp"

namespace fpcheck::expr {
namespace {

/// Rounded once at `precision` where the function is one of MPFR's, else computed with 64 more bits.
void elementary_mpfr(operation o, mpfr_t out, const mpfr_t x) {
  constexpr mpfr_rnd_t rn = MPFR_RNDN;
  switch (o) {
  case operation::exp: mpfr_exp(out, x, rn); return;
  case operation::exp2: mpfr_exp2(out, x, rn); return;
  case operation::expm1: mpfr_expm1(out, x, rn); return;
  case operation::log: mpfr_log(out, x, rn); return;
  case operation::log2: mpfr_log2(out, x, rn); return;
  case operation::log1p: mpfr_log1p(out, x, rn); return;
  case operation::sqrt: mpfr_sqrt(out, x, rn); return;
  case operation::rsqrt: mpfr_rec_sqrt(out, x, rn); return;
  case operation::tanh: mpfr_tanh(out, x, rn); return;
  case operation::erf: mpfr_erf(out, x, rn); return;
  case operation::sin: mpfr_sin(out, x, rn); return;
  case operation::cos: mpfr_cos(out, x, rn); return;
  case operation::sigmoid:
  case operation::softplus: {
    mpfr_t t;
    mpfr_init2(t, mpfr_get_prec(out) + 64);
    mpfr_neg(t, x, rn);
    if (o == operation::sigmoid) {
      mpfr_exp(t, t, rn);
      mpfr_add_ui(t, t, 1, rn);
      mpfr_ui_div(out, 1, t, rn);
    } else { // max(x, 0) + log1p(exp(-|x|))
      if (mpfr_sgn(x) < 0) mpfr_neg(t, t, rn);
      mpfr_exp(t, t, rn);
      mpfr_log1p(t, t, rn);
      if (mpfr_sgn(x) > 0) {
        mpfr_add(out, t, x, rn);
      } else {
        mpfr_set(out, t, rn);
      }
    }
    mpfr_clear(t);
    return;
  }
  default: mpfr_set(out, x, rn); return;
  }
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

exact::double_double scalar<exact::double_double>::power(value x, value p) {
  static thread_local scratch a, b;
  a.set(x);
  b.set(p);
  mpfr_pow(b.value, a.value, b.value, MPFR_RNDN);
  return b.get();
}

} // namespace fpcheck::expr
