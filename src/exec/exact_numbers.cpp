#include "exact_numbers.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>
#include <fpcheck/formats/tags.hpp>

#include <algorithm>

namespace fpcheck::exec {
namespace {

constexpr double ball_coincidence = 0x1p-44; ///< the same in binary64

/// The row of what is told out of a register's bits; none of what is binary32 there.
const format_row* format_of(number n) { return n == number::f32 || n == number::tf32 ? nullptr : row_of_number(n); }

/// The midpoint and radius in the words at `first`.
void read_words(const machine& m, const number_words& words, exact_number& x) {
  x.high = bit_cast<double>(words[0]);
  x.low = x.error = 0;
  switch (m.domain.layout) {
  case number_layout::ball: x.error = bit_cast<double>(words[1]); break;
  case number_layout::wide: x.error = bit_cast<double>(words[1]), x.low = bit_cast<double>(words[2]); break;
  case number_layout::wide_deviations: x.low = bit_cast<double>(words[m.domain.planes - 1]); break;
  case number_layout::deviations: break;
  }
  x.shadowed = true;
}

/// Whether a slot of this tag holds numbers of format `n`, as `fetch` reads them.
bool holds_numbers(shadow_tag tag, number n, int part) {
  using t = shadow_tag;
  switch (n) {
  case number::f32:
  case number::tf32: return tag == t::f32;
  case number::f64: return tag == t::f64;
  case number::f16:
  case number::bf16: return (tag == t::half || tag == t::half2) && part < parts(tag);
  default: return (tag == t::byte || tag == t::bytes2 || tag == t::bytes4) && part < parts(tag);
  }
}

double rounded(double v, round_mode m) {
  switch (m) {
  case round_mode::toward_zero: return std::trunc(v);
  case round_mode::downward: return std::floor(v);
  case round_mode::upward: return std::ceil(v);
  case round_mode::nearest_even: break;
  }
  return std::nearbyint(v);
}

} // namespace

double value_of_code(number n, std::uint64_t bits) {
  const auto low = static_cast<std::uint32_t>(bits);
  if (n == number::f64) return bit_cast<double>(bits);
  const format_row* row = format_of(n);
  return row != nullptr ? decode_double(*row, low & ((std::uint64_t{1} << row->bits) - 1)) : bit_cast<float>(low);
}

std::uint64_t nearest_code(number n, double high, double low) {
  if (n == number::f64) return bits_of(high);
  std::uint64_t odd = bits_of(high); // rounded to odd: what is rounded once more is as if it had been rounded once
  if (low != 0 && high != 0 && std::fabs(high) < INFINITY) {
    if ((low < 0) != (high < 0)) --odd;
    odd |= 1;
  }
  const double v = bit_cast<double>(odd);
  const format_row* row = format_of(n);
  return row != nullptr ? encode_bits(*row, odd, policy{}).code : bits_of(static_cast<float>(v));
}

exact_number number_in(warp& w, const ref& r, number n, int lane, int part) {
  exact_number x;
  const bool wide = n == number::f64;
  const std::uint64_t bits = wide ? w.lanes<std::uint64_t>(r)[lane] : w.lanes<std::uint32_t>(r)[lane];
  const format_row* row = format_of(n);
  x.computed = x.high = value_of_code(n, row != nullptr ? bits >> (static_cast<unsigned>(row->bits <= 8 ? 8 : 16) * static_cast<unsigned>(part)) : bits);
  if (r.where != pool::frame) return x;
  const slot_shadow& s = w.shadow(r);
  if (((s.live >> lane) & 1u) == 0 || !holds_numbers(s.tag, n, part)) return x;
  const number_words words = number_at(w, r, lane, part);
  if (words[0] != exact_marker) read_words(*w.host, words, x);
  return x;
}

exact_number origin_of_bits(warp& w, const ref& r, int lane) {
  exact_number x;
  const slot_shadow& s = w.shadow(r);
  const std::uint32_t code = s.tag == shadow_tag::derived ? w.extra(r).source[static_cast<std::size_t>(lane)] : w.lanes<std::uint32_t>(r)[lane];
  x.computed = x.high = bit_cast<float>(code);
  if (s.tag != shadow_tag::derived && s.tag != shadow_tag::f32) return x;
  read_words(*w.host, number_at(w, r, lane, 0), x);
  return x;
}

exact_order machine_order(double a, double b) {
  return a < b ? exact_order::less : a > b ? exact_order::greater : a == b ? exact_order::equal : exact_order::unordered;
}

exact_order order_of(const exact_number& a, const exact_number& b) {
  const auto is_lost = [](const exact_number& x) { return x.high != x.high && x.computed == x.computed && x.error != 0; }; // an enclosure of everything
  if (is_lost(a) || is_lost(b)) return exact_order::unknown;
  if (a.high != a.high || b.high != b.high) return exact_order::unordered;
  if (!(std::fabs(a.high) < INFINITY) || !(std::fabs(b.high) < INFINITY)) {
    const auto settled = [](const exact_number& x) { return x.known() || x.error == 0; }; // a number, or an infinity
    return settled(a) && settled(b) ? machine_order(a.high, b.high) : exact_order::unknown;
  }
  const double difference = (a.high - b.high) + (a.low - b.low), reach = a.error + b.error;
  if (std::fabs(difference) > reach) return difference < 0 ? exact_order::less : exact_order::greater;
  if (reach == 0) return difference == 0 ? exact_order::equal : difference < 0 ? exact_order::less : exact_order::greater;
  const double size = std::max(std::fabs(a.high), std::fabs(b.high));
  const bool narrow = a.low != 0 || b.low != 0 ? reach <= coincidence * size : reach <= ball_coincidence * size;
  return narrow ? exact_order::equal : exact_order::unknown;
}

bool holds(std::uint32_t selector, exact_order x) {
  switch (x) {
  case exact_order::less: return (selector & 1u) != 0;
  case exact_order::equal: return (selector & 2u) != 0;
  case exact_order::greater: return (selector & 4u) != 0;
  case exact_order::unordered:
  case exact_order::unknown: break;
  }
  return (selector & 8u) != 0;
}

double exact_integral(const exact_number& x, round_mode m) {
  if (!x.known()) return NAN;
  const double nearest = std::nearbyint(x.high), off = (x.high - nearest) + x.low;
  if (std::fabs(off) <= x.error && x.error <= ball_coincidence * std::max(1.0, std::fabs(x.high))) return nearest;
  // The low word decides where the leading one is an integer, or halfway between two.
  const double toward = off > 0 ? INFINITY : -INFINITY;
  const double v = x.low != 0 && (x.high == nearest || std::fabs(x.high - std::trunc(x.high)) == 0.5) ? std::nextafter(x.high, x.high == nearest ? toward : x.low > 0 ? INFINITY : -INFINITY) : x.high;
  const double low = rounded(v - x.error, m), high = rounded(v + x.error, m);
  return low == high ? low : NAN;
}

} // namespace fpcheck::exec
