#include "multiprecision.hpp"

#include "mpfr_functions.hpp"

#include <cstring>

namespace fpcheck::exec {
namespace {

thread_local mpfr_prec_t bits = 128;
thread_local bool estimates = false;

/// What a bound computed in binary64 may lose to its own roundings.
constexpr double inflate = 1 + 0x1p-48;

/// An operand as MPFR reads it, on limbs that stay where they are.
struct view {
  mpfr_t v;
  mp_limb_t own = 0;
  explicit view(const multiprecision& a) {
    static_assert(sizeof(mp_limb_t) == sizeof(std::uint64_t));
    if (a.kind == 0) {
      mpfr_custom_init_set(v, MPFR_ZERO_KIND, 0, 53, &own);
      mpfr_set_d(v, a.lead, MPFR_RNDN);
    } else {
      mpfr_custom_init_set(v, a.kind < 0 ? -MPFR_REGULAR_KIND : MPFR_REGULAR_KIND, a.exponent, bits, const_cast<std::uint64_t*>(a.limbs));
    }
  }
  view(const view&) = delete;
  view& operator=(const view&) = delete;
};

/// A result of this thread's precision, on the stack.
struct room {
  mpfr_t v;
  mp_limb_t limbs[most_limbs] = {};
  room() { mpfr_custom_init_set(v, MPFR_ZERO_KIND, 0, bits, limbs); }
  room(const room&) = delete;
  room& operator=(const room&) = delete;
};

bool is_number(double x) { return std::fabs(x) < HUGE_VAL; }
/// A bound of the numbers of a ball.
double magnitude(const multiprecision& a) { return std::fabs(a.lead) * (1 + 0x1p-52); }

/// `spread` as an upper bound of a sum of products with radii, `radii` being their sum: none where there are none.
double bound(double spread, double radii) { return radii > 0 ? spread * inflate + 0x1p-1072 : 0.0; }

multiprecision plain(double v, double radius) {
  multiprecision out;
  out.lead = v, out.radius = radius;
  return out;
}
/// A result that binary64 cannot lead: what IEEE arithmetic gives, certain only where an operand says so.
multiprecision beyond(double ieee, bool special) { return plain(ieee, special && !is_number(ieee) ? 0.0 : HUGE_VAL); }

/// The ball around `y`, which is `inexact` or exact, with the operands' part of its radius.
multiprecision settle(room& y, int inexact, double spread, double ieee) {
  const double lead = mpfr_get_d(y.v, MPFR_RNDN);
  if (!is_number(lead)) return beyond(ieee, false);
  multiprecision out;
  out.lead = lead;
  out.radius = spread;
  if (inexact != 0) out.radius = (out.radius + std::ldexp(std::fabs(lead), -static_cast<int>(bits))) * inflate + 0x1p-1074;
  if (mpfr_zero_p(y.v)) return out;
  out.kind = mpfr_sgn(y.v);
  out.exponent = static_cast<std::int32_t>(mpfr_get_exp(y.v));
  std::memcpy(out.limbs, y.limbs, sizeof out.limbs);
  mpfr_sub_d(y.v, y.v, lead, MPFR_RNDN); // exact: at most the bits that `lead` leaves
  out.low = mpfr_get_d(y.v, MPFR_RNDN);
  if (out.low == 0 && mpfr_zero_p(y.v)) out.kind = 0; // `lead` says it all
  return out;
}

/// A number so well known that what is made of it is well known too.
bool is_tight(const multiprecision& a) { return a.radius <= 0x1p-60 * std::fabs(a.lead); }

/// The result `r` of such operands, where radii are estimates: a part of itself, and of the size of what was added up, as far as no bound is less.
/// An operand that cancellation has left little of keeps its bound.
multiprecision estimated(multiprecision r, double size, std::initializer_list<const multiprecision*> operands) {
  if (!estimates || !is_number(r.lead) || std::fabs(r.lead) < 0x1p-900) return r;
  for (const multiprecision* a : operands)
    if (!is_tight(*a)) return r;
  r.radius = std::fmin(r.radius, 0x1p-64 * std::fabs(r.lead) + 0x1p-140 * size);
  return r;
}

/// Elementary functions are taken of one number, then spread over the ball.
multiprecision monotone(const multiprecision& a, mpfr_function f, double ieee) {
  if (!is_number(a.lead)) return a.radius < HUGE_VAL ? plain(ieee, 0) : plain(ieee, HUGE_VAL);
  if (!(a.radius < HUGE_VAL)) return plain(ieee, HUGE_VAL);
  const view x(a);
  room y;
  const int inexact = f(y.v, x.v, MPFR_RNDN);
  if (!mpfr_number_p(y.v)) return plain(ieee, a.radius == 0 ? 0.0 : HUGE_VAL);
  return estimated(settle(y, inexact, monotone_spread(x.v, a.radius, y.v, f), ieee), 1.0, {&a});
}
/// A function whose derivative is at most one in size.
multiprecision gentle(const multiprecision& a, mpfr_function f) {
  if (!is_number(a.lead)) return plain(NAN, a.radius < HUGE_VAL ? 0.0 : HUGE_VAL);
  const view x(a);
  room y;
  const int inexact = f(y.v, x.v, MPFR_RNDN);
  return estimated(settle(y, inexact, std::fmin(a.radius, 2.0), 0.0), 1.0, {&a});
}

} // namespace

void set_multiprecision(std::uint32_t n) { bits = static_cast<mpfr_prec_t>(n & ~estimating_bits), estimates = (n & estimating_bits) != 0; }

multiprecision mp_add(const multiprecision& a, const multiprecision& b) {
  if (!is_number(a.lead) || !is_number(b.lead)) return beyond(a.lead + b.lead, a.radius < HUGE_VAL && b.radius < HUGE_VAL);
  const view x(a), y(b);
  room s;
  const int inexact = mpfr_add(s.v, x.v, y.v, MPFR_RNDN);
  if (mpfr_zero_p(s.v)) return plain(a.lead + b.lead == 0 ? a.lead + b.lead : 0.0, (a.radius + b.radius) * inflate);
  return estimated(settle(s, inexact, (a.radius + b.radius) * inflate, a.lead + b.lead), std::fmax(std::fabs(a.lead), std::fabs(b.lead)), {&a, &b});
}

multiprecision mp_mul(const multiprecision& a, const multiprecision& b) {
  const double ieee = a.lead * b.lead;
  if (!is_number(a.lead) || !is_number(b.lead)) return beyond(ieee, a.radius < HUGE_VAL && b.radius < HUGE_VAL);
  if ((a.lead == 0 && a.radius == 0) || (b.lead == 0 && b.radius == 0)) return plain(ieee, 0);
  const view x(a), y(b);
  room p;
  const int inexact = mpfr_mul(p.v, x.v, y.v, MPFR_RNDN);
  return estimated(settle(p, inexact, bound(magnitude(a) * b.radius + (magnitude(b) + b.radius) * a.radius, a.radius + b.radius), ieee), 0, {&a, &b});
}

multiprecision mp_fma(const multiprecision& a, const multiprecision& b, const multiprecision& c) {
  if (!is_number(a.lead) || !is_number(b.lead) || !is_number(c.lead)) return mp_add(mp_mul(a, b), c);
  if ((a.lead == 0 && a.radius == 0) || (b.lead == 0 && b.radius == 0)) return mp_add(plain(a.lead * b.lead, 0), c);
  const double ieee = std::fma(a.lead, b.lead, c.lead);
  const view x(a), y(b), z(c);
  room s;
  const int inexact = mpfr_fma(s.v, x.v, y.v, z.v, MPFR_RNDN);
  const double spread = bound(magnitude(a) * b.radius + (magnitude(b) + b.radius) * a.radius + c.radius, a.radius + b.radius + c.radius);
  if (mpfr_zero_p(s.v)) return plain(ieee == 0 ? ieee : 0.0, spread);
  return estimated(settle(s, inexact, spread, ieee), std::fmax(std::fabs(a.lead * b.lead), std::fabs(c.lead)), {&a, &b, &c});
}

multiprecision mp_div(const multiprecision& a, const multiprecision& b) {
  const double ieee = a.lead / b.lead, below = std::fabs(b.lead) * (1 - 0x1p-50) - b.radius;
  if (b.lead == 0 && b.radius == 0) return plain(ieee, 0);
  if (!is_number(b.lead)) return plain(ieee, b.radius == 0 && a.radius < HUGE_VAL ? 0.0 : HUGE_VAL);
  if (!is_number(a.lead)) return beyond(ieee, true);
  if (!(below > 0)) return plain(ieee, HUGE_VAL);
  if (a.lead == 0 && a.radius == 0) return plain(ieee, 0);
  const view x(a), y(b);
  room q;
  const int inexact = mpfr_div(q.v, x.v, y.v, MPFR_RNDN);
  const double size = std::fabs(mpfr_get_d(q.v, MPFR_RNDA));
  return estimated(settle(q, inexact, bound((a.radius + size * b.radius) / below, a.radius + b.radius), ieee), 0, {&a, &b});
}

multiprecision mp_sqrt(const multiprecision& a) {
  const double ieee = std::sqrt(a.lead);
  if (a.lead == 0 && a.radius == 0) return a;
  if (!is_number(a.lead)) return beyond(ieee, true);
  if (!(a.lead * (1 - 0x1p-50) - a.radius > 0)) return plain(ieee, a.radius == 0 ? 0.0 : HUGE_VAL);
  const view x(a);
  room s;
  const int inexact = mpfr_sqrt(s.v, x.v, MPFR_RNDN);
  return estimated(settle(s, inexact, bound(a.radius / (ieee * (1 - 0x1p-50)), a.radius), ieee), 0, {&a});
}

multiprecision mp_neg(const multiprecision& a) {
  multiprecision out = a;
  out.lead = -a.lead, out.low = -a.low, out.kind = -a.kind;
  return out;
}

multiprecision mp_exp2(const multiprecision& a) { return monotone(a, &mpfr_exp2, std::exp2(a.lead)); }
multiprecision mp_log2(const multiprecision& a) {
  if (a.lead * (1 - 0x1p-50) - a.radius <= 0 && a.radius != 0) return plain(std::log2(a.lead), HUGE_VAL);
  return monotone(a, &mpfr_log2, std::log2(a.lead));
}
multiprecision mp_sin(const multiprecision& a) { return gentle(a, &mpfr_sin); }
multiprecision mp_cos(const multiprecision& a) { return gentle(a, &mpfr_cos); }
multiprecision mp_tanh(const multiprecision& a) { return monotone(a, &mpfr_tanh, std::tanh(a.lead)); }

multiprecision mp_integer(std::int64_t v) {
  const std::uint64_t size = v < 0 ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
  return v < 0 ? mp_neg(mp_natural(size)) : mp_natural(size);
}
multiprecision mp_natural(std::uint64_t v) {
  const auto high = static_cast<double>(v & 0xffffffff00000000u), low = static_cast<double>(v & 0xffffffffu);
  return mp_add(plain(high, 0), plain(low, 0));
}

} // namespace fpcheck::exec
