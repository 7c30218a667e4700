#include "lossy_steps.hpp"

#include "exact_numbers.hpp"
#include "handlers.hpp"
#include "integer_lanes.hpp"
#include "wide_integers.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::modifier;

/// Operands of one instruction that are remembered: with more of them no order is told.
constexpr std::size_t most_operands = 4096;

int width_of(const op& o) { return static_cast<int>(ptx::width(o.source->type(0))); }
bool calculates(const op& o) {
  if (o.source == nullptr || o.sat) return false;
  const bool sums = o.form == f::add_int || o.form == f::sub_int || o.form == f::mul_lo || o.form == f::mad_lo || o.form == f::neg_int || o.form == f::abs_int;
  return sums && (width_of(o) == 16 || width_of(o) == 32) && o.d_bits <= 32;
}
bool narrows(const op& o) {
  if (o.form != f::cvt_int_to_int || o.sat) return false;
  return ptx::width(o.source->type(0)) < ptx::width(o.source->type(1));
}
bool stores_narrow(const op& o) {
  if (o.meaning.access != ptx::access::store || !ptx::accesses_by_lane(o.meaning) || o.addressing == addressing::slots) return false;
  return o.width <= 2 && o.vector == 1 && o.list.size() == 1;
}

std::uint64_t code_in(warp& w, const ref& r, int bits, int lane) { return bits == 64 ? w.lanes<std::uint64_t>(r)[lane] : w.lanes<std::uint32_t>(r)[lane]; }

/// What is cut off where a mask of leading ones is laid over an operand, or it is shifted right: so many low bits.
struct cut_off {
  int bits = 0;
  bool shifts = false;
};
cut_off cut_of(warp& w, const op& o) {
  const int width = o.d_bits;
  if (o.form == f::shr && o.b.where == pool::constant) return {static_cast<int>(std::min(w.lanes<std::uint32_t>(o.b)[0], 63u)), true};
  if (o.form != f::and_bits || o.b.where != pool::constant) return {};
  const std::uint64_t all = width == 64 ? ~std::uint64_t{0} : 0xffffffffu, mask = code_in(w, o.b, width, 0) & all;
  const int low = mask == 0 ? 0 : std::countr_zero(mask);
  return {mask == (all & (all << low)) ? low : 0, false};
}
bool may_merge(const op& o) {
  const bool has_mask = (o.form == f::and_bits || o.form == f::shr) && o.b.where == pool::constant && o.a.where == pool::frame && (o.d_bits == 32 || o.d_bits == 64);
  return has_mask || (o.form == f::cvt_float_to_int && o.a.where == pool::frame && (o.source_format == number::f32 || o.source_format == number::f64));
}
bool converts(const op& o) { return o.form == f::cvt_float_to_int; }

/// The numbers of an integer calculation, in lanes in which a signed integer of its width does not hold the result.
struct beyond_width {
  std::int64_t exact[warp_size];
  std::uint32_t lost = 0;
  std::uint32_t carried = 0; ///< lanes in which an unsigned one does not hold it
  std::uint64_t natural_sum = 0; ///< in one of them
  bool fits_unsigned = true; ///< what is lost
  int bits;

  beyond_width(warp& w, const op& o) : bits(width_of(o)) {
    if (mixes(w, o)) return;
    const std::int64_t half = std::int64_t{1} << (bits - 1);
    for_each_lane(w.exec, [&](int i) {
      const auto value = [&](const ref& r) -> std::int64_t { return bits == 16 ? static_cast<std::int16_t>(w.lanes<std::uint32_t>(r)[i]) : w.lanes<std::int32_t>(r)[i]; };
      switch (o.form) {
      case f::add_int: exact[i] = value(o.a) + value(o.b); break;
      case f::sub_int: exact[i] = value(o.a) - value(o.b); break;
      case f::mul_lo: exact[i] = value(o.a) * value(o.b); break;
      case f::neg_int: exact[i] = -value(o.a); break;
      case f::abs_int: exact[i] = std::abs(value(o.a)); break;
      default: exact[i] = value(o.a) * value(o.b) + value(o.c);
      }
      if (exact[i] >= half || exact[i] < -half) lost |= 1u << i, fits_unsigned = fits_unsigned && exact[i] >= 0 && exact[i] < 2 * half;
      const auto natural = [&](const ref& r) -> std::uint64_t { return bits == 16 ? static_cast<std::uint16_t>(w.lanes<std::uint32_t>(r)[i]) : w.lanes<std::uint32_t>(r)[i]; };
      const bool adds = o.form == f::add_int && value(o.b) >= (o.b.where == pool::constant ? 0 : -half);
      const std::uint64_t sum = adds ? natural(o.a) + natural(o.b) : o.form == f::mul_lo ? natural(o.a) * natural(o.b) : 0;
      if (sum >> bits != 0) carried |= 1u << i, natural_sum = sum;
    });
  }

private:
  static bool mixes(warp& w, const op& o) {
    const bool multiplies = o.form == f::mul_lo || o.form == f::mad_lo;
    const auto literal = [&](const ref& r) { return r.where == pool::constant ? std::int64_t{w.lanes<std::int32_t>(r)[0]} : 0; };
    for (const ref* r : {&o.a, &o.b})
      if (const std::int64_t v = literal(*r); multiplies ? (v & 1) != 0 && has_mixing_size(v) : has_mixing_size_of_addend(v)) return true;
    return o.form == f::mad_lo && has_mixing_size_of_addend(literal(o.c));
  }
};

/// What a conversion or a store to fewer bits is given, in lanes in which a signed integer of these does not hold it.
struct beyond_place {
  std::int64_t given[warp_size];
  std::uint32_t lost = 0;
  int bits, from;

  beyond_place(warp& w, const op& o) : bits(narrows(o) ? width_of(o) : 8 * o.width), from(narrows(o) ? o.a_bits : o.b_bits) {
    const ref& r = operand(o);
    if (r.where != pool::frame) return;
    const bool has_sign = from > 16; // 16 bits lie without theirs
    const std::int64_t half = std::int64_t{1} << (bits - 1);
    for_each_lane(w.exec, [&](int i) {
      const std::int64_t v = value_in(w, r, from, i);
      given[i] = has_sign ? v : static_cast<std::int16_t>(v);
      if (given[i] >= half || given[i] < -half) lost |= 1u << i;
    });
  }
  static const ref& operand(const op& o) { return narrows(o) ? o.a : o.list[0]; }
};

void note(warp& w, const op& o, loss_kind kind, int lane_count, double value, double result, bool fits_unsigned = false) {
  wrapped_machine& m = wrapped(w);
  const std::scoped_lock guard(m.lock);
  loss_record& r = m.losses[o.pc];
  if (r.count == 0) r.pc = o.pc, r.kind = kind, r.value = value, r.result = result, r.fits_unsigned = fits_unsigned;
  r.fits_unsigned = r.fits_unsigned && fits_unsigned;
  r.count += static_cast<std::uint64_t>(lane_count);
}

std::int64_t signed_code(std::uint64_t code, int bits) {
  const int unused = 64 - bits;
  return static_cast<std::int64_t>(code << unused) >> unused;
}
bool is_signed_conversion(const op& o) {
  const modifier t = o.source->type(0);
  return converts(o) && (t == modifier::s8 || t == modifier::s16 || t == modifier::s32 || t == modifier::s64);
}

std::int64_t held_in(warp& w, const ref& r, int bits, int lane) {
  return signed_code(static_cast<std::uint64_t>(value_in(w, r, bits > 32 ? 64 : 32, lane)), bits);
}

void watch_calculation(warp& w, const op& o) {
  const beyond_width x(w, o);
  run_inner(w, o);
  if (x.lost == 0 && x.carried != 0) note(w, o, loss_kind::wrapped, 0, static_cast<double>(x.natural_sum), static_cast<double>(x.natural_sum & ((std::uint64_t{1} << x.bits) - 1)));
  if (x.lost == 0) return;
  const int lane = std::countr_zero(x.lost);
  note(w, o, loss_kind::wrapped, std::popcount(x.lost), static_cast<double>(x.exact[lane]), static_cast<double>(held_in(w, o.d, x.bits, lane)), x.fits_unsigned);
}

void watch_place(warp& w, const op& o) {
  const beyond_place x(w, o);
  if (x.lost != 0) {
    const int lane = std::countr_zero(x.lost);
    note(w, o, loss_kind::narrowed, std::popcount(x.lost), static_cast<double>(x.given[lane]), static_cast<double>(held_in(w, beyond_place::operand(o), x.bits, lane)));
  }
  run_inner(w, o);
}

void watch_merging(warp& w, const op& o) {
  std::uint64_t code[warp_size];
  const std::uint32_t lanes = w.exec;
  const bool number = converts(o);
  const int bits = number ? o.a_bits : o.d_bits;
  const bool cuts = number || cut_of(w, o).bits != 0;
  if (!cuts && o.form == f::and_bits && bits <= 32) return watch_cut(w, o);
  for_each_lane(lanes, [&](int i) { code[i] = code_in(w, o.a, bits, i); });
  run_inner(w, o);
  if (!cuts) return;
  wrapped_machine& m = wrapped(w);
  const std::scoped_lock guard(m.lock);
  auto& seen = m.merged[o.pc];
  if (seen.size() > most_operands) return;
  for_each_lane(lanes, [&](int i) { seen.emplace(code[i], code_in(w, o.d, o.d_bits, i)); });
}

/// Runs `o`, then puts what its width holds in the lanes that are beyond it.
void clamp_calculation(warp& w, const op& o) {
  const beyond_width x(w, o);
  run_inner(w, o);
  const bool with_sign = wrapped(w).loss_changes.at(o.pc).remedy == loss_remedy::clamp;
  const std::int64_t half = std::int64_t{1} << (x.bits - 1), low = with_sign ? -half : 0, high = with_sign ? half - 1 : 2 * half - 1;
  for_each_lane(x.lost, [&](int i) {
    const std::int64_t v = std::clamp(x.exact[i], low, high);
    w.lanes<std::uint32_t>(o.d)[i] = static_cast<std::uint32_t>(x.bits == 16 ? v & 0xffff : v);
  });
}

void clamp_place(warp& w, const op& o) {
  const beyond_place x(w, o);
  const ref& r = beyond_place::operand(o);
  const bool with_sign = wrapped(w).loss_changes.at(o.pc).remedy == loss_remedy::clamp;
  const std::int64_t half = std::int64_t{1} << (x.bits - 1), low = with_sign ? -half : 0, high = with_sign ? half - 1 : 2 * half - 1;
  std::uint64_t before[warp_size];
  for_each_lane(x.lost, [&](int i) {
    before[i] = code_in(w, r, x.from, i);
    put(w, r, x.from, i, std::clamp(x.given[i], low, high));
  });
  run_inner(w, o);
  if (narrows(o) && o.d.where == r.where && o.d.offset == r.offset) return;
  for_each_lane(x.lost, [&](int i) { put(w, r, x.from, i, static_cast<std::int64_t>(before[i])); });
}

/// Of a mask of one or two bytes: what they hold in the place of what it leaves.
void clamp_masked(warp& w, const op& o) {
  const std::uint32_t mask = w.lanes<std::uint32_t>(o.b)[0];
  std::int32_t given[warp_size];
  for_each_lane(w.exec, [&](int i) { given[i] = w.lanes<std::int32_t>(o.a)[i]; });
  const bool with_sign = wrapped(w).loss_changes.at(o.pc).remedy == loss_remedy::clamp;
  run_inner(w, o);
  if (with_sign || (mask != 0xff && mask != 0xffff)) return;
  for_each_lane(w.exec, [&](int i) { w.lanes<std::int32_t>(o.d)[i] = std::clamp(given[i], 0, static_cast<std::int32_t>(mask)); });
}

/// Codes as they ascend: those of floating point as numbers do.
std::uint64_t ascending(std::uint64_t code, int bits, bool has_sign, bool number) {
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  if (!has_sign && !number) return code;
  if (number && (code & sign) != 0) return ~code & (sign | (sign - 1));
  return code ^ sign;
}

void tell_apart(warp& w, const op& o) {
  const loss_change& c = wrapped(w).loss_changes.at(o.pc);
  const bool number = converts(o);
  const int bits = number ? o.a_bits : o.d_bits;
  const cut_off cut = number ? cut_off{0, true} : cut_of(w, o);
  std::uint64_t place[warp_size];
  const std::uint32_t lanes = w.exec;
  for_each_lane(lanes, [&](int i) {
    const std::uint64_t key = ascending(code_in(w, o.a, bits, i), bits, c.of_signed, number);
    place[i] = static_cast<std::uint64_t>(std::lower_bound(c.operands.begin(), c.operands.end(), key) - c.operands.begin());
  });
  run_inner(w, o);
  for_each_lane(lanes, [&](int i) { put(w, o.d, o.d_bits, i, static_cast<std::int64_t>(cut.shifts ? place[i] : place[i] << cut.bits)); });
}

} // namespace

bool calculates_integer(const op& o) { return calculates(o); }

void watch_losses(wrapped_machine& m) {
  for (op& o : m.ops) {
    if (o.bits == nullptr || o.source == nullptr) continue;
    if (calculates(o)) wrap(m, o, &watch_calculation);
    else if (narrows(o) || stores_narrow(o)) wrap(m, o, &watch_place);
    else if (may_merge(o)) wrap(m, o, &watch_merging);
  }
}

std::vector<loss_record> losses_of(const wrapped_machine& m) {
  std::vector<loss_record> out;
  for (const auto& [pc, r] : m.losses) out.push_back(r);
  for (const auto& [pc, seen] : m.merged) {
    std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> by_result; // how many, and the first
    loss_record r;
    r.pc = pc, r.kind = loss_kind::merged, r.too_many = seen.size() > most_operands;
    const op& o = m.ops[pc];
    const auto number_of = [&](std::uint64_t code) { return converts(o) ? value_of_code(o.source_format, code) : 0.0; };
    for (const auto& [code, result] : seen) {
      auto& [count, first] = by_result[result];
      if (count++ == 0) first = code;
      else if (r.count++ == 0) r.codes[0] = first, r.codes[1] = code, r.codes[2] = result;
      r.operands.push_back(code);
    }
    r.value = number_of(r.codes[0]), r.other = number_of(r.codes[1]);
    r.result = is_signed_conversion(o) ? static_cast<double>(signed_code(r.codes[2], o.d_bits)) : static_cast<double>(r.codes[2]);
    out.push_back(std::move(r));
  }
  return out;
}

void lose_otherwise(wrapped_machine& m, const std::vector<loss_change>& changes) {
  for (const loss_change& c : changes) {
    op& o = m.ops[c.pc];
    if (o.bits == nullptr || o.source == nullptr) continue;
    loss_change& to = m.loss_changes[c.pc] = c;
    const bool number = converts(o);
    for (std::uint64_t& code : to.operands) code = ascending(code, number ? o.a_bits : o.d_bits, c.of_signed, number);
    std::sort(to.operands.begin(), to.operands.end());
    if (c.remedy == loss_remedy::tell_apart && may_merge(o) && !c.operands.empty()) wrap(m, o, &tell_apart);
    else if (c.remedy != loss_remedy::tell_apart && calculates(o)) wrap(m, o, &clamp_calculation);
    else if (c.remedy != loss_remedy::tell_apart && o.form == f::and_bits && o.d_bits <= 32 && o.b.where == pool::constant) wrap(m, o, &clamp_masked);
    else if (c.remedy != loss_remedy::tell_apart && (narrows(o) || stores_narrow(o))) wrap(m, o, &clamp_place);
  }
}

} // namespace fpcheck::exec
