#include "swallowed_nans.hpp"

#include "ends_here.hpp"
#include "handlers.hpp"
#include "overrides.hpp"
#include "value_origins.hpp"

#include <fpcheck/base/bits.hpp>

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

/// The bits of a NaN as integer code left them, which are a number now: that is a NaN too where it is let through.
std::uint32_t made_of_nans(warp& w, const ref& r) {
  if (r.where != pool::frame) return 0;
  std::uint32_t out = 0;
  const std::uint32_t* const codes = w.lanes<std::uint32_t>(r);
  for_each_lane(w.shadow(r).born & w.exec, [&](int i) {
    if (std::fabs(bit_cast<float>(codes[i])) < INFINITY) out |= 1u << i;
  });
  return out;
}

bool stores_words(const op& o) { return o.meaning.access == ptx::access::store && o.width == 4 && o.b_bits == 32 && ptx::accesses_by_lane(o.meaning) && o.addressing != addressing::slots; }

void let_bits_through(warp& w, const op& o) {
  constexpr std::uint32_t code = 0x7fffffffu;
  if (stores_words(o)) {
    for (const ref& r : o.list) {
      const std::uint32_t lanes = made_of_nans(w, r);
      for_each_lane(lanes, [&](int i) { w.lanes<std::uint32_t>(r)[i] = code; });
      if (lanes != 0) w.shadow(r).live &= ~lanes, w.shadow(r).born &= ~lanes;
    }
    return run_inner(w, o);
  }
  const std::uint32_t lanes = made_of_nans(w, o.a) | made_of_nans(w, o.b) | made_of_nans(w, o.c);
  run_inner(w, o);
  for_each_lane(lanes, [&](int i) { w.lanes<std::uint32_t>(o.d)[i] = code; });
  w.shadow(o.d).live &= ~lanes, w.shadow(o.d).born &= ~lanes;
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
  if (!swallows(m.ops[from])) wrap(m, m.ops[from], &let_bits_through);
  for (op& o : m.ops)
    if (o.bits != nullptr && o.source != nullptr && swallows(o)) wrap(m, o, &let_through);
}

void note_bits_of_nans(warp& w, const op& o) {
  const bool stores = stores_words(o);
  std::uint32_t lanes = 0;
  if (stores)
    for (const ref& r : o.list) lanes |= made_of_nans(w, r);
  else lanes = made_of_nans(w, o.a) | made_of_nans(w, o.b) | made_of_nans(w, o.c);
  if (lanes == 0) return;
  ends_here ends(w, o, end_kind::bits);
  exact_number nan;
  nan.computed = nan.high = NAN;
  for_each_lane(lanes, [&](int i) { ends.unordered(i, nan, exact_number{}); });
}

void watch_bits_as_number(warp& w, const op& o) {
  note_bits_of_nans(w, o);
  run_inner(w, o);
}

std::vector<bool> find_bits_as_numbers(const program& p) {
  std::vector<bool> out(p.ops.size());
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    const auto works_on_bits = [](const op& o) { return o.d && o.meaning.lineage == ptx::lineage::reshapes && ptx::reads_integers(o.meaning) && o.meaning.access == ptx::access::none; };
    if (std::none_of(first, end, works_on_bits)) continue;
    const def_use g(p, code, p.constants);
    const auto is_made_of_bits = [&](const ref& r, std::uint32_t pc) {
      const ref at = r.where == pool::frame ? origin(g, r, pc) : ref{};
      const op* const d = at.where == pool::frame ? g.seen(at, pc) : nullptr;
      return d != nullptr && works_on_bits(*d);
    };
    for (auto o = first; o != end; ++o) {
      const bool computes = o->d && o->format == number::f32 && o->meaning.takes == ptx::content::real && o->meaning.access == ptx::access::none && o->d_bits == 32;
      if (computes) out[o->pc] = is_made_of_bits(o->a, o->pc) || is_made_of_bits(o->b, o->pc) || is_made_of_bits(o->c, o->pc);
    }
  }
  return out;
}

} // namespace fpcheck::exec
