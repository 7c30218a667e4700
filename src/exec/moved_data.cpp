#include "moved_data.hpp"

#include "random_factor.hpp"
#include "shadow_move.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/own_data.hpp>
#include <fpcheck/exec/run.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::exec {
namespace {

/// A number that has moved by this part of its half ulp already is known no better for being loaded once more.
constexpr double moved_already = 1.0 / 16;

double lane_number(warp& w, const ref& r, number n, int lane) { return n == number::f64 ? w.lanes<double>(r)[lane] : static_cast<double>(w.lanes<float>(r)[lane]); }

/// Moves every copy of the numbers that lanes of a register hold, as inputs move; of numbers that are kept only what has not moved yet.
void move_numbers(warp& w, const ref& r, std::uint32_t lanes, bool is_kept) {
  constexpr int first_plane = 2;
  if (r.where != pool::frame) return;
  const shadow_tag tag = w.shadow(r).tag;
  if (tag != shadow_tag::f32 && tag != shadow_tag::f64) return;
  const format_limits l = limits_of(tag == shadow_tag::f64 ? number::f64 : number::f32);
  for_each_lane(w.shadow(r).live & lanes, [&](int i) {
    const number_words words = number_at(w, r, i, 0);
    const double middle = bit_cast<double>(words[0]);
    if (words[0] == exact_marker || !(std::fabs(middle) < INFINITY) || middle == 0) return;
    const double by = 1.5 * std::ldexp(1.0, std::max(std::ilogb(middle), l.min_exponent) - l.precision);
    double deviations[perturbed_copies], most = 0;
    for (std::uint32_t k = 0; k < perturbed_copies; ++k) most = std::max(most, std::fabs(deviations[k] = bit_cast<double>(words[first_plane + static_cast<int>(k)])));
    if (most >= moved_already * by && is_kept) return;
    for (std::uint32_t k = 0; k < perturbed_copies; ++k)
      words[first_plane + static_cast<int>(k)] = bits_of(deviations[k] + by * random_factor(middle, k + w.host->domain.parameter + 80));
  });
}

void move_state(warp& w, const op& o) {
  run_inner(w, o);
  move_numbers(w, o.d, w.exec, true);
  for (const ref& r : o.list) move_numbers(w, r, w.exec, true);
}

/// Of data in both operands, where it was rounded.
void move_difference(warp& w, const op& o) {
  const auto data = [&](const ref& r) { return r.where == pool::frame ? w.shadow(r).input & ~w.shadow(r).live & w.exec : 0u; };
  double a[warp_size], b[warp_size];
  const std::uint32_t of_data = data(o.a) & data(o.b);
  for_each_lane(of_data, [&](int i) { a[i] = lane_number(w, o.a, o.format, i), b[i] = lane_number(w, o.b, o.format, i); });
  run_inner(w, o);
  std::uint32_t rounded = 0;
  for_each_lane(of_data, [&](int i) {
    const double d = lane_number(w, o.d, o.format, i), c = d - a[i]; // d + (its error) is a - b: Knuth's two-sum
    rounded |= (a[i] - (d - c)) + (-b[i] - c) != 0 ? 1u << i : 0u;
  });
  move_numbers(w, o.d, rounded, false);
}

} // namespace

void move_own_data(wrapped_machine& m) {
  if (m.domain.layout != number_layout::deviations && m.domain.layout != number_layout::wide_deviations) return;
  const std::vector<own_data> own = find_own_data(*m.code);
  for (op& o : m.ops) {
    if (o.fn == nullptr || o.source == nullptr || own[o.pc] == own_data::none) continue;
    wrap(m, o, own[o.pc] == own_data::state ? &move_state : &move_difference);
  }
}

} // namespace fpcheck::exec
