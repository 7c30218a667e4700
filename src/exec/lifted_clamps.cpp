#include "lifted_clamps.hpp"

#include "ends_here.hpp"
#include "exact_numbers.hpp"
#include "overrides.hpp"
#include "shadow_move.hpp"
#include "swallowed_nans.hpp"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace fpcheck::exec {
namespace {

number format_clamped(const op& o) { return chooses_extreme(o) ? o.format : number::f32; }

double value_clamped(warp& w, const ref& r, number n, int lane) {
  return value_of_code(n, n == number::f64 ? w.lanes<std::uint64_t>(r)[lane] : w.lanes<std::uint32_t>(r)[lane]);
}

struct taken_number {
  ref from;
  exact_number number;
  double end = 0; ///< what stands in its place
};

/// The number that the clamp takes away in a lane: out of the range, but for exact arithmetic, which has one there.
std::optional<taken_number> taken_away(warp& w, const op& o, range_end e, int lane) {
  const number n = format_clamped(o);
  for (const auto& [r, other] : {std::pair(o.a, o.b), std::pair(o.b, o.a)}) {
    if (r.where != pool::frame || !is_range_end(value_clamped(w, other, n, lane), e, n == number::f64)) continue;
    const taken_number t{r, number_in(w, r, n, lane), value_clamped(w, other, n, lane)};
    if (!t.number.shadowed || !t.number.known() || !(t.number.high > t.number.error)) continue;
    if (e == range_end::largest ? t.number.computed == INFINITY : t.number.computed == 0 && t.number.high < t.end) return t;
  }
  return std::nullopt;
}

std::uint32_t lanes_taken(warp& w, const op& o, range_end e) {
  std::uint32_t out = 0;
  for_each_lane(w.exec, [&](int i) { out |= taken_away(w, o, e, i) ? 1u << i : 0u; });
  return out;
}

template <range_end E>
void watch_range_end(warp& w, const op& o) {
  const handler extreme = watching_extremes(o);
  if (E == range_end::smallest || extreme == nullptr) { // infinities that a minimum takes away are looked at there
    ends_here ends(w, o, end_kind::extreme);
    for_each_lane(w.exec, [&](int i) {
      if (const auto t = taken_away(w, o, E, i)) ends.open(i, t->number, exact_number{t->end, t->end}, true, INFINITY);
    });
  }
  extreme != nullptr ? extreme(w, o) : run_inner(w, o);
}

void let_infinity_through(warp& w, const op& o) {
  const std::uint32_t lanes = lanes_taken(w, o, range_end::largest);
  const bool wide = format_clamped(o) == number::f64;
  run_inner(w, o);
  if (lanes == 0) return;
  for_each_lane(lanes, [&](int i) {
    if (wide) w.lanes<double>(o.d)[i] = INFINITY;
    else w.lanes<float>(o.d)[i] = INFINITY;
  });
  w.shadow(o.d).live &= ~lanes, w.shadow(o.d).born &= ~lanes;
  if (wide) w.shadow(following(o.d, 1)).live &= ~lanes;
}

void lift_number(warp& w, const op& o, range_end e) {
  const std::uint32_t lanes = lanes_taken(w, o, e);
  if (lanes == 0) return run_inner(w, o);
  const auto planes = static_cast<std::size_t>(w.planes);
  std::vector<std::uint64_t> words(planes * warp_size);
  for_each_lane(lanes, [&](int i) {
    const number_words from = number_at(w, taken_away(w, o, e, i)->from, i, 0);
    for (std::size_t p = 0; p < planes; ++p) words[p * warp_size + static_cast<std::size_t>(i)] = from[static_cast<int>(p)];
  });
  run_inner(w, o);
  const bool wide = format_clamped(o) == number::f64;
  set_tag(w, o.d, wide ? shadow_tag::f64 : shadow_tag::f32, lanes);
  if (wide) set_tag(w, following(o.d, 1), shadow_tag::f64_high, lanes);
  w.shadow(o.d).live |= lanes, w.shadow(o.d).born &= ~lanes;
  for_each_lane(lanes, [&](int i) {
    const number_words to = number_at(w, o.d, i, 0);
    for (std::size_t p = 0; p < planes; ++p) to[static_cast<int>(p)] = words[p * warp_size + static_cast<std::size_t>(i)];
  });
}

} // namespace

handler watching_range_end(range_end e) {
  switch (e) {
  case range_end::largest: return &watch_range_end<range_end::largest>;
  case range_end::smallest: return &watch_range_end<range_end::smallest>;
  case range_end::none: break;
  }
  return nullptr;
}

void let_infinities_through(wrapped_machine& m, op& o) { wrap(m, o, &let_infinity_through); }

void lift_largest(warp& w, const op& o) { lift_number(w, o, range_end::largest); }
void lift_smallest(warp& w, const op& o) { lift_number(w, o, range_end::smallest); }

} // namespace fpcheck::exec
