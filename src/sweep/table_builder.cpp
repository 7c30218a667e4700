#include "table_builder.hpp"

#include <fpcheck/exec/mpfr_of_thread.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

namespace fpcheck::sweep {
namespace {

constexpr mpfr_prec_t exact_bits = 100;
constexpr std::uint32_t most_bits = 11;
constexpr double wanted = 0x1p-48;

/// The function's value at v, between neighbouring binary64 numbers.
number_set value_at(const tabulated& f, double v) {
  precise x(53), y(exact_bits);
  mpfr_set_d(x, v, MPFR_RNDN);
  f.exact(y, x);
  // A composite loses up to 2^16 ulps of its 100 bits.
  precise slack(exact_bits), low(exact_bits), high(exact_bits);
  mpfr_abs(slack, y, MPFR_RNDN);
  mpfr_div_2ui(slack, slack, 80, MPFR_RNDN);
  mpfr_sub(low, y, slack, MPFR_RNDD);
  mpfr_add(high, y, slack, MPFR_RNDU);
  return {mpfr_get_d(low, MPFR_RNDD), mpfr_get_d(high, MPFR_RNDU)};
}

/// The values over a piece.
number_set values_between(const tabulated& f, double low, double high) {
  const number_set hull = interval::convex_hull(value_at(f, low), value_at(f, high));
  if (f.range_margin == 0) return hull;
  const double margin = f.range_margin * std::max(std::fabs(hull.low()), std::fabs(hull.high()));
  return hull + number_set{-margin, margin};
}

double magnitude(number_set a) {
  return std::max(std::fabs(a.low()), std::fabs(a.high()));
}
/// a b + c, not below it.
double bound(double a, double b, double c) {
  return interval::up::add(interval::up::mul(a, b), c);
}

/// The polynomial over [low, high) with its error: the coefficients' halves of intervals and the remainder, all of them in units of half
/// a piece's width; 2^-53 of each coefficient for every operation that its term goes through, of which there are j + 1; and what the
/// argument's own error moves.
taylor_piece piece_between(const tabulated& f, double low, double high) {
  taylor_piece out;
  const double unit = (high - low) / 2;
  out.center = low + unit;
  const number_set value = value_at(f, out.center);
  jet at_center, over;
  f.coefficients({number_set{out.center}, unit}, value, at_center);
  at_center[0] = value;
  f.coefficients({number_set{low, high}, unit}, reads_values(f.coefficients) ? values_between(f, low, high) : value, over);
  double slope = 0;
  for (std::size_t j = 0; j <= taylor_degree; ++j) {
    const number_set a = at_center[j];
    const double c = a.low() + (a.high() - a.low()) / 2, radius = std::max(interval::up::sub(a.high(), c), interval::up::sub(c, a.low()));
    out.c[j] = c;
    out.error = interval::up::add(out.error, radius);
    out.error = bound(static_cast<double>(j + 1) * 0x1.0001p-53, std::fabs(c), out.error);
    slope = bound(static_cast<double>(j), std::fabs(c), slope);
  }
  out.error = interval::up::add(out.error, magnitude(over[taylor_degree + 1]));
  // Twice the polynomial's slope is more than the function's wherever the remainder is small.
  out.error = bound(2 * slope, interval::up::mul(f.argument_error, high / unit), out.error);
  // Products that underflow: each loses less than 2^-1074.
  out.error = interval::up::add(out.error, 0x1p-1060);
  if (!(out.error <= 0x1p1000)) out.error = INFINITY;
  return out;
}

bool is_good(const taylor_piece& p) {
  return p.error <= wanted * std::max(std::fabs(p.c[0]), 0x1p-126);
}

/// The pieces of the exponent e, those outside [least, most] left out where they lie at an end.
bool cut(const tabulated& f, int e, std::uint32_t bits, std::vector<taylor_piece>& out) {
  const double start = std::ldexp(1.0, e), width = std::ldexp(1.0, e - static_cast<int>(bits));
  const std::uint32_t count = 1u << bits;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double low = start + i * width, high = low + width;
    if (high <= f.least || low >= f.most) {
      out.push_back({low, INFINITY, {}}); // asked by nobody
      continue;
    }
    out.push_back(piece_between(f, low, high));
    if (bits < most_bits && !is_good(out.back())) return false;
  }
  return true;
}

} // namespace

taylor_storage build_table(const tabulated& f) {
  taylor_storage out;
  out.least_exponent = std::ilogb(f.least);
  out.most_exponent = std::ilogb(std::nextafter(f.most, 0.0));
  struct one_exponent {
    std::uint32_t bits = 0;
    std::vector<taylor_piece> pieces;
  };
  std::vector<one_exponent> exponents(static_cast<std::size_t>(out.most_exponent - out.least_exponent + 1));
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    const exec::mpfr_of_thread mpfr;
    for (std::size_t i; (i = next++) < exponents.size();)
      for (one_exponent& e = exponents[i]; !cut(f, out.least_exponent + static_cast<int>(i), e.bits, e.pieces); ++e.bits) e.pieces.clear();
  };
  std::vector<std::thread> threads(std::max(1u, std::thread::hardware_concurrency()) - 1);
  for (std::thread& t : threads) t = std::thread(work);
  work();
  for (std::thread& t : threads) t.join();
  for (const one_exponent& e : exponents) {
    const int exponent_of_unit = out.least_exponent + static_cast<int>(out.binades.size()) - static_cast<int>(e.bits) - 1;
    out.binades.push_back({static_cast<std::uint32_t>(out.pieces.size()), e.bits, std::ldexp(1.0, -exponent_of_unit)});
    out.pieces.insert(out.pieces.end(), e.pieces.begin(), e.pieces.end());
  }
  return out;
}

} // namespace fpcheck::sweep
