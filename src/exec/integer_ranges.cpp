#include "integer_ranges.hpp"

#include "exact_numbers.hpp"
#include "handlers.hpp"
#include "integer_lanes.hpp"
#include "integer_origins.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/integer_risk.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::modifier;

void run_within(warp& w, const op& o) { wrapped(w).within[o.pc](w, o); }

/// What an integer type holds. As numbers of floating point: `high` is the first beyond.
struct integer_range {
  int bits;
  bool is_signed;
  double low() const { return is_signed ? -std::ldexp(1.0, bits - 1) : 0.0; }
  double beyond() const { return std::ldexp(1.0, is_signed ? bits - 1 : bits); }
};
integer_range range_of(modifier t) {
  return {static_cast<int>(ptx::width(t)), t == modifier::s8 || t == modifier::s16 || t == modifier::s32 || t == modifier::s64};
}

double cut(double v, round_mode m) {
  switch (m) {
  case round_mode::toward_zero: return std::trunc(v);
  case round_mode::downward: return std::floor(v);
  case round_mode::upward: return std::ceil(v);
  case round_mode::nearest_even: break;
  }
  return std::nearbyint(v);
}

/// What one execution of an instruction lost.
class losses {
public:
  losses(warp& w, const op& o, range_kind kind) : w_(w), o_(o) { r_.pc = o.pc, r_.kind = kind; }
  ~losses() {
    if (r_.count == 0 && r_.kept == 0) return;
    wrapped_machine& m = wrapped(w_);
    const std::scoped_lock guard(m.lock);
    range_record& to = m.ranges[{o_.pc, r_.kind}];
    const std::uint64_t count = to.count + r_.count, kept = to.kept + r_.kept;
    const double sum = to.sum + r_.sum, drift = to.drift + r_.drift;
    if (to.count == 0) to = r_;
    to.count = count, to.kept = kept, to.sum = sum, to.drift = drift;
  }
  losses(const losses&) = delete;
  losses& operator=(const losses&) = delete;

  void lost(int lane, double value, double result) {
    if (r_.count++ != 0) return;
    r_.value = value, r_.result = result;
    r_.launch = w_.host->launch_index;
    std::copy_n(w_.block->position, 3, r_.cta);
    for (std::size_t k = 0; k < 3; ++k) r_.thread[k] = w_.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(lane)];
  }
  void kept() { ++r_.kept; }
  bool has_kept() const { return r_.kept != 0; }
  void vanishes(int lane, double value) {
    lost(lane, value, 0);
    r_.sum += std::fabs(value);
  }
  void drifts(int lane, double value, double whole) {
    if (value != whole) lost(lane, value, whole);
    else kept();
    r_.sum += std::fabs(value), r_.drift += value - whole;
  }

private:
  warp& w_;
  const op& o_;
  range_record r_;
};

/// The numbers that a conversion rounds. Infinities and NaNs are judged where they were born; those of the data are keys.
struct rounded_numbers {
  double of[warp_size], whole[warp_size];
  std::uint32_t beyond = 0;
  rounded_numbers(warp& w, const op& o, const integer_range& range) {
    for_each_lane(w.exec, [&](int i) {
      const double v = value_of_code(o.source_format, o.source_format == number::f64 ? w.lanes<std::uint64_t>(o.a)[i] : w.lanes<std::uint32_t>(o.a)[i]);
      of[i] = v, whole[i] = cut(v, o.rounding);
      if (std::fabs(v) < INFINITY && (whole[i] < range.low() || whole[i] >= range.beyond())) beyond |= 1u << i;
    });
  }
};

double held(warp& w, const op& o, int lane, bool is_signed) {
  const std::int64_t v = value_in(w, o.d, o.d_bits, lane);
  if (is_signed) return static_cast<double>(v);
  return o.d_bits == 64 ? static_cast<double>(static_cast<std::uint64_t>(v)) : static_cast<double>(static_cast<std::uint32_t>(v));
}

/// Beside an instruction's origins: it has converted a number of which an integer was left.
constexpr std::uint8_t origin_kept = 64;

/// Numbers of which the integer keeps nothing: of all that an instruction converts, or it is no matter.
void watch_fractions(warp& w, const op& o, const rounded_numbers& x, std::uint32_t lanes) {
  std::uint8_t& what = wrapped(w).origins.what[o.pc];
  if ((std::atomic_ref(what).load(std::memory_order_relaxed) & origin_kept) != 0) return;
  losses to(w, o, range_kind::vanished);
  for_each_lane(lanes, [&](int i) {
    if (x.of[i] == 0) return;
    if (x.whole[i] == 0) to.vanishes(i, x.of[i]);
    else to.kept();
  });
  if (to.has_kept()) std::atomic_ref(what).fetch_or(origin_kept, std::memory_order_relaxed);
}

void watch_conversion(warp& w, const op& o) {
  const integer_range range = range_of(o.source->type(0));
  const rounded_numbers x(w, o, range);
  const std::uint32_t lanes = w.exec;
  run_within(w, o);
  if (x.beyond != 0) {
    losses to(w, o, range_kind::clamped);
    for_each_lane(x.beyond, [&](int i) { to.lost(i, x.of[i], held(w, o, i, range.is_signed)); });
  }
  if ((std::atomic_ref(wrapped(w).origins.what[o.pc]).load(std::memory_order_relaxed) & origin_addend) == 0) return watch_fractions(w, o, x, lanes);
  if (o.rounding != round_mode::nearest_even) {
    losses to(w, o, range_kind::drifted);
    for_each_lane(lanes & ~x.beyond, [&](int i) { if (std::fabs(x.of[i]) < INFINITY) to.drifts(i, x.of[i], x.whole[i]); });
  }
  losses to(w, o, range_kind::vanished);
  for_each_lane(lanes, [&](int i) {
    if (x.of[i] == 0) return;
    if (std::fabs(x.of[i]) < 0.5 && x.whole[i] == 0) to.lost(i, x.of[i], 0);
    else to.kept();
  });
}

/// Another result of the same: further inside the range, as a later clamp to any smaller range does not see; of what is negative
/// and without a sign 1 or, where that is asked for, the low bits; of what vanished one step.
void convert_otherwise(warp& w, const op& o) {
  const bool vanished = wrapped(w).probe.kind == range_kind::vanished, drifted = wrapped(w).probe.kind == range_kind::drifted, wraps = wrapped(w).probe.wraps;
  const integer_range range = range_of(o.source->type(0));
  const rounded_numbers x(w, o, range);
  const std::uint32_t lanes = w.exec;
  run_within(w, o);
  if (vanished) {
    for_each_lane(lanes, [&](int i) {
      if (x.of[i] != 0 && x.whole[i] == 0) put(w, o.d, o.d_bits, i, x.of[i] < 0 ? -1 : 1);
    });
    return;
  }
  if (drifted) {
    for_each_lane(lanes & ~x.beyond, [&](int i) { if (std::fabs(x.of[i]) < INFINITY) put(w, o.d, o.d_bits, i, static_cast<std::int64_t>(std::nearbyint(x.of[i]))); });
    return;
  }
  const double quarter = std::ldexp(1.0, range.bits - 3);
  for_each_lane(x.beyond, [&](int i) {
    if (x.whole[i] > 0) put(w, o.d, o.d_bits, i, static_cast<std::int64_t>(static_cast<std::uint64_t>(range.beyond() - quarter)));
    else put(w, o.d, o.d_bits, i, range.is_signed ? static_cast<std::int64_t>(range.low() + quarter) : wraps ? static_cast<std::int64_t>(std::max(x.whole[i], -0x1p63)) : 1);
  });
}

/// The integers that a narrower place of `bits` bits takes for what they are: of either sign, but of the place's own where that is known.
struct kept_range {
  std::int64_t low, high;
  int bits;
  bool is_either; ///< of a place whose type is not known
};
enum class sign_of_place : std::uint8_t { either, without, with };
kept_range kept_by(int bits, sign_of_place sign) {
  const std::int64_t half = std::int64_t{1} << (bits - 1);
  return {sign == sign_of_place::without ? 0 : -half, sign == sign_of_place::with ? half - 1 : 2 * half - 1, bits, sign == sign_of_place::either};
}
/// A register of 16 bits without a sign lies as a positive number in its 32: it may be meant as a negative one.
bool keeps(const kept_range& k, std::int64_t v) {
  const auto inside = [&](std::int64_t x) { return k.low <= x && x <= k.high; };
  return inside(v) || (k.bits == 8 && v >= 0x8000 && v <= 0xffff && inside(v - 0x10000) && v - 0x10000 < 0);
}

/// What a clamp would give instead of the low bits, `low`; another value where these are the same by chance.
std::int64_t clamped(const kept_range& k, std::int64_t v, std::int64_t low) {
  const std::int64_t end = v > k.high ? k.high : k.low;
  return end != low ? end : k.high / 2;
}
std::int64_t low_bits(const kept_range& k, std::int64_t v, int bits) {
  const int unused = 64 - bits;
  return k.low == 0 ? v & k.high : static_cast<std::int64_t>(static_cast<std::uint64_t>(v) << unused) >> unused;
}

kept_range kept_by_conversion(const op& o) {
  const int to = static_cast<int>(ptx::width(o.source->type(0))), from = static_cast<int>(ptx::width(o.source->type(1)));
  if (from >= o.a_bits) return kept_by(to, sign_of_place::either);
  return kept_by(std::min(to, from), range_of(o.source->type(1)).is_signed && from <= to ? sign_of_place::with : sign_of_place::either);
}

void watch_narrowing(warp& w, const op& o) {
  const kept_range k = kept_by_conversion(o);
  std::int64_t v[warp_size];
  std::uint32_t lost = 0;
  for_each_lane(w.exec, [&](int i) {
    v[i] = value_in(w, o.a, o.a_bits, i);
    if (!keeps(k, v[i])) lost |= 1u << i;
  });
  run_within(w, o);
  if (lost == 0) return;
  losses to(w, o, range_kind::wrapped);
  for_each_lane(lost, [&](int i) { to.lost(i, static_cast<double>(v[i]), static_cast<double>(value_in(w, o.d, o.d_bits, i))); });
}

void narrow_otherwise(warp& w, const op& o) {
  const kept_range k = kept_by_conversion(o);
  std::int64_t v[warp_size];
  const std::uint32_t lanes = w.exec;
  for_each_lane(lanes, [&](int i) { v[i] = value_in(w, o.a, o.a_bits, i); });
  run_within(w, o);
  for_each_lane(lanes, [&](int i) {
    if (!keeps(k, v[i])) put(w, o.d, o.d_bits, i, clamped(k, v[i], value_in(w, o.d, o.d_bits, i)));
  });
}

/// What a store of one or two bytes keeps: the buffer's type says which sign is meant.
class narrow_store {
public:
  narrow_store(warp& w, const op& o) : w_(w), o_(o) {
    for_each_lane(w.exec, [&](int i) { address_[i] = (!o.a ? 0 : o.a_bits == 64 ? w.lanes<std::uint64_t>(o.a)[i] : w.lanes<std::uint32_t>(o.a)[i]) + static_cast<std::uint64_t>(o.displacement); });
  }
  kept_range kept(int lane) const {
    const wrapped_machine& m = wrapped(w_);
    const bool elsewhere = o_.space != space::global && o_.space != space::generic;
    const region* const r = elsewhere ? nullptr : m.global->find(address_[lane], o_.width);
    if (r == nullptr || m.buffers == nullptr || r->buffer >= m.buffers->size()) return kept_by(8 * o_.width, sign_of_place::either);
    using d = tensor::dtype;
    switch ((*m.buffers)[r->buffer].type) {
    case d::i8: case d::i16: return kept_by(8 * o_.width, sign_of_place::with);
    case d::u8: case d::u16: return kept_by(8 * o_.width, sign_of_place::without);
    default: return kept_by(8 * o_.width, sign_of_place::either);
    }
  }
  /// Calls `lost(element, lane, value, what is kept)` for all that does not fit.
  template <class F>
  void each_lost(F lost) const {
    for (const ref& r : o_.list) {
      if (r.where != pool::frame) continue;
      for_each_lane(w_.exec, [&](int i) {
        const kept_range k = kept(i);
        const ref& wider = wrapped(w_).origins.wider[o_.pc];
        const std::int64_t v = meant(value_in(w_, wider ? wider : r, 32, i), k);
        if (k.is_either && (wrapped(w_).origins.what[o_.pc] & origin_rounded) == 0) return; // samples go where samples lie
        if (!keeps(k, v)) lost(r, i, v, k);
      });
    }
  }

private:
  /// The number whose low bits are stored: where its upper ones were shifted out, with the sign that the others give it.
  std::int64_t meant(std::int64_t v, const kept_range& k) const {
    const std::uint8_t origin = wrapped(w_).origins.what[o_.pc];
    if ((origin & (origin_low_24 | origin_low_16)) == 0 || keeps(k, v)) return v;
    const int unused = (origin & origin_low_16) != 0 ? 48 : 40;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(v) << unused) >> unused;
  }

  warp& w_;
  const op& o_;
  std::uint64_t address_[warp_size];
};

void watch_store(warp& w, const op& o) {
  {
    losses to(w, o, range_kind::wrapped);
    narrow_store(w, o).each_lost([&](const ref&, int i, std::int64_t v, const kept_range& k) {
      to.lost(i, static_cast<double>(v), static_cast<double>(low_bits(k, v, 8 * o.width)));
    });
  }
  run_within(w, o);
}

void store_otherwise(warp& w, const op& o) {
  struct kept_lane { ref r; int lane; std::int64_t v; };
  std::vector<kept_lane> kept;
  narrow_store(w, o).each_lost([&](const ref& r, int i, std::int64_t v, const kept_range& k) {
    kept.push_back({r, i, v});
    put(w, r, 32, i, clamped(k, v, low_bits(k, v, 8 * o.width)));
  });
  run_within(w, o);
  for (const kept_lane& x : kept) put(w, x.r, 32, x.lane, x.v);
}

int width_of(const op& o) { return static_cast<int>(ptx::width(o.source->type(0))); }

/// Lanes that shift by a negative amount, or all that there is out to the left.
std::uint32_t shifted_out(warp& w, const op& o) {
  std::uint32_t lost = 0;
  const int bits = width_of(o);
  for_each_lane(w.exec, [&](int i) {
    const auto by = w.lanes<std::int32_t>(o.b)[i];
    if ((by < 0 || (by >= bits && o.form == f::shl)) && value_in(w, o.a, o.a_bits, i) != 0) lost |= 1u << i;
  });
  return lost;
}

void watch_shift(warp& w, const op& o) {
  if (const std::uint32_t lost = shifted_out(w, o); lost != 0) {
    losses to(w, o, range_kind::shifted);
    for_each_lane(lost, [&](int i) { to.lost(i, static_cast<double>(value_in(w, o.a, o.a_bits, i)), w.lanes<std::int32_t>(o.b)[i]); });
  }
  run_within(w, o);
}

void shift_otherwise(warp& w, const op& o) {
  const std::uint32_t lost = shifted_out(w, o);
  std::int32_t by[warp_size];
  std::int32_t* const at = w.lanes<std::int32_t>(o.b);
  for_each_lane(lost, [&](int i) { by[i] = at[i], at[i] = 0; });
  const bool same = o.d.where == o.b.where && o.d.offset == o.b.offset;
  run_within(w, o);
  for_each_lane(same ? 0 : lost, [&](int i) { at[i] = by[i]; });
}

/// A number whose exponent is moved within its bits, and by how much, for the lanes in which it leaves its field. Infinities and NaNs aside.
struct moved_exponents {
  float of[warp_size];
  int by[warp_size];
  std::uint32_t lost = 0;
  /// Executes `o`.
  moved_exponents(warp& w, const op& o) {
    const exponent_operand which = wrapped(w).exponent_sums[o.pc];
    const ref& r = which == exponent_operand::a ? o.a : which == exponent_operand::b ? o.b : o.c;
    std::uint32_t before[warp_size];
    const std::uint32_t lanes = w.exec;
    for_each_lane(lanes, [&](int i) { before[i] = w.lanes<std::uint32_t>(r)[i]; });
    run_within(w, o);
    for_each_lane(lanes, [&](int i) {
      of[i] = bit_cast<float>(before[i]);
      by[i] = static_cast<std::int32_t>(w.lanes<std::uint32_t>(o.d)[i] - before[i]) >> 23;
      const int exponent = static_cast<int>(before[i] >> 23 & 255u), moved = exponent + by[i];
      const bool flushes = moved == 0 && r.where == pool::constant; // 1, of which a power of two below the field is made: its code is that of 0
      if (by[i] != 0 && exponent != 255 && (exponent == 0 || moved < 1 || moved > 254) && !flushes) lost |= 1u << i;
    });
  }
};

void watch_exponent(warp& w, const op& o) {
  const moved_exponents x(w, o);
  if (x.lost == 0) return;
  losses to(w, o, range_kind::exponent);
  for_each_lane(x.lost, [&](int i) { to.lost(i, x.of[i], w.lanes<float>(o.d)[i]); });
}

void move_exponent_otherwise(warp& w, const op& o) {
  const moved_exponents x(w, o);
  for_each_lane(x.lost, [&](int i) { w.lanes<float>(o.d)[i] = std::ldexp(x.of[i], x.by[i]); });
}

/// Products and sums that a conversion to floating point takes for numbers, in the lanes in which 32 bits do not hold them.
struct overflows {
  __int128 exact[warp_size];
  std::uint32_t lost = 0;
  bool is_signed;
  overflows(warp& w, const op& o) : is_signed(wrapped(w).counted[o.pc] == counted_as::with_sign) {
    for_each_lane(w.exec, [&](int i) {
      const auto read = [&](const ref& r, bool sign) -> __int128 { return sign ? __int128{w.lanes<std::int32_t>(r)[i]} : __int128{w.lanes<std::uint32_t>(r)[i]}; };
      exact[i] = of(o, [&](const ref& r) { return read(r, true); });
      const bool fits = wrapped(w).counted[o.pc] != counted_as::natural && exact[i] >= INT32_MIN && exact[i] <= INT32_MAX;
      if (fits) return;
      if (!is_signed) { // whichever way its operands are meant
        exact[i] = of(o, [&](const ref& r) { return read(r, false); });
        if (exact[i] >= 0 && exact[i] <= UINT32_MAX) return;
      }
      lost |= 1u << i;
    });
  }

private:
  template <class F>
  static __int128 of(const op& o, F value) {
    switch (o.form) {
    case f::add_int: return value(o.a) + value(o.b);
    case f::sub_int: return value(o.a) - value(o.b);
    case f::mul_lo: return value(o.a) * value(o.b);
    default: return value(o.a) * value(o.b) + value(o.c);
    }
  }
};

void watch_overflow(warp& w, const op& o) {
  const overflows x(w, o);
  run_within(w, o);
  if (x.lost == 0) return;
  losses to(w, o, range_kind::wrapped);
  for_each_lane(x.lost, [&](int i) { to.lost(i, static_cast<double>(x.exact[i]), held(w, o, i, x.is_signed)); });
}

void overflow_otherwise(warp& w, const op& o) {
  const overflows x(w, o);
  run_within(w, o);
  for_each_lane(x.lost, [&](int i) { put(w, o.d, 32, i, x.exact[i] < 0 ? INT32_MIN : x.is_signed ? std::int64_t{INT32_MAX} : -1); });
}

struct handlers {
  handler watching, otherwise;
};
handlers handlers_of(const wrapped_machine& m, const op& o) {
  if (o.bits == nullptr || o.source == nullptr) return {};
  if (o.form == f::cvt_float_to_int && !o.sat) return {&watch_conversion, &convert_otherwise};
  if ((o.form == f::shl || o.form == f::shr) && o.b.where == pool::frame && (m.origins.what[o.pc] & origin_mask) == 0) return {&watch_shift, &shift_otherwise};
  if (m.exponent_sums[o.pc] != exponent_operand::none) return {&watch_exponent, &move_exponent_otherwise};
  if (m.counted[o.pc] != counted_as::nothing) return {&watch_overflow, &overflow_otherwise};
  if ((m.origins.what[o.pc] & (origin_rounded | origin_samples)) == 0) return {};
  if (o.form == f::cvt_int_to_int) return {&watch_narrowing, &narrow_otherwise};
  return {&watch_store, &store_otherwise};
}

/// What `handlers_of` looks at, before handlers are bound.
integer_risk risk_of(const integer_origins& g, const op& o) {
  integer_risk r;
  const std::uint8_t what = g.what[o.pc];
  if (o.form == f::cvt_float_to_int && !o.sat) {
    r.clamps = true, r.vanishes = (what & origin_addend) != 0;
    return r;
  }
  if ((o.form == f::shl || o.form == f::shr) && o.b.where == pool::frame && (what & origin_mask) == 0) r.shifts = true;
  if ((what & (origin_rounded | origin_samples)) == 0) return r;
  r.wraps = true, r.samples = (what & origin_rounded) == 0;
  r.low_bits = (what & origin_low_16) != 0 ? 16 : (what & origin_low_24) != 0 ? 24 : 0;
  return r;
}

void wrap_within(wrapped_machine& m, op& o, handler outer) {
  m.within.resize(m.ops.size());
  m.within[o.pc] = o.fn;
  o.fn = outer;
}

} // namespace

std::vector<integer_risk> integer_risks(const program& p) {
  const integer_origins g = find_integer_origins(p);
  const std::vector<counted_as> counted = find_counted_integers(p);
  std::vector<integer_risk> out(p.ops.size());
  for (const op& o : p.ops)
    if (o.source != nullptr) out[o.pc] = risk_of(g, o), out[o.pc].counted = counted[o.pc];
  return out;
}

void watch_integer_ranges(wrapped_machine& m) {
  m.origins = find_integer_origins(*m.code);
  m.exponent_sums = find_exponent_sums(*m.code);
  m.counted = find_counted_integers(*m.code);
  for (op& o : m.ops)
    if (const handlers h = handlers_of(m, o); h.watching != nullptr) wrap_within(m, o, h.watching);
}

void leave_range_otherwise(wrapped_machine& m, const range_probe& which) {
  m.origins = find_integer_origins(*m.code);
  m.exponent_sums = find_exponent_sums(*m.code);
  m.counted = find_counted_integers(*m.code);
  m.probe = which;
  op& o = m.ops[which.pc];
  if (const handlers h = handlers_of(m, o); h.otherwise != nullptr) wrap_within(m, o, h.otherwise);
}

} // namespace fpcheck::exec
