#include <fpcheck/reference/enclosure.hpp>

#include <gmp.h>
#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fpcheck::reference {

/// Two MPFR numbers; (+inf, -inf) is the empty set.
struct enclosure::bounds {
  mpfr_t lower, upper;

  explicit bounds(mpfr_prec_t bits) {
    mpfr_init2(lower, bits), mpfr_init2(upper, bits);
    mpfr_set_inf(lower, 1), mpfr_set_inf(upper, -1);
  }
  bounds(const bounds&) = delete;
  bounds& operator=(const bounds&) = delete;
  ~bounds() { mpfr_clear(lower), mpfr_clear(upper); }

  bool is_empty() const { return mpfr_greater_p(lower, upper) != 0; }
  int low_sign() const { return mpfr_sgn(lower); }
  int high_sign() const { return mpfr_sgn(upper); }
};

namespace {

using bounds = enclosure::bounds;
using made = std::shared_ptr<bounds>;
using unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

made of_precision(mpfr_prec_t bits) {
  return std::make_shared<bounds>(bits);
}
mpfr_prec_t common(const bounds& a, const bounds& b) {
  return std::max(mpfr_get_prec(a.lower), mpfr_get_prec(b.lower));
}

/// A function that grows, over the part of a where it is defined: from the bound that is `least` on.
made increasing(const bounds& a, unary f, double least) {
  const made r = of_precision(mpfr_get_prec(a.lower));
  if (a.is_empty() || mpfr_cmp_d(a.upper, least) < 0) return r;
  mpfr_t start;
  mpfr_init2(start, mpfr_get_prec(a.lower));
  mpfr_set_d(start, least, MPFR_RNDN);
  mpfr_max(start, start, a.lower, MPFR_RNDD);
  f(r->lower, start, MPFR_RNDD), f(r->upper, a.upper, MPFR_RNDU);
  mpfr_clear(start);
  return r;
}
/// A logarithm with its pole at `pole`, which itself has none.
made logarithm(const bounds& a, unary f, double pole) {
  if (!a.is_empty() && mpfr_cmp_d(a.upper, pole) <= 0) return of_precision(mpfr_get_prec(a.lower));
  return increasing(a, f, pole);
}

/// x * y rounded, with 0 * inf = 0.
void product(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t direction) {
  if (mpfr_zero_p(x) || mpfr_zero_p(y))
    mpfr_set_zero(r, 1);
  else
    mpfr_mul(r, x, y, direction);
}

/// floor(2 x / pi). Requires: x finite.
void quarter_of(mpz_ptr quarter, mpfr_srcptr x) {
  mpz_set_si(quarter, 0);
  if (mpfr_zero_p(x)) return;
  mpz_t above;
  mpz_init(above);
  // 2 x / pi is irrational: at some precision both roundings have the same integer part.
  for (mpfr_prec_t bits = mpfr_get_prec(x) + std::max<mpfr_exp_t>(mpfr_get_exp(x), 0) + 64;; bits *= 2) {
    mpfr_t q, pi;
    mpfr_init2(q, bits), mpfr_init2(pi, bits);
    const bool negative = mpfr_sgn(x) < 0;
    for (const mpfr_rnd_t direction : {MPFR_RNDD, MPFR_RNDU}) {
      mpfr_const_pi(pi, (direction == MPFR_RNDD) != negative ? MPFR_RNDU : MPFR_RNDD);
      mpfr_div(q, x, pi, direction);
      mpfr_mul_2ui(q, q, 1, direction);
      mpfr_get_z(direction == MPFR_RNDD ? quarter : above, q, MPFR_RNDD);
    }
    mpfr_clear(q), mpfr_clear(pi);
    if (mpz_cmp(quarter, above) == 0) break;
  }
  mpz_clear(above);
}

/// Whether a number that is `residue` modulo 4 lies in (first, last].
bool passes(mpz_srcptr first, mpz_srcptr last, unsigned residue) {
  mpz_t a, b;
  mpz_init(a), mpz_init(b);
  // The numbers of that residue up to x are counted by floor((x - residue) / 4).
  mpz_sub_ui(a, first, residue), mpz_sub_ui(b, last, residue);
  mpz_fdiv_q_2exp(a, a, 2), mpz_fdiv_q_2exp(b, b, 2);
  const bool differ = mpz_cmp(a, b) != 0;
  mpz_clear(a), mpz_clear(b);
  return differ;
}

/// A sine (its quarters as they are) or cosine (moved by one): 1 where quarter 1 begins, -1 where quarter 3 does.
made wave(const bounds& a, unary f, unsigned moved) {
  const made r = of_precision(mpfr_get_prec(a.lower));
  if (a.is_empty()) return r;
  mpfr_set_si(r->lower, -1, MPFR_RNDD), mpfr_set_si(r->upper, 1, MPFR_RNDU);
  if (mpfr_inf_p(a.lower) || mpfr_inf_p(a.upper)) return r;
  mpz_t first, last;
  mpz_init(first), mpz_init(last);
  quarter_of(first, a.lower), quarter_of(last, a.upper);
  const bool top = passes(first, last, (5 - moved) % 4), bottom = passes(first, last, (7 - moved) % 4);
  mpz_clear(first), mpz_clear(last);
  mpfr_t other;
  mpfr_init2(other, mpfr_get_prec(a.lower));
  if (!bottom) {
    f(r->lower, a.lower, MPFR_RNDD), f(other, a.upper, MPFR_RNDD);
    mpfr_min(r->lower, r->lower, other, MPFR_RNDD);
  }
  if (!top) {
    f(r->upper, a.lower, MPFR_RNDU), f(other, a.upper, MPFR_RNDU);
    mpfr_max(r->upper, r->upper, other, MPFR_RNDU);
  }
  mpfr_clear(other);
  return r;
}

/// The bound of a / b, 0 over an infinite divisor; `none` where the divisor is 0 and the quotient has no limit there.
void quotient(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t direction, int none) {
  if (mpfr_zero_p(a) || mpfr_inf_p(b))
    mpfr_set_zero(r, 1);
  else if (mpfr_zero_p(b))
    mpfr_set_inf(r, none);
  else
    mpfr_div(r, a, b, direction);
}

std::string hexadecimal(mpfr_srcptr x) {
  char* text = nullptr;
  if (mpfr_asprintf(&text, "%Ra", x) < 0) return {};
  std::string out(text);
  mpfr_free_str(text);
  return out;
}

} // namespace

enclosure::enclosure(double x, int bits) : enclosure(x, x, bits) {}
enclosure::enclosure(double lower, double upper, int bits) {
  const made r = of_precision(bits);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (lower <= upper && lower < infinity && upper > -infinity) {
    mpfr_set_d(r->lower, lower, MPFR_RNDD);
    mpfr_set_d(r->upper, upper, MPFR_RNDU);
  }
  bounds_ = r;
}
result<enclosure> enclosure::from_text(std::string_view number, int bits) {
  const std::string text(number);
  const made r = of_precision(bits);
  const bool read = !text.empty() && mpfr_set_str(r->lower, text.c_str(), 0, MPFR_RNDD) == 0 &&
                    mpfr_set_str(r->upper, text.c_str(), 0, MPFR_RNDU) == 0 && mpfr_number_p(r->lower) != 0;
  if (!read)
    return tl::unexpected(diagnostic{.message = "'" + text + "' is not a number", .hint = "write 0.1 or 0x1.8p-3"});
  return enclosure(r);
}
enclosure enclosure::pi(int bits) {
  const made r = of_precision(bits);
  mpfr_const_pi(r->lower, MPFR_RNDD), mpfr_const_pi(r->upper, MPFR_RNDU);
  return enclosure(r);
}
enclosure enclosure::empty(int bits) {
  return enclosure(of_precision(bits));
}
enclosure enclosure::entire(int bits) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {-infinity, infinity, bits};
}

int enclosure::precision() const noexcept {
  return static_cast<int>(mpfr_get_prec(bounds_->lower));
}
bool enclosure::is_empty() const noexcept {
  return bounds_->is_empty();
}
double enclosure::lower() const noexcept {
  return mpfr_get_d(bounds_->lower, MPFR_RNDD);
}
double enclosure::upper() const noexcept {
  return mpfr_get_d(bounds_->upper, MPFR_RNDU);
}
double enclosure::width() const noexcept {
  if (is_empty()) return std::numeric_limits<double>::quiet_NaN();
  mpfr_t w;
  mpfr_init2(w, 53);
  mpfr_sub(w, bounds_->upper, bounds_->lower, MPFR_RNDU);
  const double out = mpfr_get_d(w, MPFR_RNDU);
  mpfr_clear(w);
  return out;
}
double enclosure::middle() const noexcept {
  if (is_empty()) return std::numeric_limits<double>::quiet_NaN();
  const bool below = mpfr_inf_p(bounds_->lower) != 0, above = mpfr_inf_p(bounds_->upper) != 0;
  if (below && above) return 0;
  if (below || above) return below ? -std::numeric_limits<double>::max() : std::numeric_limits<double>::max();
  mpfr_t m;
  mpfr_init2(m, precision() + 1);
  mpfr_add(m, bounds_->lower, bounds_->upper, MPFR_RNDN);
  mpfr_div_2ui(m, m, 1, MPFR_RNDN);
  const double out = mpfr_get_d(m, MPFR_RNDN);
  mpfr_clear(m);
  return out;
}
bool enclosure::contains(double x) const noexcept {
  return std::isfinite(x) && mpfr_cmp_d(bounds_->lower, x) <= 0 && mpfr_cmp_d(bounds_->upper, x) >= 0;
}
bool enclosure::subset_of(const enclosure& other) const noexcept {
  return is_empty() || (mpfr_lessequal_p(other.bounds_->lower, bounds_->lower) != 0 &&
                        mpfr_greaterequal_p(other.bounds_->upper, bounds_->upper) != 0);
}
std::string enclosure::text() const {
  return is_empty() ? "[empty]" : "[" + hexadecimal(bounds_->lower) + ", " + hexadecimal(bounds_->upper) + "]";
}
enclosure enclosure::with_precision(int bits) const {
  const made r = of_precision(bits);
  mpfr_set(r->lower, bounds_->lower, MPFR_RNDD), mpfr_set(r->upper, bounds_->upper, MPFR_RNDU);
  return enclosure(r);
}
bool enclosure::operator==(const enclosure& other) const noexcept {
  return mpfr_equal_p(bounds_->lower, other.bounds_->lower) != 0 &&
         mpfr_equal_p(bounds_->upper, other.bounds_->upper) != 0;
}

enclosure operator-(const enclosure& a) {
  const made r = of_precision(a.precision());
  mpfr_neg(r->lower, a.bounds_->upper, MPFR_RNDD), mpfr_neg(r->upper, a.bounds_->lower, MPFR_RNDU);
  return a.is_empty() ? a : enclosure(r);
}
enclosure operator+(const enclosure& a, const enclosure& b) {
  const made r = of_precision(common(*a.bounds_, *b.bounds_));
  if (a.is_empty() || b.is_empty()) return enclosure(r);
  mpfr_add(r->lower, a.bounds_->lower, b.bounds_->lower, MPFR_RNDD);
  mpfr_add(r->upper, a.bounds_->upper, b.bounds_->upper, MPFR_RNDU);
  return enclosure(r);
}
enclosure operator-(const enclosure& a, const enclosure& b) {
  return a + -b;
}
enclosure operator*(const enclosure& a, const enclosure& b) {
  const mpfr_prec_t bits = common(*a.bounds_, *b.bounds_);
  const made r = of_precision(bits);
  if (a.is_empty() || b.is_empty()) return enclosure(r);
  mpfr_t p;
  mpfr_init2(p, bits);
  for (const mpfr_srcptr x : {&a.bounds_->lower[0], &a.bounds_->upper[0]})
    for (const mpfr_srcptr y : {&b.bounds_->lower[0], &b.bounds_->upper[0]}) {
      product(p, x, y, MPFR_RNDD);
      mpfr_min(r->lower, r->lower, p, MPFR_RNDD);
      product(p, x, y, MPFR_RNDU);
      mpfr_max(r->upper, r->upper, p, MPFR_RNDU);
    }
  mpfr_clear(p);
  return enclosure(r);
}
enclosure operator/(const enclosure& a, const enclosure& b) {
  const int bits = static_cast<int>(common(*a.bounds_, *b.bounds_));
  const int low = b.bounds_->low_sign(), high = b.bounds_->high_sign();
  if (a.is_empty() || b.is_empty() || (low == 0 && high == 0)) return enclosure::empty(bits);
  if (a.bounds_->low_sign() == 0 && a.bounds_->high_sign() == 0) return enclosure(0.0, bits);
  if (low < 0 && high > 0) return enclosure::entire(bits);
  if (high <= 0) return -a / -b;
  const made r = of_precision(bits);
  const bounds &x = *a.bounds_, &y = *b.bounds_; // y > 0, or 0 is its lower end
  quotient(r->lower, x.lower, x.low_sign() >= 0 ? y.upper : y.lower, MPFR_RNDD, -1);
  quotient(r->upper, x.upper, x.high_sign() >= 0 ? y.lower : y.upper, MPFR_RNDU, 1);
  return enclosure(r);
}
enclosure intersection(const enclosure& a, const enclosure& b) {
  const made r = of_precision(common(*a.bounds_, *b.bounds_));
  mpfr_max(r->lower, a.bounds_->lower, b.bounds_->lower, MPFR_RNDD);
  mpfr_min(r->upper, a.bounds_->upper, b.bounds_->upper, MPFR_RNDU);
  return r->is_empty() ? enclosure::empty(static_cast<int>(mpfr_get_prec(r->lower))) : enclosure(r);
}
enclosure convex_hull(const enclosure& a, const enclosure& b) {
  const made r = of_precision(common(*a.bounds_, *b.bounds_));
  mpfr_min(r->lower, a.bounds_->lower, b.bounds_->lower, MPFR_RNDD);
  mpfr_max(r->upper, a.bounds_->upper, b.bounds_->upper, MPFR_RNDU);
  return enclosure(r);
}

enclosure abs(const enclosure& a) {
  if (a.is_empty() || a.bounds_->low_sign() >= 0) return a;
  if (a.bounds_->high_sign() <= 0) return -a;
  const enclosure both = convex_hull(a, -a);
  return intersection(both, enclosure(0.0, std::numeric_limits<double>::infinity(), a.precision()));
}
enclosure sqr(const enclosure& a) {
  return enclosure(increasing(*abs(a).bounds_, mpfr_sqr, 0.0));
}
enclosure sqrt(const enclosure& a) {
  return enclosure(increasing(*a.bounds_, mpfr_sqrt, 0.0));
}
constexpr double anywhere = -std::numeric_limits<double>::infinity();
enclosure exp(const enclosure& a) {
  return enclosure(increasing(*a.bounds_, mpfr_exp, anywhere));
}
enclosure exp2(const enclosure& a) {
  return enclosure(increasing(*a.bounds_, mpfr_exp2, anywhere));
}
enclosure expm1(const enclosure& a) {
  return enclosure(increasing(*a.bounds_, mpfr_expm1, anywhere));
}
enclosure log(const enclosure& a) {
  return enclosure(logarithm(*a.bounds_, mpfr_log, 0.0));
}
enclosure log2(const enclosure& a) {
  return enclosure(logarithm(*a.bounds_, mpfr_log2, 0.0));
}
enclosure log1p(const enclosure& a) {
  return enclosure(logarithm(*a.bounds_, mpfr_log1p, -1.0));
}
enclosure sin(const enclosure& a) {
  return enclosure(wave(*a.bounds_, mpfr_sin, 0));
}
enclosure cos(const enclosure& a) {
  return enclosure(wave(*a.bounds_, mpfr_cos, 1));
}
enclosure atan(const enclosure& a) {
  return enclosure(increasing(*a.bounds_, mpfr_atan, anywhere));
}
enclosure sinh(const enclosure& a) {
  return enclosure(increasing(*a.bounds_, mpfr_sinh, anywhere));
}
enclosure tanh(const enclosure& a) {
  return enclosure(increasing(*a.bounds_, mpfr_tanh, anywhere));
}
enclosure erf(const enclosure& a) {
  return enclosure(increasing(*a.bounds_, mpfr_erf, anywhere));
}

} // namespace fpcheck::reference
