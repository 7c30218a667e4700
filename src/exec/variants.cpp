#include "variants.hpp"

#include "engine/lanes.hpp"
#include "exact_numbers.hpp"
#include "handlers.hpp"
#include "overrides.hpp"
#include "shadow_move.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/ptx/meaning.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace fpcheck::exec {
namespace {

/// A number as two that do not overlap.
struct pair {
  double high = 0, low = 0;
};

pair sum_of(double a, double b) {
  const double s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}

/// The tag of a result's numbers in its slot.
shadow_tag tag_of(const op& o) {
  switch (o.format) {
  case number::f32: return shadow_tag::f32;
  case number::f64: return shadow_tag::f64;
  case number::f16:
  case number::bf16: return o.meaning.parts == 2 ? shadow_tag::half2 : shadow_tag::half;
  default: return shadow_tag::none;
  }
}

int bits_of_format(number n) { return n == number::f64 ? 64 : n == number::f32 || n == number::tf32 ? 32 : n == number::f16 || n == number::bf16 ? 16 : 8; }

/// A number in [0, 1) for the `count`-th rounding of lane `lane` of a warp at `pc`.
double chance(const warp& w, std::uint32_t pc, int lane, std::uint64_t seed) {
  std::uint64_t h = seed * 0x9e3779b97f4a7c15u + pc;
  for (const std::uint64_t part : {static_cast<std::uint64_t>(w.block->index), static_cast<std::uint64_t>(w.index) * warp_size + static_cast<std::uint64_t>(lane), w.executed}) {
    h = (h ^ part) * 0xbf58476d1ce4e5b9u;
    h ^= h >> 29;
    h *= 0x94d049bb133111ebu;
    h ^= h >> 32;
  }
  return static_cast<double>(h >> 11) * 0x1p-53;
}

/// What `f` is of a step from a multiple of the quantum to the next: whether the number goes up.
bool goes_up(double f, bool odd, bool negative, variant_rounding mode, double random) {
  switch (mode) {
  case variant_rounding::toward_zero: return negative && f > 0;
  case variant_rounding::stochastic: return random < f;
  case variant_rounding::nearest_even: break;
  }
  return f > 0.5 || (f == 0.5 && odd);
}

/// x rounded to `precision` bits, or to the format's quantum below its least normal number. Exact where more than 53 are asked for.
pair round_to(pair x, number n, int precision, variant_rounding mode, bool flushes, double random) {
  const format_limits l = limits_of(n);
  if (x.high == 0 || !(std::fabs(x.high) < INFINITY)) return x;
  const int exponent = std::max(std::ilogb(x.high), l.min_exponent);
  if (flushes && std::fabs(x.high) < std::ldexp(1.0, l.min_exponent)) return {std::copysign(0.0, x.high), 0};
  if (precision > 53) return x;
  const double quantum = std::ldexp(1.0, std::max(exponent - precision + 1, -1074));
  const double scaled = x.high / quantum, low = x.low / quantum;
  double whole = std::floor(scaled);
  double fraction = (scaled - whole) + low;
  if (fraction < 0) whole -= 1, fraction += 1;
  if (fraction >= 1) whole += 1, fraction -= 1;
  const bool up = goes_up(fraction, std::fmod(whole, 2) != 0, x.high < 0, mode, random);
  return {(whole + (up ? 1 : 0)) * quantum, 0};
}

const variant_change* change_at(const warp& w, std::uint32_t pc) {
  const std::int32_t k = wrapped(w).change_of[pc];
  return k < 0 ? nullptr : &wrapped(w).variant.changes[static_cast<std::size_t>(k)];
}

/// x as the change wants it; nothing changes where there is none.
pair as_changed(const warp& w, const op& o, const variant_change* c, pair x, int lane) {
  if (c == nullptr) return x;
  const number n = c->format == number::none ? o.format : c->format;
  const int precision = c->precision != 0 ? c->precision : limits_of(n).precision;
  const double random = c->rounding == variant_rounding::stochastic ? chance(w, o.pc, lane, wrapped(w).variant.seed) : 0;
  pair out = round_to(x, n, precision, c->rounding, c->flushes, random);
  if (c->rounding == variant_rounding::toward_zero && std::fabs(out.high) > largest_of(n)) out = {std::copysign(largest_of(n), out.high), 0};
  // Beyond the other format's range it is that format's infinity, NaN or largest number.
  if (c->format != number::none && c->format != o.format && std::fabs(out.high) < INFINITY) {
    const double code = value_of_code(n, nearest_code(n, out.high, 0));
    if (!(std::fabs(code) < INFINITY) || std::fabs(code) < std::fabs(out.high) / 2) out = {code, 0};
  }
  return out;
}

/// Number `part` of lane `lane` of a result becomes `x`, in the register's bits rounded to its format.
void put_number(warp& w, const op& o, shadow_tag tag, int lane, int part, pair x) {
  const int bits = bits_of_format(o.format), shift = bits * part;
  const std::uint64_t field = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t code = nearest_code(o.format, x.high, x.low) & field;
  if (bits == 64) w.lanes<std::uint64_t>(o.d)[lane] = code;
  else w.lanes<std::uint32_t>(o.d)[lane] = static_cast<std::uint32_t>((w.lanes<std::uint32_t>(o.d)[lane] & ~(field << shift)) | code << shift);
  slot_shadow& s = w.shadow(o.d);
  const std::uint32_t bit = 1u << lane;
  const bool exact = value_of_code(o.format, code) == x.high && x.low == 0;
  if ((s.live & bit) == 0 || s.tag != tag) {
    if (exact) return;
    set_tag(w, o.d, tag, bit);
    for (int k = 0; k < parts(tag); ++k) number_at(w, o.d, lane, k)[0] = exact_marker;
  }
  const number_words words = number_at(w, o.d, lane, part);
  words[0] = bits_of(x.high), words[1] = 0, words[2] = bits_of(x.low);
  s.input &= ~bit;
  if (x.high == x.high) s.born &= ~bit;
  if (exact && parts(tag) == 1) s.live &= ~bit; // its bits are the number
}

/// Lanes one of whose sources is no number of its format.
std::uint32_t lanes_beyond(warp& w, const op& o) {
  std::uint32_t live = 0;
  for_each_source(w, o, [&](const slot_shadow& s) { live |= s.live; });
  return live & w.exec;
}

void count_change(warp& w) { wrapped(w).changed.fetch_add(static_cast<std::uint64_t>(std::popcount(w.exec)), std::memory_order_relaxed); }

/// The results of lanes `lanes` become exact results, rounded by `c` or, without one, to their own format.
void settle(warp& w, const op& o, const variant_change* c, std::uint32_t lanes) {
  const shadow_tag tag = tag_of(o);
  if (tag == shadow_tag::none || o.d.where != pool::frame) return;
  for_each_lane(lanes, [&](int i) {
    for (int part = 0; part < parts(tag); ++part) {
      const exact_number x = number_in(w, o.d, o.format, i, part);
      if (!(std::fabs(x.high) < INFINITY)) continue;
      if (c == nullptr) {
        const double v = value_of_code(o.format, nearest_code(o.format, x.high, x.low));
        put_number(w, o, tag, i, part, {v, 0});
      } else {
        put_number(w, o, tag, i, part, as_changed(w, o, c, {x.high, x.low}, i));
      }
    }
  });
}

/// An operation that gives a number.
void varied_value(warp& w, const op& o) {
  const variant_change* const c = change_at(w, o.pc);
  const std::uint32_t beyond = lanes_beyond(w, o);
  run_inner(w, o);
  if (c != nullptr) count_change(w);
  const std::uint32_t changed = c != nullptr ? w.exec : beyond;
  if (std::uint32_t plain = w.exec & ~changed; plain != 0) drop_shadow(w, o.d, plain);
  if (changed != 0) settle(w, o, c, changed);
}

/// A fused sum whose product is rounded by itself.
void split_sum(warp& w, const op& o) {
  const variant_change* const c = change_at(w, o.pc);
  const shadow_tag tag = tag_of(o);
  const number n = o.format;
  pair sums[2][warp_size];
  for_each_lane(w.exec, [&](int i) {
    for (int part = 0; part < parts(tag); ++part) {
      const exact_number a = number_in(w, o.a, n, i, part), b = number_in(w, o.b, n, i, part), z = number_in(w, o.c, n, i, part);
      const double product = a.high * b.high; // exact in binary64 below it
      const double rounded = n == number::f64 ? product : value_of_code(n, nearest_code(n, product, std::fma(a.high, b.high, -product)));
      pair s = sum_of(rounded, z.high);
      s = sum_of(s.high, s.low + z.low);
      sums[part][i] = s;
    }
  });
  run_inner(w, o);
  count_change(w);
  for_each_lane(w.exec, [&](int i) {
    for (int part = 0; part < parts(tag); ++part)
      if (std::fabs(sums[part][i].high) < INFINITY) put_number(w, o, tag, i, part, as_changed(w, o, c, sums[part][i], i));
  });
}

/// A wider copy is no operation: the value stays as wide as it is.
void varied_widening(warp& w, const op& o) {
  const std::uint32_t beyond = lanes_beyond(w, o);
  run_inner(w, o);
  if (std::uint32_t plain = w.exec & ~beyond; plain != 0) drop_shadow(w, o.d, plain);
  const variant_change* const c = change_at(w, o.pc);
  if (c != nullptr) count_change(w), settle(w, o, c, w.exec);
}

/// An atomic sum: memory holds the sum of what it held and the addend, rounded as the variant says, or by the machine.
void varied_atomic(warp& w, const op& o) {
  const variant_change* const c = change_at(w, o.pc);
  std::uint64_t address[warp_size];
  for (int i = 0; i < warp_size; ++i)
    address[i] = (!o.a ? 0 : o.a_bits == 64 ? w.lanes<std::uint64_t>(o.a)[i] : w.lanes<std::uint32_t>(o.a)[i]) + static_cast<std::uint64_t>(o.displacement);
  run_inner(w, o);
  if (c != nullptr) count_change(w);
  if (o.d) settle(w, o, nullptr, w.exec);
  const shadow_tag tag = o.format == number::f64 ? shadow_tag::f64 : shadow_tag::f32;
  const bool known = o.vector == 1 && (o.format == number::f32 || o.format == number::f64);
  for_each_lane(w.exec, [&](int i) {
    region* const r = resolve(w, o.space, i, address[i], o.width);
    if (r == nullptr) return;
    const std::uint64_t at = offset_in(*r, o.space, address[i]);
    const shadow_cell* const cell = r->shadow.find(at / 4);
    if (cell == nullptr || cell->tag != tag) return;
    if (!known || c == nullptr) return drop_cells(*r, at, o.width);
    std::uint64_t* const words = r->shadow.words(at / 4);
    const pair x = as_changed(w, o, c, {bit_cast<double>(words[0]), bit_cast<double>(words[2])}, i);
    if (!(std::fabs(x.high) < INFINITY)) return drop_cells(*r, at, o.width);
    const std::uint64_t code = nearest_code(o.format, x.high, x.low);
    std::memcpy(r->data.data() + at, &code, o.width);
    words[0] = bits_of(x.high), words[1] = 0, words[2] = bits_of(x.low);
  });
}

bool is_atomic_sum(const op& o) { return o.meaning.access == ptx::access::atomic && ptx::is_real_sum(o.meaning); }

handler outer_of(const wrapped_machine& m, const op& o) {
  if (o.bits == nullptr || o.source == nullptr) return nullptr;
  if (is_atomic_sum(o)) return &varied_atomic;
  if (compares_numbers(o) || rounds_to_integer(o)) return decided_by_exact_values(o);
  if (!o.d || o.format == number::none || m.domain.bind(o) == nullptr || o.meaning.operation == ptx::operation::selection || o.meaning.operation == ptx::operation::move) return nullptr;
  const std::int32_t k = m.change_of[o.pc];
  if (k >= 0 && m.variant.changes[static_cast<std::size_t>(k)].splits && o.meaning.operation == ptx::operation::fused && tag_of(o) != shadow_tag::none) return &split_sum;
  if (o.meaning.operation == ptx::operation::widening) return &varied_widening;
  return &varied_value;
}

} // namespace

void place_variant(wrapped_machine& m, const variant_plan& plan) {
  m.variant = plan;
  m.change_of.assign(m.ops.size(), -1);
  for (std::size_t k = 0; k < plan.changes.size(); ++k) m.change_of[plan.changes[k].pc] = static_cast<std::int32_t>(k);
  for (op& o : m.ops)
    if (const handler outer = outer_of(m, o)) wrap(m, o, outer);
}

} // namespace fpcheck::exec
