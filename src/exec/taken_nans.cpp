#include "taken_nans.hpp"

#include "accessed_places.hpp"
#include "exact_numbers.hpp"
#include "overrides.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <tuple>

namespace fpcheck::exec {
namespace {

/// Instructions of one thread, and threads, that are remembered: the first ones tell where a NaN went.
constexpr std::ptrdiff_t most_of_thread = 16;
constexpr std::size_t most_taken = std::size_t{1} << 16;

double operand_of(warp& w, const ref& r, number n, int lane, int part) {
  return value_of_code(n, n == number::f64 ? w.lanes<std::uint64_t>(r)[lane] : static_cast<std::uint64_t>(w.lanes<std::uint32_t>(r)[lane] >> (16 * part)));
}

/// Lanes in which a NaN meets a number. A comparison of something with itself asks whether it is one.
std::uint32_t lanes_taking(warp& w, const op& o) {
  const bool compares = compares_numbers(o);
  if (!o.a || !o.b || (compares && same(o.a, o.b)) || (!compares && o.source->has(ptx::modifier::NaN))) return 0;
  const number n = compares ? o.source_format : o.format;
  const int parts = !compares && (n == number::f16 || n == number::bf16) ? 2 : 1;
  std::uint32_t out = 0;
  for_each_lane(w.exec, [&](int i) {
    for (int k = 0; k < parts; ++k) {
      const double a = operand_of(w, o.a, n, i, k), b = operand_of(w, o.b, n, i, k);
      if ((a != a) != (b != b)) out |= 1u << i;
    }
  });
  return out;
}

void note_taken(warp& w, const op& o, int lane) {
  nan_trail& t = *wrapped(w).nans;
  const nan_trail::taken one{o.pc, static_cast<std::uint32_t>(w.block->index), w.index * warp_size + static_cast<std::uint32_t>(lane)};
  const auto comes_before = [](const nan_trail::taken& x, const nan_trail::taken& y) { return std::tie(x.cta, x.thread) < std::tie(y.cta, y.thread); };
  const auto [first, last] = std::equal_range(t.all.begin(), t.all.end(), one, comes_before);
  const bool is_known = std::any_of(first, last, [&](const nan_trail::taken& x) { return x.pc == one.pc; });
  if (!is_known && last - first < most_of_thread && t.all.size() < most_taken) t.all.insert(last, one);
}

void look_at_nans(warp& w, const op& o) {
  for_each_lane(lanes_taking(w, o), [&](int i) { note_taken(w, o, i); });
  wrapped(w).followed[o.pc](w, o);
}

void look_at_writer(warp& w, const op& o) {
  const wrapped_machine& m = wrapped(w);
  const accessed_places at = places_accessed(w, o);
  for_each_lane(at.lanes, [&](int i) {
    const std::uint64_t offset = at.offset[static_cast<std::size_t>(i)];
    const element_place& e = *m.watched;
    if (at.where[static_cast<std::size_t>(i)]->buffer != e.buffer || offset >= e.offset + e.bytes || e.offset >= offset + at.bytes) return;
    m.nans->cta = static_cast<std::uint32_t>(w.block->index), m.nans->has_writer = true;
    m.nans->thread = w.index * warp_size + static_cast<std::uint32_t>(i);
  });
  m.followed[o.pc](w, o);
}

void decide_otherwise(warp& w, const op& o) {
  const std::uint32_t toggled = changed_predicates(w, o, lanes_taking(w, o));
  wrapped(w).followed[o.pc](w, o);
  for (const predicate_ref& p : {o.pd, o.pd2})
    if (toggled != 0 && p) w.top->predicates[p.index] ^= toggled;
}

bool writes(const op& o) { return o.meaning.access == ptx::access::store || o.meaning.access == ptx::access::atomic; }

void put_around(wrapped_machine& m, op& o, handler outer) {
  m.followed.resize(m.ops.size());
  m.followed[o.pc] = o.fn, o.fn = outer;
}

} // namespace

void follow_nans(wrapped_machine& m) {
  for (op& o : m.ops) {
    if (o.fn == nullptr || o.source == nullptr) continue;
    if (compares_numbers(o) || chooses_extreme(o)) put_around(m, o, &look_at_nans);
    else if (m.watched != nullptr && writes(o)) put_around(m, o, &look_at_writer);
  }
}

void invert_nans(wrapped_machine& m, std::uint32_t pc) {
  if (compares_numbers(m.ops[pc])) put_around(m, m.ops[pc], &decide_otherwise);
}

} // namespace fpcheck::exec
