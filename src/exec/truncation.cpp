#include "truncation.hpp"
#include "wrapped_machine.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::exec {

bool restarts_when_cut(warp& w, const number_words& number, std::uint32_t code) {
  const float whole = bit_cast<float>(code), left = bit_cast<float>(code & 0xffff0000u);
  if (!(std::fabs(whole) < INFINITY) || std::fabs(whole - left) <= std::ldexp(1.0f, std::max(std::ilogb(whole), -126) - 8)) return false;
  if (!(w.host->domain.error(number.first, warp_size, whole) <= wrapped(w).judged.excess_limit * 0x1p-24 * std::fabs(static_cast<double>(whole)))) return false;
  ++w.near_ties;
  return true;
}

bool holds_bfloat16(warp& w, const ref& a, const slot_shadow& s, const std::uint32_t* bits, std::uint32_t lanes) {
  if (s.tag != shadow_tag::derived) return s.tag == shadow_tag::f32;
  bool close = true;
  for_each_lane(s.live & lanes, [&](int i) {
    const float then = bit_cast<float>(w.extra(a).source[static_cast<std::size_t>(i)]), now = bit_cast<float>(bits[i] & 0xffff0000u);
    close &= now == then || std::fabs(now - then) <= std::ldexp(1.0f, std::ilogb(then) - 8);
  });
  return close;
}

bool loses_error(warp& w, const ref& a, int lane) {
  const double then = bit_cast<float>(w.extra(a).source[static_cast<std::size_t>(lane)]);
  const double error = w.host->domain.error(number_at(w, a, lane, 0).first, warp_size, then);
  if (error == 0) return false;
  ++w.cuts;
  if (!(error <= wrapped(w).judged.excess_limit * 0x1p-24 * std::fabs(then))) return true;
  ++w.near_ties;
  return false;
}

} // namespace fpcheck::exec
