#include "overrides.hpp"

#include "bit_orders.hpp"

#include "decode_operands.hpp"
#include "def_use.hpp"
#include "engine/lanes.hpp"
#include "exact_numbers.hpp"
#include "handlers.hpp"
#include "intended.hpp"
#include "lifted_clamps.hpp"
#include "random_factor.hpp"
#include "value_origins.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/ptx/meaning.hpp>

#include <algorithm>
#include <unordered_set>

namespace fpcheck::exec {

using f = ptx::form;

bool compares_numbers(const op& o) {
  switch (o.form) {
  case f::setp_f32: case f::setp_bool_f32: case f::setp_f64: case f::setp_bool_f64: case f::setp_f16: case f::setp_bool_f16: case f::setp_bf16: case f::setp_bool_bf16:
    return static_cast<bool>(o.pd);
  default: return false;
  }
}

bool chooses_extreme(const op& o) {
  switch (o.form) {
  case f::min_f32: case f::min_f64: case f::min_f16: case f::min_bf16: case f::max_f32: case f::max_f64: case f::max_f16: case f::max_bf16: return true;
  default: return false;
  }
}

bool rounds_to_integer(const op& o) { return o.form == f::cvt_float_to_int || o.form == f::cvt_round_to_integral; }

namespace {

/// The integer `v` in the type that a conversion gives, clamped to its range as the device does.
std::uint64_t clamped_integer(double v, ptx::modifier type) {
  using m = ptx::modifier;
  const int bits = static_cast<int>(ptx::width(type));
  const bool is_signed = type == m::s8 || type == m::s16 || type == m::s32 || type == m::s64;
  const double low = is_signed ? -std::ldexp(1.0, bits - 1) : 0.0, end = std::ldexp(1.0, is_signed ? bits - 1 : bits);
  const std::uint64_t most = is_signed ? (std::uint64_t{1} << (bits - 1)) - 1 : bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  if (v >= end) return most;
  if (v <= low) return is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(low)) : 0;
  return v < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(v)) : static_cast<std::uint64_t>(v);
}

} // namespace

std::uint32_t changed_predicates(const warp& w, const op& o, std::uint32_t lanes) {
  const std::uint32_t other = o.pa ? w.predicate(o.pa) : 0;
  switch (o.choice.as<comparison_choice>().with) {
  case combination::and_: return lanes & other;
  case combination::or_: return lanes & ~other;
  default: return lanes;
  }
}

void put_integral(warp& w, const op& o, int lane, double whole) {
  if (o.form == f::cvt_float_to_int) {
    const std::uint64_t v = clamped_integer(whole, o.source->type(0));
    if (o.d_bits == 64) w.lanes<std::uint64_t>(o.d)[lane] = v;
    else w.lanes<std::uint32_t>(o.d)[lane] = static_cast<std::uint32_t>(v);
  } else if (o.format == number::f32 || o.format == number::f64) {
    if (o.format == number::f32) w.lanes<float>(o.d)[lane] = static_cast<float>(whole);
    else w.lanes<double>(o.d)[lane] = whole;
    const number_words words = number_at(w, o.d, lane, 0);
    words[0] = bits_of(whole), words[1] = words[2] = 0;
  }
}

namespace {

/// The format of the numbers that a result's slot holds; none where the tag does not say.
number format_of(const op& o, shadow_tag tag) {
  switch (tag) {
  case shadow_tag::f32: return o.format == number::tf32 ? number::none : number::f32;
  case shadow_tag::f64: return number::f64;
  case shadow_tag::half:
  case shadow_tag::half2: return o.format == number::f16 || o.format == number::bf16 ? o.format : number::none;
  case shadow_tag::byte:
  case shadow_tag::bytes2:
  case shadow_tag::bytes4: return o.format == number::e4m3 || o.format == number::e5m2 || o.format == number::e2m3 || o.format == number::e3m2 ? o.format : number::none;
  default: return number::none;
  }
}

double half_unit(double x, number n) {
  const format_limits l = limits_of(n);
  return std::ldexp(1.0, std::max(x == 0 ? l.min_exponent : std::ilogb(x), l.min_exponent) - l.precision);
}

/// The code that stands for the exact value; `code`, the machine's, where that is as good or nothing better is known.
std::uint64_t exact_code(const exact_number& x, number n, std::uint64_t code) {
  if (!x.shadowed || !x.known()) return code;
  const bool undecided = x.error > half_unit(x.high, n) && std::fabs((x.computed - x.high) - x.low) <= x.error;
  if (undecided || x.computed == x.high + x.low) return code; // of zeros the machine's sign
  const std::uint64_t nearest = nearest_code(n, x.high, x.low);
  const bool beyond = std::fabs(x.high) < INFINITY && !(std::fabs(value_of_code(n, nearest)) < INFINITY);
  if (!beyond) return nearest;
  return std::fabs(x.computed) < INFINITY ? code : nearest - 1; // bits of an overflow would be those of an infinity, which exact arithmetic has none of
}

/// Whether a stored number stands for itself: a count, an index, a grid's spacing. Others are known to half an ulp.
bool is_exact_data(double x, const judgement& j) {
  if (!(std::fabs(x) < INFINITY)) return true;
  if (x == std::nearbyint(x) && std::fabs(x) <= j.exact_integers) return true;
  const auto digits = static_cast<int>(j.exact_digits);
  return x == static_cast<double>(static_cast<int>(std::ldexp(x, digits - std::ilogb(x)))) * std::ldexp(1.0, std::ilogb(x) - digits);
}

/// Whether moved inputs went into a number: it carries a part of itself as radius then.
bool depends_on_data(const warp& w, const exact_number& x) { return x.shadowed && x.error > wrapped(w).judged.least_data_mark * std::fabs(x.high); }

/// What a decision may be off by in a run with moved inputs, beside what they do: a part of that in the operand's own half ulps, where
/// the format holds it; a number that underflows is off by all of itself, and its sign is not in doubt. A near-tie is decided either way.
exact_number at_decision(const warp& w, exact_number x, number n) {
  const exact_plan& plan = wrapped(w).exact;
  if (plan.moved == 0 || !depends_on_data(w, x) || !x.known()) return x;
  const double motion = std::min(plan.moved * wrapped(w).judged.decision_motion * half_unit(x.high, n), 0.5 * std::fabs(x.high));
  x.high += motion * random_factor(x.high, plan.copy + 64);
  return x;
}

/// An intended narrowing (R8) in such a run: the number moves by up to half an ulp of the narrow format.
void move_narrowed(warp& w, const op& o, number n, int lane, int part) {
  const exact_plan& plan = wrapped(w).exact;
  if (plan.moved == 0 || o.source_format == number::none || limits_of(n).precision >= 24) return;
  const exact_number x = number_in(w, o.d, n, lane, part);
  if (!depends_on_data(w, x) || !x.known()) return;
  const number_words words = number_at(w, o.d, lane, part);
  words[0] = bits_of(x.high + half_unit(x.high, n) * random_factor(x.high, plan.copy + 128));
}

/// Gives the executing lanes of a result the codes of the exact values.
void settle_register(warp& w, const op& o, const ref& d) {
  if (d.where != pool::frame) return;
  slot_shadow& s = w.shadow(d);
  const number n = format_of(o, s.tag);
  const std::uint32_t lanes = s.live & w.exec;
  if (n == number::none || lanes == 0) return;
  const bool wide = n == number::f64;
  const int bits = n == number::f32 ? 32 : wide ? 64 : n == number::f16 || n == number::bf16 ? 16 : 8;
  const std::uint64_t field = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  for (int part = 0; part < parts(s.tag); ++part)
    for_each_lane(lanes, [&](int i) {
      move_narrowed(w, o, n, i, part);
      const exact_number x = number_in(w, d, n, i, part);
      std::uint64_t all = wide ? w.lanes<std::uint64_t>(d)[i] : w.lanes<std::uint32_t>(d)[i];
      const int shift = bits * part;
      const std::uint64_t code = all >> shift & field, fresh = exact_code(x, n, code);
      if (fresh == code) return;
      all = (all & ~(field << shift)) | fresh << shift;
      if (wide) w.lanes<std::uint64_t>(d)[i] = all;
      else w.lanes<std::uint32_t>(d)[i] = static_cast<std::uint32_t>(all);
      if (x.known()) s.born &= ~(1u << i);
    });
}

/// Inputs among the operands that stand for moved numbers while one instruction runs.
class moved_inputs {
public:
  moved_inputs(warp& w, const op& o) : w_(w) {
    if (wrapped(w).exact.moved == 0 || o.roles.has(roles::half_up)) return;
    const bool converts = o.source_format != number::none;
    for (const ref* r : {&o.a, &o.b, &o.c}) move(o, *r, converts ? o.source_format : o.format);
  }
  ~moved_inputs() {
    for (const auto& [at, s] : saved_)
      if (!overwritten_.has_value() || *overwritten_ != at.offset) {
        const std::uint32_t extra = w_.shadow(at).extra;
        w_.shadow(at) = s;
        w_.shadow(at).extra = extra;
      }
  }
  moved_inputs(const moved_inputs&) = delete;
  moved_inputs& operator=(const moved_inputs&) = delete;

private:
  void move(const op& o, const ref& r, number n) {
    if (r.where != pool::frame) return;
    overwritten_ = o.d.where == pool::frame ? std::optional(o.d.offset) : std::nullopt;
    slot_shadow& s = w_.shadow(r);
    const std::uint32_t lanes = s.input & ~s.live & w_.exec;
    const shadow_tag tag = n == number::f32 ? shadow_tag::f32 : n == number::f64 ? shadow_tag::f64 : shadow_tag::none;
    if (lanes == 0 || tag == shadow_tag::none || (s.live != 0 && s.tag != tag)) return;
    const wrapped_machine& m = wrapped(w_);
    saved_.emplace_back(r, s);
    s.tag = tag;
    for_each_lane(lanes, [&](int i) {
      const double v = n == number::f64 ? w_.lanes<double>(r)[i] : static_cast<double>(w_.lanes<float>(r)[i]);
      if (!m.exact.moves_all && is_exact_data(v, m.judged)) return;
      const number_words words = number_at(w_, r, i, 0);
      words[0] = bits_of(v), words[1] = bits_of(m.judged.data_mark * std::fabs(v));
      const bool as_stored = o.format == number::none || m.consumed_narrow[o.pc];
      words[2] = bits_of(v * std::ldexp(m.exact.moved, -limits_of(as_stored ? n : o.format).precision) * random_factor(v, m.exact.copy));
      const double sum = bit_cast<double>(words[0]) + bit_cast<double>(words[2]); // a low word is below half an ulp
      words[2] = bits_of(bit_cast<double>(words[2]) - (sum - v)), words[0] = bits_of(sum);
      s.live |= 1u << i, s.input &= ~(1u << i);
    });
  }
  warp& w_;
  std::vector<std::pair<ref, slot_shadow>> saved_;
  std::optional<std::uint32_t> overwritten_;
};

/// An operation on numbers: its result becomes the exact value's.
void exact_value(warp& w, const op& o) {
  const moved_inputs moved(w, o);
  run_inner(w, o);
  settle_register(w, o, o.d);
}

/// A product of matrices, whose results lie in several registers.
void exact_product(warp& w, const op& o) {
  run_inner(w, o);
  for (const ref& d : o.results) settle_register(w, o, d);
}

void exact_comparison(warp& w, const op& o) {
  std::uint32_t lanes = 0;
  for (const ref* r : {&o.a, &o.b})
    if (r->where == pool::frame) lanes |= w.shadow(*r).live & w.exec;
  std::uint32_t toggled = 0;
  exact_number as_is[warp_size][2];
  for_each_lane(lanes, [&](int i) { as_is[i][0] = number_in(w, o.a, o.source_format, i), as_is[i][1] = number_in(w, o.b, o.source_format, i); });
  const moved_inputs moved(w, o);
  for_each_lane(lanes, [&](int i) {
    const number n = o.source_format;
    const auto& [a, b] = as_is[i];
    const bool meet = std::fabs((a.high - b.high) + (a.low - b.low)) <= a.error + b.error; // by what they are, however inputs move
    const exact_order x = meet ? order_of(a, b) : order_of(at_decision(w, number_in(w, o.a, n, i), n), at_decision(w, number_in(w, o.b, n, i), n));
    const bool is_nan = (a.computed != a.computed && a.high != a.high) || (b.computed != b.computed && b.high != b.high);
    if (is_nan && wrapped(w).exact.inverts) toggled |= 1u << i;
    if (x == exact_order::unknown && a.known() && b.known() && wrapped(w).exact.tries_other) toggled |= 1u << i;
    if (x == exact_order::unknown || is_nan || wrapped(w).exact.tries_other) return;
    if (holds(outcomes_of(o), x) != holds(outcomes_of(o), machine_order(a.computed, b.computed))) toggled |= 1u << i;
  });
  toggled = changed_predicates(w, o, toggled);
  run_inner(w, o);
  for (const predicate_ref& p : {o.pd, o.pd2})
    if (toggled != 0 && p) w.top->predicates[p.index] ^= toggled;
}

/// An integer comparison of a NaN's bits, decided the other way.
void invert_order(warp& w, const op& o) {
  const std::uint32_t toggled = changed_predicates(w, o, nans_ordered_by(w, o));
  run_inner(w, o);
  for (const predicate_ref& p : {o.pd, o.pd2})
    if (toggled != 0 && p) w.top->predicates[p.index] ^= toggled;
  if (o.d) for_each_lane(toggled, [&](int i) { w.lanes<std::uint32_t>(o.d)[i] = ~w.lanes<std::uint32_t>(o.d)[i]; });
}

/// The integer at the end of an enclosure that is further from the machine's.
double other_integral(const exact_number& x, round_mode m) {
  const double machine = exact_integral({x.computed, x.computed}, m);
  const double low = exact_integral({x.high - x.error, x.high - x.error}, m), high = exact_integral({x.high + x.error, x.high + x.error}, m);
  return std::fabs(low - machine) > std::fabs(high - machine) ? low : high;
}

void exact_rounding(warp& w, const op& o) {
  const std::uint32_t lanes = o.a.where == pool::frame ? w.shadow(o.a).live & w.exec : 0u;
  double whole[warp_size];
  std::uint32_t known = 0;
  for_each_lane(lanes, [&](int i) {
    const exact_number x = number_in(w, o.a, o.source_format, i);
    const bool is_whole = std::fabs((x.high - std::nearbyint(x.high)) + x.low) <= x.error; // by what it is, however inputs move
    whole[i] = exact_integral(is_whole || o.roles.has(roles::half_up) ? x : at_decision(w, x, o.source_format), o.rounding);
    if (wrapped(w).exact.tries_other) whole[i] = whole[i] != whole[i] && x.known() ? other_integral(x, o.rounding) : NAN;
    if (whole[i] == whole[i] && !(o.sat && o.form == f::cvt_round_to_integral)) known |= 1u << i;
  });
  run_inner(w, o);
  for_each_lane(known, [&](int i) { put_integral(w, o, i, whole[i]); });
}

/// copysign with the exact value's sign.
void exact_sign(warp& w, const op& o) {
  const number n = o.format == number::f64 ? number::f64 : number::f32;
  const std::uint32_t lanes = o.a.where == pool::frame ? w.shadow(o.a).live & w.exec : 0u;
  std::uint32_t flipped = 0;
  for_each_lane(lanes, [&](int i) {
    const exact_number x = number_in(w, o.a, n, i);
    const exact_order sign = order_of(x, exact_number{});
    if (wrapped(w).exact.inverts && x.computed != x.computed && x.high != x.high && ((w.shadow(o.a).born >> i) & 1u) != 0) flipped |= 1u << i;
    const bool negative = n == number::f64 ? (w.lanes<std::uint64_t>(o.a)[i] >> 63) != 0 : (w.lanes<std::uint32_t>(o.a)[i] >> 31) != 0;
    if ((sign == exact_order::less && !negative) || (sign == exact_order::greater && negative)) flipped |= 1u << i;
  });
  run_inner(w, o);
  for_each_lane(flipped, [&](int i) {
    w.host->domain.scale(number_at(w, o.d, i, 0).first, warp_size, -1.0);
    if (n == number::f64) w.lanes<std::uint64_t>(o.d)[i] ^= std::uint64_t{1} << 63;
    else w.lanes<std::uint32_t>(o.d)[i] ^= 0x80000000u;
  });
  settle_register(w, o, o.d);
}

/// An atomic sum of floating point: memory holds the exact sum, rounded.
void exact_atomic(warp& w, const op& o) {
  std::uint64_t address[warp_size];
  for (int i = 0; i < warp_size; ++i)
    address[i] = (!o.a ? 0 : o.a_bits == 64 ? w.lanes<std::uint64_t>(o.a)[i] : w.lanes<std::uint32_t>(o.a)[i]) + static_cast<std::uint64_t>(o.displacement);
  run_inner(w, o);
  settle_register(w, o, o.d);
  if (o.vector > 1 || (o.format != number::f32 && o.format != number::f64)) return;
  for_each_lane(w.exec, [&](int i) {
    region* const r = resolve(w, o.space, i, address[i], o.width);
    if (r == nullptr) return;
    const std::uint64_t at = offset_in(*r, o.space, address[i]);
    const shadow_cell* const cell = r->shadow.find(at / 4);
    if (cell == nullptr || cell->tag != (o.format == number::f64 ? shadow_tag::f64 : shadow_tag::f32)) return;
    std::uint64_t code = 0;
    std::memcpy(&code, r->data.data() + at, o.width);
    const std::uint64_t* const words = r->shadow.words(at / 4);
    const exact_number x{value_of_code(o.format, code), bit_cast<double>(words[0]), bit_cast<double>(words[2]), bit_cast<double>(words[1]), true};
    code = exact_code(x, o.format, code);
    std::memcpy(r->data.data() + at, &code, o.width);
  });
}

bool is_atomic_sum(const op& o) {
  return o.meaning.access == ptx::access::atomic && ptx::is_real_sum(o.meaning);
}

/// A clamp to an end of the format's range, which exact arithmetic does not have: the exact number goes on.
template <handler Lift>
void lifted_value(warp& w, const op& o) {
  Lift(w, o);
  settle_register(w, o, o.d);
}

/// What to put around an instruction; nullptr for nothing.
handler outer_of(const wrapped_machine& m, const op& o) {
  if (o.bits == nullptr || o.source == nullptr || m.domain.bind == nullptr) return nullptr;
  if (o.pc == m.lifted_clamp) return find_range_ends(*m.code)[o.pc] == range_end::largest ? &lifted_value<&lift_largest> : &lifted_value<&lift_smallest>;
  if (is_atomic_sum(o)) return &exact_atomic;
  if (m.anchored[o.pc]) return nullptr;
  for (const role r : {role::magic_add, role::eft_residual, roles::split_part, role::pole})
    if (o.roles.has(r)) return nullptr;
  if (compares_numbers(o)) return o.roles.has(roles::wrap) ? nullptr : &exact_comparison; // of the exact value, rounded
  if (m.exact.inverts && compares_order(o)) return &invert_order;
  if (rounds_to_integer(o)) return &exact_rounding;
  if (o.form == f::copysign) return &exact_sign;
  if (o.meaning.operation == ptx::operation::matrix_product && o.meaning.takes == ptx::content::real) return &exact_product;
  const bool gives_number = o.d && o.format != number::none && m.domain.bind(o) != nullptr && o.form != f::selp && o.form != f::mov;
  return gives_number ? &exact_value : nullptr;
}

/// Whether binary32 arithmetic takes `r`, also where it was moved to.
bool is_taken_narrow(const program& p, const def_use& g, const ref& r, int moves) {
  const auto& uses = g.uses(r);
  return moves > 0 && std::any_of(uses.begin(), uses.end(), [&](std::uint32_t pc) {
    const op& u = p.ops[pc];
    if (const ref to = g.passed_on(u, r)) return is_taken_narrow(p, g, to, moves - 1);
    return u.format == number::f32 && u.meaning.takes == ptx::content::real && u.meaning.access == ptx::access::none && !ptx::is_conversion(u.meaning);
  });
}

/// Conversions to binary64 of a number that binary32 arithmetic takes too: it moves there as it does here, or the two would part.
std::vector<bool> find_consumed_narrow(const program& p) {
  std::vector<bool> out(p.ops.size());
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    const auto widens = [](const op& o) { return o.meaning.operation == ptx::operation::widening && o.format == number::f64 && o.source_format == number::f32; };
    if (std::none_of(first, end, widens)) continue;
    const def_use g(p, code, p.constants);
    for (auto o = first; o != end; ++o) {
      if (!widens(*o)) continue;
      out[o->pc] = is_taken_narrow(p, g, origin(g, o->a, o->pc), most_moves);
    }
  }
  return out;
}

} // namespace

handler decided_by_exact_values(const op& o) { return compares_numbers(o) ? &exact_comparison : &exact_rounding; }

void place_exact_values(wrapped_machine& m, const exact_plan& plan) {
  m.exact = plan;
  m.anchored = find_anchored(*m.code);
  m.consumed_narrow = find_consumed_narrow(*m.code);
  const std::unordered_set<std::uint32_t> only(plan.only.begin(), plan.only.end());
  for (op& o : m.ops) {
    if (!only.empty() && !only.contains(o.pc)) continue;
    if (const handler outer = outer_of(m, o)) wrap(m, o, outer);
  }
}

} // namespace fpcheck::exec
