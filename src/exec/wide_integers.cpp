#include "wide_integers.hpp"

#include "handlers.hpp"
#include "integer_lanes.hpp"

#include <fpcheck/ptx/meaning.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::modifier;

int operand_bits(const op& o) { return static_cast<int>(ptx::width(o.source->type(0))); }
bool is_signed_type(modifier t) { return t == modifier::s8 || t == modifier::s16 || t == modifier::s32 || t == modifier::s64; }
bool is_atomic_sum(const op& o) { return o.form == f::atom_add_int || o.form == f::red_add_int; }
bool is_atomic_extreme(const op& o) { return o.form == f::atom_minmax_int || o.form == f::red_minmax_int; }
bool sums_warp(const op& o) { return o.form == f::redux_int; }
bool is_calculation(const op& o) {
  switch (o.form) {
  case f::add_int: case f::sub_int: case f::mul_lo: case f::mad_lo: case f::neg_int: case f::abs_int: case f::shl: case f::mul_wide: case f::mad_wide:
  case f::shr: case f::div_int: case f::rem_int: case f::dp4a: case f::min_int: case f::max_int: return !o.sat;
  default: return false;
  }
}
bool is_comparison(const op& o) { return o.form == f::setp_int || o.form == f::setp_bool_int || o.form == f::set_int; }
/// The low bits that a mask leaves, where these are bytes; else 0.
int bytes_masked(warp& w, const op& o) {
  if (o.form != f::and_bits || o.d_bits > 32 || o.b.where != pool::constant) return 0;
  const std::uint32_t mask = w.lanes<std::uint32_t>(o.b)[0];
  return mask == 0xff ? 8 : mask == 0xffff ? 16 : 0;
}

std::uint64_t low_bits(std::uint64_t v, int bits) { return bits >= 64 ? v : v & ((std::uint64_t{1} << bits) - 1); }
std::uint64_t code_of(warp& w, const ref& r, int bits, int lane) { return bits == 64 ? w.lanes<std::uint64_t>(r)[lane] : w.lanes<std::uint32_t>(r)[lane]; }
std::int64_t with_sign(std::uint64_t code, int bits) {
  const int unused = 64 - bits;
  return static_cast<std::int64_t>(code << unused) >> unused;
}

using checked = std::optional<std::int64_t>;
checked sum(checked a, checked b) {
  std::int64_t out = 0;
  return a && b && !__builtin_add_overflow(*a, *b, &out) ? checked(out) : std::nullopt;
}
checked product(checked a, checked b) {
  std::int64_t out = 0;
  return a && b && !__builtin_mul_overflow(*a, *b, &out) ? checked(out) : std::nullopt;
}
checked negated(checked a) { return product(a, -1); }

/// The lane that a shuffle takes its value from. Source: PTX ISA, shfl.sync.
int source_lane(const std::string& text, int lane, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t clamp = c & 31, segment = (c >> 8) & 31, by = b & 31, i = static_cast<std::uint32_t>(lane);
  const std::uint32_t last = (i & segment) | (clamp & ~segment);
  std::uint32_t from = 0;
  bool taken = false;
  if (text.find(".up") != std::string::npos) from = i - by, taken = i >= last + by;
  else if (text.find(".down") != std::string::npos) from = i + by, taken = from <= last;
  else if (text.find(".bfly") != std::string::npos) from = i ^ by, taken = from <= last;
  else from = (i & segment) | (by & ~segment), taken = from <= last;
  return taken && from < warp_size ? static_cast<int>(from) : lane;
}

void execute_wide(warp& w, const op& o) { wrapped(w).wide->execute(w, o); }

} // namespace

wide_integers::wide_integers(const std::vector<loss_change>& changes) {
  for (const loss_change& c : changes)
    if (c.remedy == loss_remedy::tell_apart && c.operands.empty()) kept_.insert(c.pc), signed_ = c.of_signed;
}

void wide_integers::follow(wrapped_machine& m) {
  m.wide = this;
  for (const function_code& code : m.code->functions)
    for (std::uint32_t pc = code.first; pc < code.first + code.count; ++pc) {
      const ptx::instruction* const i = m.ops[pc].source;
      if (i == nullptr || code.source == nullptr || m.ops[pc].form != f::cvt_int_to_int || i->operands.size() != 2) continue;
      const auto bits = [&](const ptx::operand& x) { return x.kind == ptx::operand_kind::reg && x.id < code.source->registers.size() ? ptx::width(code.source->registers[x.id].type) : 32u; };
      conversions_[pc] = {static_cast<int>(std::max(16u, bits(i->operands[0]))), static_cast<int>(std::max(16u, bits(i->operands[1])))};
    }
  for (op& o : m.ops)
    if (o.bits != nullptr && o.source != nullptr && o.fn != nullptr) wrap(m, o, &execute_wide);
}

/// What a register's bits alone are. Literals are written with their sign.
std::int64_t wide_integers::plain(std::uint64_t code, int bits, bool is_literal) const {
  return signed_ || is_literal ? with_sign(code, bits) : static_cast<std::int64_t>(low_bits(code, bits));
}

std::optional<std::int64_t> wide_integers::beyond(warp& w, const ref& r, int lane) const {
  if (r.where != pool::frame) return std::nullopt;
  const auto it = registers_.find({w.top, r.slot()});
  if (it == registers_.end() || (it->second.known >> lane & 1u) == 0) return std::nullopt;
  const auto k = static_cast<std::size_t>(lane);
  return it->second.code[k] == w.lanes<std::uint32_t>(r)[lane] ? std::optional(it->second.value[k]) : std::nullopt;
}

std::int64_t wide_integers::number_of(warp& w, const ref& r, int bits, int lane) const {
  if (bits <= 32)
    if (const auto v = beyond(w, r, lane)) return *v;
  return plain(code_of(w, r, bits, lane), bits, r.where == pool::constant);
}

std::uint32_t wide_integers::wide_lanes(warp& w, const ref& r) const {
  std::uint32_t out = 0;
  if (r.where == pool::frame && registers_.contains({w.top, r.slot()})) for_each_lane(w.exec, [&](int i) { out |= beyond(w, r, i) ? 1u << i : 0u; });
  return out;
}

/// Makes `v` what a register's lane holds, as far as its bits reach.
void wide_integers::keep(warp& w, const ref& r, int bits, int lane, integer v) {
  if (r.where != pool::frame || !v) return;
  if (bits == 64) {
    w.lanes<std::int64_t>(r)[lane] = *v;
    return;
  }
  const auto code = static_cast<std::uint32_t>(low_bits(static_cast<std::uint64_t>(*v), bits));
  w.lanes<std::uint32_t>(r)[lane] = code;
  if (plain(code, bits, false) == *v) {
    if (const auto it = registers_.find({w.top, r.slot()}); it != registers_.end()) it->second.known &= ~(1u << lane);
    return;
  }
  lanes_of_register& to = registers_[{w.top, r.slot()}];
  const auto k = static_cast<std::size_t>(lane);
  to.known |= 1u << lane, to.code[k] = code, to.value[k] = *v;
}

void wide_integers::keep_all(warp& w, const ref& r, int bits, const integers& v) {
  for_each_lane(w.exec, [&](int i) { keep(w, r, bits, i, v[static_cast<std::size_t>(i)]); });
}

wide_integers::integer wide_integers::result_of(warp& w, const op& o, int bits, int lane) const {
  const auto x = [&](const ref& r, int width) { return number_of(w, r, width, lane); };
  const auto by = [&] { return static_cast<std::int64_t>(std::min(w.lanes<std::uint32_t>(o.b)[lane], 63u)); };
  switch (o.form) {
  case f::add_int: return sum(x(o.a, bits), x(o.b, bits));
  case f::sub_int: return sum(x(o.a, bits), negated(x(o.b, bits)));
  case f::mul_lo: case f::mul_wide: return product(x(o.a, bits), x(o.b, bits));
  case f::mad_lo: return sum(product(x(o.a, bits), x(o.b, bits)), x(o.c, bits));
  case f::mad_wide: return sum(product(x(o.a, bits), x(o.b, bits)), x(o.c, 2 * bits));
  case f::neg_int: return negated(x(o.a, bits));
  case f::abs_int: return x(o.a, bits) < 0 ? negated(x(o.a, bits)) : integer(x(o.a, bits));
  case f::shl: return by() < 62 ? product(x(o.a, bits), std::int64_t{1} << by()) : std::nullopt;
  case f::shr: return by() == bits - 1 ? integer(x(o.a, bits) < 0 ? (is_signed_type(o.source->type(0)) ? -1 : 1) : 0) : integer(x(o.a, bits) >> by()); // the sign alone, or what is above
  case f::min_int: return std::min(x(o.a, bits), x(o.b, bits));
  case f::max_int: return std::max(x(o.a, bits), x(o.b, bits));
  case f::div_int: return x(o.b, bits) != 0 && x(o.b, bits) != -1 ? integer(x(o.a, bits) / x(o.b, bits)) : std::nullopt;
  case f::rem_int: return x(o.b, bits) != 0 && x(o.b, bits) != -1 ? integer(x(o.a, bits) % x(o.b, bits)) : std::nullopt;
  default: return std::nullopt;
  }
}

void wide_integers::calculate(warp& w, const op& o) {
  const int bits = operand_bits(o);
  const bool whole = keeps(o) && bits <= 32 && o.form != f::shr && o.form != f::div_int && o.form != f::rem_int;
  const std::uint32_t wide = wide_lanes(w, o.a) | wide_lanes(w, o.b) | wide_lanes(w, o.c);
  if (o.form == f::dp4a) { // its products are exact
    std::int64_t before[warp_size], base[warp_size];
    for_each_lane(w.exec, [&](int i) { before[i] = w.lanes<std::int32_t>(o.c)[i], base[i] = number_of(w, o.c, 32, i); });
    run_inner(w, o);
    if (whole || wide != 0) for_each_lane(w.exec, [&](int i) { keep(w, o.d, 32, i, base[i] + static_cast<std::int32_t>(static_cast<std::uint32_t>(w.lanes<std::uint32_t>(o.d)[i] - static_cast<std::uint32_t>(before[i])))); });
    return;
  }
  integers v{};
  for_each_lane(w.exec & (whole ? ~0u : wide), [&](int i) { v[static_cast<std::size_t>(i)] = result_of(w, o, bits, i); });
  run_inner(w, o);
  keep_all(w, o.d, o.form == f::mul_wide || o.form == f::mad_wide ? 2 * bits : bits, v);
}

/// Bits laid over the low ones of a number that is wider: the rest of it stays. A mask of bytes cuts, and so does an insertion at the top.
void wide_integers::put_low_bits(warp& w, const op& o) {
  const int masked = bytes_masked(w, o);
  std::array<std::optional<std::int64_t>, warp_size> a{}, b{};
  integers v{};
  const bool inserts = o.form == f::bfi && o.d_bits == 32;
  for_each_lane(w.exec, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    a[k] = beyond(w, o.a, i), b[k] = beyond(w, o.b, i);
    if (masked != 0 && keeps(o)) v[k] = number_of(w, o.a, 32, i);
    if (!inserts) return;
    const std::uint32_t at = w.lanes<std::uint32_t>(o.c)[i], count = w.lanes<std::uint32_t>(o.e)[i];
    if (at + count == 32 && at < 32 && (keeps(o) || a[k])) v[k] = sum(product(number_of(w, o.a, 32, i), std::int64_t{1} << at), static_cast<std::int64_t>(low_bits(w.lanes<std::uint32_t>(o.b)[i], static_cast<int>(at))));
    a[k].reset(); // elsewhere it is cut
  });
  run_inner(w, o);
  if (o.d_bits > 32) return;
  for_each_lane(w.exec, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    if (v[k]) return keep(w, o.d, 32, i, v[k]);
    if (masked != 0 || a[k].has_value() == b[k].has_value()) return;
    const std::int64_t wide = a[k] ? *a[k] : *b[k];
    const ref& other = a[k] ? o.b : o.a;
    if (o.form == f::and_bits && (other.where != pool::constant || w.lanes<std::int32_t>(other)[i] >= 0)) return;
    keep(w, o.d, 32, i, (wide >> 32) * (std::int64_t{1} << 32) + static_cast<std::int64_t>(w.lanes<std::uint32_t>(o.d)[i]));
  });
}

void wide_integers::convert(warp& w, const op& o) {
  const auto [result, from] = conversions_.at(o.pc); // bits of the registers
  const int to = operand_bits(o), type = static_cast<int>(ptx::width(o.source->type(1)));
  const bool cuts = to < from || type < from;
  integers v{};
  for_each_lane(w.exec, [&](int i) {
    const auto wide = conversions_.at(o.pc).second == 64 ? std::nullopt : beyond(w, o.a, i);
    if (keeps(o) && to <= 32) v[static_cast<std::size_t>(i)] = number_of(w, o.a, conversions_.at(o.pc).second, i);
    else if (wide && (!cuts || low_bits(w.lanes<std::uint32_t>(o.a)[i], std::min(to, type)) == w.lanes<std::uint32_t>(o.a)[i])) v[static_cast<std::size_t>(i)] = *wide; // nothing is lost here
  });
  run_inner(w, o);
  keep_all(w, o.d, result, v);
}

void wide_integers::to_float(warp& w, const op& o) {
  integers v{};
  for_each_lane(w.exec, [&](int i) { if (o.a_bits != 64) v[static_cast<std::size_t>(i)] = beyond(w, o.a, i); });
  run_inner(w, o);
  for_each_lane(w.exec, [&](int i) {
    if (!v[static_cast<std::size_t>(i)]) return;
    if (o.format == number::f32) w.lanes<float>(o.d)[i] = static_cast<float>(*v[static_cast<std::size_t>(i)]);
    else if (o.format == number::f64) w.lanes<double>(o.d)[i] = static_cast<double>(*v[static_cast<std::size_t>(i)]);
  });
}

/// Compares small numbers of the same order in the place of wide ones.
void wide_integers::compare(warp& w, const op& o) {
  const int bits = operand_bits(o);
  const std::uint32_t wide = bits > 32 ? 0u : wide_lanes(w, o.a) | wide_lanes(w, o.b);
  std::uint32_t before[2][warp_size] = {};
  const auto registers = {&o.a, &o.b};
  if (o.a.where == o.b.where && o.a.offset == o.b.offset) return run_inner(w, o); // equal whatever they are
  for_each_lane(wide, [&](int i) {
    const std::int64_t x[2] = {number_of(w, o.a, bits, i), number_of(w, o.b, bits, i)};
    int k = 0;
    for (const ref* r : registers) {
      const std::int64_t other = x[1 - k], own = x[k];
      if (r->where == pool::frame) {
        before[k][i] = w.lanes<std::uint32_t>(*r)[i];
        const bool both = o.a.where == pool::frame && o.b.where == pool::frame;
        w.lanes<std::uint32_t>(*r)[i] = static_cast<std::uint32_t>(both ? (own < other ? 0 : own == other ? 1 : 2) : own == other ? other : std::clamp<std::int64_t>(own, is_signed_type(o.source->type()) ? -0x7fff : 0, is_signed_type(o.source->type()) ? 0x7fffffff : 0xffffffff));
      }
      ++k;
    }
  });
  run_inner(w, o);
  for_each_lane(wide, [&](int i) {
    int k = 0;
    for (const ref* r : registers) {
      if (r->where == pool::frame && !(o.d && o.d.where == r->where && o.d.offset == r->offset)) w.lanes<std::uint32_t>(*r)[i] = before[k][i];
      ++k;
    }
  });
}

void wide_integers::pass_on(warp& w, const op& o) {
  integers v{};
  const bool chooses = o.form == f::selp;
  const std::uint32_t first = chooses && o.pa ? w.predicate(o.pa) : ~0u;
  for_each_lane(o.d_bits > 32 ? 0u : w.exec, [&](int i) { v[static_cast<std::size_t>(i)] = beyond(w, (first >> i & 1u) != 0 ? o.a : o.b, i); });
  run_inner(w, o);
  if (o.d_bits <= 32) keep_all(w, o.d, o.d_bits == 16 ? 16 : 32, v);
}

void wide_integers::shuffle(warp& w, const op& o) {
  integers v{};
  std::array<std::uint32_t, warp_size> code{};
  for_each_lane(w.exec, [&](int i) {
    const int from = source_lane(o.source->text, i, w.lanes<std::uint32_t>(o.b)[i], w.lanes<std::uint32_t>(o.c)[i]);
    v[static_cast<std::size_t>(i)] = beyond(w, o.a, from), code[static_cast<std::size_t>(i)] = w.lanes<std::uint32_t>(o.a)[from];
  });
  run_inner(w, o);
  for_each_lane(w.exec, [&](int i) {
    if (code[static_cast<std::size_t>(i)] == w.lanes<std::uint32_t>(o.d)[i]) keep(w, o.d, 32, i, v[static_cast<std::size_t>(i)]);
  });
}

void wide_integers::reduce(warp& w, const op& o) {
  const bool adds = o.source->has(modifier::add), least = o.source->has(modifier::min);
  integer all;
  for_each_lane(w.exec, [&](int i) {
    const std::int64_t x = number_of(w, o.a, 32, i);
    all = !all ? integer(x) : adds ? sum(all, x) : least ? std::min(*all, x) : std::max(*all, x);
  });
  const bool counts = (keeps(o) && adds) || wide_lanes(w, o.a) != 0;
  const std::uint32_t lanes = w.exec;
  run_inner(w, o);
  if (counts) for_each_lane(lanes, [&](int i) { keep(w, o.d, 32, i, all); });
}

/// What memory holds: the number of its bits, where these are still those.
std::int64_t wide_integers::held(const region& r, std::uint64_t offset, unsigned bytes) const {
  std::uint64_t code = 0;
  std::memcpy(&code, r.data.data() + offset, bytes);
  const auto it = memory_.find({&r, offset});
  if (it != memory_.end() && it->second.bytes == bytes && it->second.code == code) return it->second.value;
  return plain(code, static_cast<int>(8 * bytes), false);
}

void wide_integers::hold(region& r, std::uint64_t offset, unsigned bytes, std::int64_t v) {
  const std::uint64_t code = low_bits(static_cast<std::uint64_t>(v), static_cast<int>(8 * bytes));
  if (plain(code, static_cast<int>(8 * bytes), false) == v) memory_.erase({&r, offset});
  else memory_[{&r, offset}] = {code, bytes, v};
}

void wide_integers::load(warp& w, const op& o) {
  if (memory_.empty() || o.width > 4) return run_inner(w, o);
  const accessed_places at = places_accessed(w, o);
  run_inner(w, o);
  for_each_lane(at.lanes, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    for (std::size_t e = 0; e < o.list.size() && e < o.vector; ++e) {
      const std::uint64_t offset = at.offset[k] + e * o.width;
      const auto it = memory_.find({at.where[k], offset});
      if (it == memory_.end() || it->second.bytes != o.width) continue;
      std::uint64_t code = 0;
      std::memcpy(&code, at.where[k]->data.data() + offset, o.width);
      if (code == it->second.code) keep(w, o.list[e], o.d_bits == 64 ? 64 : std::max<int>(o.d_bits, 16), i, it->second.value);
    }
  });
}

void wide_integers::store(warp& w, const op& o) {
  const accessed_places at = places_accessed(w, o);
  run_inner(w, o);
  if (o.width > 4) return;
  const int bits = o.b_bits == 16 ? 16 : 32;
  for_each_lane(at.lanes, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    for (std::size_t e = 0; e < o.list.size() && e < o.vector; ++e) {
      const std::uint64_t offset = at.offset[k] + e * o.width;
      const bool loses = 8 * o.width < bits && low_bits(w.lanes<std::uint32_t>(o.list[e])[i], 8 * o.width) != w.lanes<std::uint32_t>(o.list[e])[i];
      const bool whole = keeps(o) || (beyond(w, o.list[e], i) && !loses);
      if (whole) hold(*at.where[k], offset, o.width, number_of(w, o.list[e], bits, i));
      else memory_.erase({at.where[k], offset});
    }
  });
}

void wide_integers::update(warp& w, const op& o) {
  const accessed_places at = places_accessed(w, o);
  const auto known = [&](int i) { const auto it = memory_.find({at.where[static_cast<std::size_t>(i)], at.offset[static_cast<std::size_t>(i)]}); return it != memory_.end(); };
  bool counts = keeps(o) || wide_lanes(w, o.b) != 0;
  for_each_lane(at.lanes, [&](int i) { counts = counts || known(i); });
  if (!counts || o.width != 4) return run_inner(w, o);
  std::map<place, integer> now;
  integers before{};
  const bool adds = is_atomic_sum(o), least = o.source->has(modifier::min);
  for_each_lane(at.lanes, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    const auto [it, fresh] = now.try_emplace({at.where[k], at.offset[k]}, integer());
    if (fresh) it->second = held(*at.where[k], at.offset[k], o.width);
    const std::int64_t x = number_of(w, o.b, 32, i);
    if (!adds && !signed_ && it->second == 0xffffffff) it->second = std::numeric_limits<std::int64_t>::max(); // what a minimum starts from
    before[k] = it->second;
    if (it->second) it->second = adds ? sum(it->second, x) : least ? std::min(*it->second, x) : std::max(*it->second, x);
  });
  run_inner(w, o);
  for_each_lane(at.lanes, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    const integer& v = now.at({at.where[k], at.offset[k]});
    if (!v || *v == std::numeric_limits<std::int64_t>::max()) return;
    hold(*at.where[k], at.offset[k], o.width, *v);
    const auto code = static_cast<std::uint32_t>(static_cast<std::uint64_t>(*v));
    std::memcpy(at.where[k]->data.data() + at.offset[k], &code, o.width);
    if (o.d) keep(w, o.d, 32, i, before[k]);
  });
}

void wide_integers::execute(warp& w, const op& o) {
  const bool nothing = registers_.empty() && memory_.empty() && !keeps(o);
  if (nothing) return run_inner(w, o);
  if (is_calculation(o)) return calculate(w, o);
  if (is_comparison(o)) return compare(w, o);
  if (is_atomic_sum(o) || is_atomic_extreme(o)) return update(w, o);
  if (sums_warp(o)) return reduce(w, o);
  switch (o.form) {
  case f::and_bits: case f::or_bits: case f::xor_bits: case f::bfi: return put_low_bits(w, o);
  case f::cvt_int_to_int: return o.sat ? run_inner(w, o) : convert(w, o);
  case f::cvt_int_to_float: return to_float(w, o);
  case f::selp: return pass_on(w, o);
  case f::mov: return o.d && o.a.where == pool::frame && o.list.empty() ? pass_on(w, o) : run_inner(w, o);
  case f::shfl: case f::shfl_sync: return shuffle(w, o);
  default: break;
  }
  if (!ptx::accesses_by_lane(o.meaning) || o.addressing == addressing::slots) return run_inner(w, o);
  if (o.meaning.access == ptx::access::load) return load(w, o);
  if (o.meaning.access == ptx::access::store) return store(w, o);
  run_inner(w, o);
}

namespace {

void note_wide(warp& w, const op& o, loss_kind kind, std::uint32_t lost, std::int64_t value, int bits, bool counts) {
  wrapped_machine& m = wrapped(w);
  const std::scoped_lock guard(m.lock);
  loss_record& r = m.losses[o.pc];
  if (r.count == 0 && r.value == 0) r.pc = o.pc, r.kind = kind, r.value = static_cast<double>(value), r.result = static_cast<double>(with_sign(static_cast<std::uint64_t>(value), bits));
  if (counts) r.count += static_cast<std::uint64_t>(std::popcount(lost));
}

bool fits(std::int64_t v, int bits) { return v >= -(std::int64_t{1} << (bits - 1)) && v < std::int64_t{1} << bits; }

} // namespace

/// Numbers before a shift, a mask or an insertion that it does not leave whole, of either sign.
void watch_cut(warp& w, const op& o) {
  std::uint32_t lost = 0;
  std::int64_t first = 0;
  for_each_lane(w.exec, [&](int i) {
    const std::int64_t x = w.lanes<std::int32_t>(o.a)[i], as_unsigned = w.lanes<std::uint32_t>(o.a)[i];
    const int bits = operand_bits(o) == 16 ? 16 : 32, masked = bytes_masked(w, o);
    const std::uint32_t by = o.form == f::shl ? w.lanes<std::uint32_t>(o.b)[i] : o.form == f::bfi ? w.lanes<std::uint32_t>(o.c)[i] : 0;
    if (by >= 32 || (o.form == f::bfi && by + w.lanes<std::uint32_t>(o.e)[i] != 32)) return;
    const bool cut = masked != 0 ? !fits(x, masked) : o.form == f::and_bits ? false : by != 0 && !fits(x * (std::int64_t{1} << by), bits) && !fits(as_unsigned << by, bits);
    if (cut && lost == 0) first = masked != 0 ? x : as_unsigned << by;
    if (cut) lost |= 1u << i;
  });
  const int bits = std::max(bytes_masked(w, o), o.form == f::and_bits ? 8 : operand_bits(o) == 16 ? 16 : 32);
  run_inner(w, o);
  if (lost != 0) note_wide(w, o, o.form == f::and_bits ? loss_kind::narrowed : loss_kind::wrapped, lost, first, bits, true);
}

namespace {

void watch_atomic(warp& w, const op& o) {
  const accessed_places at = places_accessed(w, o);
  std::map<std::pair<const region*, std::uint64_t>, std::int64_t> now;
  std::uint32_t lost = 0, lost_unsigned = 0;
  std::int64_t first = 0;
  for_each_lane(at.lanes, [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    std::int32_t held = 0;
    std::memcpy(&held, at.where[k]->data.data() + at.offset[k], sizeof held);
    std::int64_t& v = now.try_emplace({at.where[k], at.offset[k]}, held).first->second;
    const std::int64_t unsigned_sum = static_cast<std::int64_t>(static_cast<std::uint32_t>(v)) + w.lanes<std::uint32_t>(o.b)[i];
    v += w.lanes<std::int32_t>(o.b)[i];
    if (unsigned_sum >> 32 != 0) lost_unsigned |= 1u << i;
    if (v != static_cast<std::int32_t>(v)) first = lost == 0 ? v : first, lost |= 1u << i;
    v = static_cast<std::int32_t>(v);
  });
  run_inner(w, o);
  if ((lost | lost_unsigned) != 0) note_wide(w, o, loss_kind::wrapped, lost, first, 32, lost != 0);
}

void watch_sum_of_warp(warp& w, const op& o) {
  std::int64_t all = 0;
  for_each_lane(w.exec, [&](int i) { all += w.lanes<std::int32_t>(o.a)[i]; });
  const std::uint32_t lanes = w.exec;
  run_inner(w, o);
  if (all != static_cast<std::int32_t>(all)) note_wide(w, o, loss_kind::wrapped, lanes, all, 32, true);
}

} // namespace

void watch_wide_losses(wrapped_machine& m) {
  for (op& o : m.ops) {
    if (o.bits == nullptr || o.source == nullptr || o.sat) continue;
    const bool cuts = (o.form == f::shl || o.form == f::bfi) && o.d_bits <= 32 && o.a.where == pool::frame; // masks are wrapped already
    if (cuts) wrap(m, o, &watch_cut);
    else if (is_atomic_sum(o) && o.width == 4) wrap(m, o, &watch_atomic);
    else if (sums_warp(o) && o.source->has(modifier::add)) wrap(m, o, &watch_sum_of_warp);
  }
}

} // namespace fpcheck::exec
