// The loops that a compiler vectorises, included once by each instruction set's translation unit, inside its namespace
// `FPCHECK_LANES_NAMESPACE`. Only always-inlined functions and plain calls into `one` appear here (see
// batch_table.hpp).
#include <fpcheck/exact/error_free.hpp>

#include "batch_table.hpp"

#include <cstdint>

namespace fpcheck::interval::batch::FPCHECK_LANES_NAMESPACE {

using word = std::int64_t;

#define FPCHECK_LANE static inline __attribute__((always_inline))

FPCHECK_LANE word as_word(double x) {
  return __builtin_bit_cast(word, x);
}
FPCHECK_LANE double as_double(word x) {
  return __builtin_bit_cast(double, x);
}
FPCHECK_LANE double size_of(double x) {
  return __builtin_fabs(x);
}
/// The neighbours of a normal number.
FPCHECK_LANE double above(double x) {
  return as_double(as_word(x) + 1 + 2 * (as_word(x) >> 63));
}
FPCHECK_LANE double below(double x) {
  return as_double(as_word(x) - 1 - 2 * (as_word(x) >> 63));
}
FPCHECK_LANE double nearest(double x) {
  return (x + 0x1.8p52) - 0x1.8p52;
}
/// The low bits of nearest(x) as an integer.
FPCHECK_LANE word nearest_word(double x) {
  return as_word(x + 0x1.8p52) - as_word(0x1.8p52);
}

inline constexpr double huge = 0x1p1000, tiny = 0x1p-900;
inline constexpr std::size_t block = 64;

/// A value high + low.
struct pair {
  double high, low;
};

/// What a block of evaluations leaves for rounding outward.
struct evaluated {
  alignas(64) double down[block];
  alignas(64) double up[block];
  alignas(64) word doubtful[block];
};

/// high + low, of relative error below `error`, rounded to both sides. Requires: high is normal, far from overflow.
FPCHECK_LANE void settle(pair v, double error, evaluated& e, std::size_t j, word doubtful) {
  const double margin = size_of(v.high) * error;
  e.down[j] = v.low > 0 ? v.high : below(v.high);
  e.up[j] = v.low > 0 ? above(v.high) : v.high;
  e.doubtful[j] = doubtful | (size_of(v.low) > margin ? 0 : 1);
}

/// e^x, as exact::kernel::exp with a binary64 tail: the terms from r^2 / 2 on are below 2^-16 of the result, so their
/// roundings are below 2^-67; the table and the product are exact to 2^-105.
FPCHECK_LANE void exp_lanes(const double* x, evaluated& e, const kernel_tables& t) {
#pragma GCC ivdep
  for (std::size_t j = 0; j < block; ++j) {
    const word outside = size_of(x[j]) <= 700 ? 0 : 1; // near 0 the low part vanishes, which is doubtful by itself
    const double v = outside != 0 ? 1.0 : x[j];
    const double k = nearest(v * 0x1.71547652b82fep+6);
    const word n = nearest_word(v * 0x1.71547652b82fep+6);
    const double a = __builtin_fma(-k, 0x1.62e42fefa0000p-7, v);
    const double b = k * -0x1.cf79abc9e0000p-46;
    const double r = a + b;
    const double rest = (a - r) + b - k * 0x1.d9cc01f97b57ap-85;
    double p = __builtin_fma(r, 1.0 / 5040, 1.0 / 720);
    p = __builtin_fma(r, p, 1.0 / 120);
    p = __builtin_fma(r, p, 1.0 / 24);
    p = __builtin_fma(r, p, 1.0 / 6);
    p = __builtin_fma(r, p, 0.5);
    const double q = __builtin_fma(r * r, p, __builtin_fma(rest, r, rest));
    const word i = n & 63;
    const double th = t.exp_high[i], tl = t.exp_low[i];
    const double m = th * r, me = __builtin_fma(th, r, -m);
    const double s = th + m, se = (th - s) + m;
    const double tail = se + (me + __builtin_fma(th, q, __builtin_fma(tl, r, tl)));
    const double high = s + tail;
    const word scale = (n >> 6) << 52;
    const double low = (s - high) + tail;
    settle({high, low}, 0x1p-62, e, j, outside);
    e.down[j] = as_double(as_word(e.down[j]) + scale), e.up[j] = as_double(as_word(e.up[j]) + scale);
  }
}

/// log(x), as exact::kernel::log: r - r^2 / 2 is kept as two numbers, the terms from r^3 / 3 on (2^-16 of r) in one.
FPCHECK_LANE void log_lanes(const double* x, evaluated& e, const kernel_tables& t) {
#pragma GCC ivdep
  for (std::size_t j = 0; j < block; ++j) {
    // One comparison for both ends. log 1 = 0 is doubtful by itself.
    const auto beyond = static_cast<std::uint64_t>(as_word(x[j])) - static_cast<std::uint64_t>(as_word(0x1p-1000));
    const word outside = beyond <= static_cast<std::uint64_t>(as_word(0x1p1000) - as_word(0x1p-1000)) ? 0 : 1;
    const double v = outside != 0 ? 2.0 : x[j];
    // The exponent that brings the significand into [0.707, 1.414].
    const word shifted = as_word(v) - as_word(0x1.6a09e667f3bcdp-1);
    const word n = shifted >> 52;
    const double m = as_double(as_word(v) - (n << 52));
    const word i = nearest_word(m * 128) - 90;
    const double c = t.reciprocal[i];
    const double p = m * c, pe = __builtin_fma(m, c, -p);
    const double f = p - 1;
    const double r = f + pe, rl = (f - r) + pe;
    const double square = r * r, square_low = __builtin_fma(r, r, -square);
    double q = __builtin_fma(r, 1.0 / 9, -1.0 / 8); // what is left out is below r^10 / 10, 2^-70 of the result
    q = __builtin_fma(r, q, 1.0 / 7);
    q = __builtin_fma(r, q, -1.0 / 6);
    q = __builtin_fma(r, q, 0.2);
    q = __builtin_fma(r, q, -0.25);
    q = __builtin_fma(r, q, 1.0 / 3);
    const double h = -0.5 * square;
    const double u = r + h, ul = (r - u) + h; // |h| < |r|
    const double k = as_double(as_word(0x1.8p52) + n) - 0x1.8p52;
    const double a = k * 0x1.62e42fefa3800p-1; // 42 bits of log 2: exact
    const double bh = t.log_high[i];
    // a is 0 or larger than bh, and s1 is 0 or larger than u: the short form of the sums is exact.
    const double s1 = a + bh, s1l = bh - (s1 - a);
    const double s2 = s1 + u, s2l = u - (s2 - s1);
    const double first = __builtin_fma(k, 0x1.ef35793c76730p-45, t.log_low[i]) + __builtin_fma(-r, rl, rl);
    const double low_terms = __builtin_fma(-0.5, square_low, first);
    const double tail = s2l + (s1l + (ul + __builtin_fma(square * r, q, low_terms)));
    const double high = s2 + tail, low = (s2 - high) + tail;
    settle({high, low}, 0x1p-62, e, j, outside);
  }
}

/// sin(x) for 2^-20 <= |x| < 2^20, and floor(2 x / pi). With r = x - k pi / 2 as two numbers and t = r - j / 16:
/// sin r = S cos t + C sin t, the terms behind S + C t being below 2^-10 of the result and rounded three times.
FPCHECK_LANE void sin_lanes(const double* x, evaluated& e, word* quarter, const kernel_tables& t) {
#pragma GCC ivdep
  for (std::size_t j = 0; j < block; ++j) {
    const word outside = (size_of(x[j]) >= 0x1p-20 ? 0 : 1) | (size_of(x[j]) < 0x1p20 ? 0 : 1);
    const double v = outside != 0 ? 1.0 : x[j];
    const double k = nearest(v * 0x1.45f306dc9c883p-1);
    const word n = nearest_word(v * 0x1.45f306dc9c883p-1);
    const double a = __builtin_fma(-k, 0x1.921fb5440p+0, v), b = k * -0x1.0b4611a60p-34; // 33 bits each: exact
    const double r0 = a + b, r0b = r0 - a;
    const double rest = (a - (r0 - r0b)) + (b - r0b) - k * 0x1.3198a2e037073p-69;
    const double r = r0 + rest, rl = (r0 - r) + rest;
    const double i = nearest(r * 16);
    const word index = nearest_word(r * 16) + 13;
    const double u = r - i * 0.0625;
    const bool odd = (n & 1) != 0;
    const double sh = t.sin_high[index], sl = t.sin_low[index], ch = t.cos_high[index], cl = t.cos_low[index];
    const double ah = odd ? ch : sh, al = odd ? cl : sl, bh = odd ? -sh : ch, bl = odd ? -sl : cl;
    const double z = u * u;
    const double cosine =
        z * __builtin_fma(z, __builtin_fma(z, __builtin_fma(z, 1.0 / 40320, -1.0 / 720), 1.0 / 24), -0.5);
    const double sine =
        u * z * __builtin_fma(z, __builtin_fma(z, __builtin_fma(z, 1.0 / 362880, -1.0 / 5040), 1.0 / 120), -1.0 / 6);
    const double m = bh * u, me = __builtin_fma(bh, u, -m);
    const double s = ah + m, sb = s - ah, se = (ah - (s - sb)) + (m - sb);
    const double tiny_terms = al + __builtin_fma(bl, u, __builtin_fma(bh, __builtin_fma(rl, cosine, rl), -ah * u * rl));
    const double tail = se + (me + (tiny_terms + __builtin_fma(ah, cosine, bh * sine)));
    const double high = s + tail, low = (s - high) + tail;
    const word flip = (n & 2) << 62;
    settle({as_double(as_word(high) ^ flip), as_double(as_word(low) ^ flip)}, 0x1p-60, e, j,
           outside | (size_of(r) >= 0x1p-20 ? 0 : 1));
    quarter[j] = n - (r < 0 ? 1 : 0);
  }
}

/// Cuts x into blocks of both bounds, evaluates, and leaves doubtful elements to `fallback`.
template <void (*Lanes)(const double*, evaluated&, const kernel_tables&)>
FPCHECK_LANE void increasing(input a, output r, std::size_t n, void (*fallback)(input, output, std::size_t)) {
  const kernel_tables& t = tables();
  alignas(64) double padded_lower[block], padded_upper[block];
  evaluated lower, upper;
  for (std::size_t i = 0; i < n; i += block) {
    const std::size_t m = n - i < block ? n - i : block;
    const double *l = a.lower + i, *u = a.upper + i;
    if (m < block) {
      for (std::size_t j = 0; j < block; ++j)
        padded_lower[j] = l[j < m ? j : m - 1], padded_upper[j] = u[j < m ? j : m - 1];
      l = padded_lower, u = padded_upper;
    }
    Lanes(l, lower, t);
    Lanes(u, upper, t);
    word any = 0;
    for (std::size_t j = 0; j < m; ++j) any |= lower.doubtful[j] | upper.doubtful[j] | (l[j] <= u[j] ? 0 : 1);
    if (any == 0) {
      for (std::size_t j = 0; j < m; ++j) r.lower[i + j] = lower.down[j], r.upper[i + j] = upper.up[j];
      continue;
    }
    for (std::size_t j = 0; j < m; ++j) {
      const bool doubt = (lower.doubtful[j] | upper.doubtful[j]) != 0 || !(l[j] <= u[j]);
      if (!doubt) {
        r.lower[i + j] = lower.down[j], r.upper[i + j] = upper.up[j];
        continue;
      }
      double out_lower = 0, out_upper = 0;
      fallback({l + j, u + j}, {&out_lower, &out_upper}, 0);
      r.lower[i + j] = out_lower, r.upper[i + j] = out_upper;
    }
  }
}

/// One block of sines: extrema where a quarter's end lies between the bounds.
FPCHECK_LANE void sin_block(const double* l, const double* u, std::size_t m, double* lower, double* upper) {
  evaluated a, b;
  alignas(64) word first[block];
  alignas(64) word last[block];
  sin_lanes(l, a, first, tables());
  sin_lanes(u, b, last, tables());
  for (std::size_t j = 0; j < m; ++j) {
    if ((a.doubtful[j] | b.doubtful[j]) != 0 || !(l[j] <= u[j])) {
      one::sin({l + j, u + j}, {lower + j, upper + j}, 0);
      continue;
    }
    const bool top = (last[j] + 3) >> 2 != (first[j] + 3) >> 2, bottom = (last[j] + 1) >> 2 != (first[j] + 1) >> 2;
    const double least = a.down[j] < b.down[j] ? a.down[j] : b.down[j];
    const double greatest = a.up[j] > b.up[j] ? a.up[j] : b.up[j];
    lower[j] = bottom ? -1.0 : least;
    upper[j] = top ? 1.0 : greatest;
  }
}

static void sin_loop(input a, output r, std::size_t n) {
  alignas(64) double l[block], u[block], lower[block], upper[block];
  for (std::size_t i = 0; i < n; i += block) {
    const std::size_t m = n - i < block ? n - i : block;
    for (std::size_t j = 0; j < block; ++j)
      l[j] = a.lower[i + (j < m ? j : m - 1)], u[j] = a.upper[i + (j < m ? j : m - 1)];
    sin_block(l, u, m, lower, upper);
    for (std::size_t j = 0; j < m; ++j) r.lower[i + j] = lower[j], r.upper[i + j] = upper[j];
  }
}

static void exp_wrapper(const double* x, evaluated& e, const kernel_tables& t) {
  exp_lanes(x, e, t);
}
static void log_wrapper(const double* x, evaluated& e, const kernel_tables& t) {
  log_lanes(x, e, t);
}

static void exp_loop(input a, output r, std::size_t n) {
  increasing<exp_wrapper>(a, r, n, one::exp);
}
static void log_loop(input a, output r, std::size_t n) {
  increasing<log_wrapper>(a, r, n, one::log);
}

} // namespace fpcheck::interval::batch::FPCHECK_LANES_NAMESPACE
