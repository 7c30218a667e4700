#include "swallowed_nans.hpp"

#include "ends_here.hpp"
#include "handlers.hpp"
#include "overrides.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

/// A clamp of numbers, which makes 0 of a NaN.
bool clamps_to_unit(const op& o) { return o.sat && o.a && ptx::is_conversion(o.meaning) && o.form != f::cvt_float_to_int && o.format != number::none && o.source_format != number::none; }

bool swallows(const op& o) { return (chooses_extreme(o) && !o.source->has(ptx::modifier::NaN)) || clamps_to_unit(o); }

int parts_of(number n) { return n == number::f16 || n == number::bf16 ? 2 : 1; }

double part_of(warp& w, const ref& r, number n, int lane, int part) {
  return value_of_code(n, n == number::f64 ? w.lanes<std::uint64_t>(r)[lane] : static_cast<std::uint64_t>(w.lanes<std::uint32_t>(r)[lane] >> (16 * part)));
}

/// Lanes with a NaN that `counts` takes for one of interest, of operands that both had to be numbers for the result to be meant.
template <class F>
std::uint32_t lanes_swallowing(warp& w, const op& o, F counts) {
  const bool clamps = !chooses_extreme(o);
  const number n = clamps ? o.source_format : o.format;
  std::uint32_t out = 0;
  for_each_lane(w.exec, [&](int i) {
    const bool a_counts = counts(o.a, i), b_counts = !clamps && counts(o.b, i);
    if (!a_counts && !b_counts) return;
    for (int k = 0; k < parts_of(n); ++k) {
      const double a = part_of(w, o.a, n, i, k), b = clamps ? 0.0 : part_of(w, o.b, n, i, k);
      if ((a != a && b == b && a_counts) || (b != b && a == a && b_counts)) out |= 1u << i;
    }
  });
  return out;
}

std::uint32_t born_lanes_of(warp& w, const ref& r) { return r.where == pool::frame ? w.shadow(r).born & w.exec : 0u; }

std::uint32_t swallowed_nans(warp& w, const op& o) {
  if ((born_lanes_of(w, o.a) | born_lanes_of(w, o.b)) == 0 || !swallows(o)) return 0;
  return lanes_swallowing(w, o, [&](const ref& r, int i) { return is_born(w, r, i); });
}

/// min and max carry the number on: only what stands for a number and is none ends there, and a NaN of the kernel's own making that
/// the other operand takes the place of.
void watch_extreme(warp& w, const op& o) {
  const std::uint32_t swallowed = swallowed_nans(w, o), lanes = live_lanes(w, o.a) | live_lanes(w, o.b) | swallowed;
  if (lanes != 0) {
    ends_here ends(w, o, end_kind::extreme);
    for_each_lane(lanes, [&](int i) {
      const exact_number a = number_in(w, o.a, o.format, i), b = number_in(w, o.b, o.format, i);
      const auto lost = [](const exact_number& x) { return !(std::fabs(x.computed) < INFINITY) && x.known(); };
      if (lost(a) || lost(b)) ends.open(i, a, b, true, INFINITY);
      else if (((swallowed >> i) & 1u) != 0) ends.unordered(i, a, b);
    });
  }
  run_inner(w, o);
}

void watch_clamp(warp& w, const op& o) {
  if (const std::uint32_t swallowed = swallowed_nans(w, o); swallowed != 0) {
    ends_here ends(w, o, end_kind::extreme);
    for_each_lane(swallowed, [&](int i) {
      const exact_number x = number_in(w, o.a, o.source_format, i);
      ends.unordered(i, x, exact_number{});
    });
  }
  run_inner(w, o);
}

/// NaNs that are on their way are those that nothing says were born: their marks were taken off where they were let through.
void let_through(warp& w, const op& o) {
  const bool source = wrapped(w).lets_through == o.pc;
  const std::uint32_t lanes = swallows(o) ? lanes_swallowing(w, o, [&](const ref& r, int i) { return r.where == pool::frame && (source || !is_born(w, r, i)); }) : 0u;
  run_inner(w, o);
  if (lanes == 0 || o.d.where != pool::frame) return;
  const bool wide = o.format == number::f64;
  const std::uint32_t code = o.format == number::f16 ? 0x7fff7fffu : o.format == number::bf16 ? 0x7fff7fffu : 0x7fffffffu;
  for_each_lane(lanes, [&](int i) {
    if (wide) w.lanes<std::uint64_t>(o.d)[i] = 0x7fffffffffffffffu;
    else w.lanes<std::uint32_t>(o.d)[i] = code;
  });
  w.shadow(o.d).live &= ~lanes, w.shadow(o.d).born &= ~lanes;
  if (wide) w.shadow(following(o.d, 1)).live &= ~lanes;
}

} // namespace

handler watching_extremes(const op& o) { return chooses_extreme(o) ? &watch_extreme : clamps_to_unit(o) ? &watch_clamp : nullptr; }

void let_nans_through(wrapped_machine& m, std::uint32_t from) {
  m.lets_through = from;
  for (op& o : m.ops)
    if (o.bits != nullptr && o.source != nullptr && swallows(o)) wrap(m, o, &let_through);
}

} // namespace fpcheck::exec
