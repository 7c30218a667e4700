#include <fpcheck/exec/swapped_words.hpp>

#include "debug_code.hpp"
#include "lower_halves.hpp"
#include "packed_fields.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

/// Debug code takes some dozens of moves to hand a number to a conversion of its own.
constexpr int most_steps = 3 * most_moves;

bool is_pair(const op& o) { return o.form == f::mov && o.list.size() == 2; }
bool packs(const op& o) { return is_pair(o) && !o.a && o.d && o.d_bits == 64; }
/// What may leave less than the lower half of a register.
bool shortens(const op& o) {
  const bool loads = o.meaning.access == ptx::access::load && o.width <= 2 && o.meaning.gives != ptx::content::real;
  const bool widens = o.meaning.operation == operation::resizing && o.source != nullptr && o.source->type(1) == ptx::modifier::u16 && o.d_bits == 32;
  return loads || widens || ((o.form == f::shr || o.form == f::and_bits) && o.d_bits == 32);
}
bool unpacks(const op& o) { return is_pair(o) && o.a && o.a_bits == 64; }
bool is_typed_f64(const op& o) { return o.source != nullptr && o.source->type(0) == ptx::modifier::f64; }

/// Arithmetic: code of mathematical functions compares the upper word of a number of binary64 as one of binary32.
bool computes(const op& o, number n) {
  switch (o.meaning.operation) {
  case operation::sum: case operation::difference: case operation::product: case operation::fused: case operation::quotient: case operation::reciprocal:
  case operation::root: case operation::reciprocal_root: case operation::logarithm: case operation::exponential: case operation::sine: case operation::cosine:
    return o.meaning.gives == ptx::content::real && o.meaning.access == ptx::access::none && o.format == n && o.meaning.parts == 1 && o.d;
  default: return false;
  }
}
bool computes_single(const op& o) { return computes(o, number::f32); }

class words {
public:
  words(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  bool is_swapped(const op& pair) {
    seen_.clear();
    return is_lower_word(pair.list[1], pair.pc) && is_number(pair.d);
  }
  /// Whether the upper word of a number that is computed with is one of binary32.
  bool holds_single(const op& pair) {
    const ref at = origin(g_, pair.list[1], pair.pc);
    const op* const d = at.where == pool::frame ? g_.seen(at, pair.pc) : nullptr;
    if (d == nullptr || d->pc >= pair.pc || !computes_single(*d)) return false;
    seen_.clear();
    // Two in one register may be stored as a number of binary64 is.
    return g_.definitions(at).size() == 1 && computed_with(pair.d, number::f64);
  }
  /// Whether integer code leaves nothing in the upper half of an operand: as a number in binary32 it is subnormal, whatever it is. Who scales that up
  /// on purpose multiplies by a power of two beyond 2^60.
  bool takes_small_integer(const op& o) const {
    if (!computes(o, number::f32)) return false;
    const packed_fields fields(g_);
    const auto is_small = [&](const ref& r) {
      const ref at = origin(g_, r, o.pc);
      const op* const d = r.where == pool::frame && at.where == pool::frame ? g_.seen(at, o.pc) : nullptr;
      const bool is_integer = d != nullptr && d->pc < o.pc && !g_.literal(at) && (ptx::reads_integers(d->meaning) || (d->meaning.access == ptx::access::load && d->width <= 2));
      return is_integer && !fields.may_hold({r, o.pc, 16}, 16) && fields.may_hold({r, o.pc, 0}, 16);
    };
    const auto scales = [&](const ref& r) { return r && std::fabs(literal(g_, r, false)) >= 0x1p60; };
    return !scales(o.a) && !scales(o.b) && (is_small(o.a) || (o.b && is_small(o.b)) || (o.c && is_small(o.c)));
  }
  /// Whether a word of a computed number of binary64 is computed with as one of binary32.
  bool is_read_as_single(const op& pair) {
    const ref at = origin(g_, pair.a, pair.pc);
    const op* const d = at.where == pool::frame ? g_.seen(at, pair.pc) : nullptr;
    if (d == nullptr || d->pc >= pair.pc || !computes(*d, number::f64)) return false;
    seen_.clear();
    return std::any_of(pair.list.begin(), pair.list.end(), [&](const ref& word) { return word && computed_with(word, number::f32); });
  }

private:
  /// Whether the register holds the lower word of a number of binary64, of this lane or another.
  bool is_lower_word(ref r, std::uint32_t pc) const {
    for (int k = 0; k < most_moves; ++k) {
      r = origin(g_, r, pc);
      const op* const d = r.where == pool::frame ? g_.seen(r, pc) : nullptr;
      if (d == nullptr || d->pc >= pc) return false;
      pc = d->pc;
      if (d->meaning.operation == operation::shuffle) r = d->a;
      else return is_pair(*d) && d->a && same(d->list[0], r) && !same(d->list[1], r) && holds_number(d->a, pc);
    }
    return false;
  }
  bool holds_number(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    const op* const d = at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    if (d == nullptr) return false;
    if (d->meaning.access == ptx::access::load) return is_typed_f64(*d);
    return d->meaning.gives == ptx::content::real && d->format == number::f64;
  }
  /// Whether what is in `r` is computed with or stored as a number of binary64.
  bool is_number(const ref& r) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second) return false;
    const auto& all = g_.uses(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      if (const ref to = carried_on(g_, u, r)) return is_number(to);
      if (u.meaning.access == ptx::access::store) return is_typed_f64(u) && std::any_of(u.list.begin(), u.list.end(), [&](const ref& x) { return same(x, r); });
      return takes(u, number::f64);
    });
  }
  static bool takes(const op& u, number n) {
    return u.meaning.access == ptx::access::none && u.meaning.takes == ptx::content::real && (u.source_format != number::none ? u.source_format : u.format) == n;
  }
  /// The same without what is stored.
  bool computed_with(const ref& r, number n) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second || g_.definitions(r).size() != 1) return false;
    const auto& all = g_.uses(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const ref to = carried_on(g_, p_.ops[pc], r);
      return to ? computed_with(to, n) : computes(p_.ops[pc], n);
    });
  }

  const program& p_;
  def_use g_;
  std::unordered_set<std::uint32_t> seen_;
};

/// Follows the lower half of a computed number in binary32.
class halves_of_words {
public:
  halves_of_words(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  /// What every such mistake has one of.
  static bool may_take_half(const program& p, const op& o) {
    const bool may_keep = o.meaning.access == ptx::access::store && (o.space == space::shared || o.space == space::generic) && o.width == 2;
    if (may_keep || o.form == f::prmt || is_pair(o) || o.form == f::or_bits || takes_short_numbers(o)) return true;
    std::uint32_t by = 0;
    if (o.form == f::shl && o.b.where == pool::constant) std::memcpy(&by, p.constants.data() + o.b.offset, sizeof by);
    return by == 16;
  }
  std::optional<lower_half> misused(const op& o) {
    out_.reset();
    if (adds_offset(g_, o)) return std::nullopt;
    return only_lower(o.d, o.pc, most_steps) ? out_ : std::nullopt;
  }

private:
  std::uint32_t number_of(const ref& r) const { return static_cast<std::uint32_t>(g_.literal(r).value_or(0)); }
  /// Whether nothing but the lower half of `r` is used.
  bool only_lower(const ref& r, std::uint32_t from, int depth) {
    const auto& all = g_.uses(r);
    return depth > 0 && std::all_of(all.begin(), all.end(), [&](std::uint32_t pc) { return pc > from && takes_lower(p_.ops[pc], r, depth); });
  }
  bool takes_lower(const op& u, const ref& r, int depth) {
    if (const ref to = g_.passed_on(u, r)) return only_lower(to, u.pc, depth - 1);
    const std::uint32_t by = number_of(u.b);
    switch (u.form) {
    case f::and_bits: return by != 0 && (by & 0xffff0000u) == 0 && (by != 0xffff || only_lower(u.d, u.pc, depth - 1));
    case f::shl: return by >= 16 && (by > 16 || placed(u.d, u.pc, u.pc, true, depth - 1));
    case f::prmt: return permuted(u, r, depth);
    case f::mov: return takes_element(u, r, depth);
    default: break;
    }
    const bool resizes = u.meaning.operation == operation::resizing && u.source != nullptr;
    if (resizes && (is_u16(u, 0) || is_u16(u, 1))) return only_lower(u.d, u.pc, depth - 1);
    if (merges_numbers(u)) return placed(u.d, u.pc, u.pc, false, depth - 1);
    if (takes_short_numbers(u)) return note(u.pc, false);
    if (u.meaning.access != ptx::access::store || u.width != 2 || u.list.empty() || !same(u.list[0], r)) return false;
    return reached(g_, u) != space::shared || note(u.pc, true);
  }
  static bool is_u16(const op& o, std::size_t k) { return o.source->type(k) == ptx::modifier::u16; }
  static bool takes_short_numbers(const op& o) {
    const number n = o.source_format != number::none ? o.source_format : o.format;
    return o.meaning.access == ptx::access::none && o.meaning.takes == ptx::content::real && (n == number::f16 || n == number::bf16);
  }
  bool note(std::uint32_t pc, bool kept) {
    out_ = {pc, kept};
    return true;
  }
  bool takes_element(const op& u, const ref& r, int depth) {
    if (!is_pair(u) || (u.a ? u.a_bits : u.d_bits) != 32) return false;
    if (u.a) return (!u.list[1] || g_.uses(u.list[1]).empty()) && only_lower(u.list[0], u.pc, depth - 1);
    return placed(u.d, u.pc, u.pc, same(u.list[1], r), depth - 1);
  }
  /// Whether a disjunction puts halves of two numbers beside each other.
  bool merges_numbers(const op& u) const { return u.form == f::or_bits && is_of_number(u.a, u.pc) && is_of_number(u.b, u.pc); }
  bool is_of_number(ref r, std::uint32_t pc) const {
    for (int k = 0; k < most_moves; ++k) {
      r = origin(g_, r, pc);
      const op* const d = r.where == pool::frame ? g_.seen(r, pc) : nullptr;
      if (d == nullptr || d->pc >= pc) return false;
      const bool loads = d->meaning.access == ptx::access::load && d->source != nullptr;
      if (computes_single(*d) || (loads && d->source->type(0) == ptx::modifier::f32)) return true;
      if (d->form != f::and_bits && d->form != f::shl) return false;
      r = d->a, pc = d->pc;
    }
    return false;
  }
  /// A permutation that takes no byte of the upper half; one that makes both bytes the upper ones of its result raises the half.
  bool permuted(const op& u, const ref& r, int depth) {
    const auto by = literal_bits(g_, u.c ? u.c : u.e, u.pc);
    if (!by || same(u.a, u.b)) return false;
    const std::uint32_t selector = *by;
    const std::uint32_t low = same(u.a, r) ? 0 : 4;
    for (unsigned k = 0; k < 4; ++k) {
      const std::uint32_t byte = selector >> (4 * k) & 15u;
      if (byte > 7 || byte == low + 2 || byte == low + 3) return false;
    }
    return (selector >> 8 & 0xffu) != (low | (low + 1) << 4) || placed(u.d, u.pc, u.pc, true, depth - 1);
  }
  /// Looks at what is made of the half beside another one, where it is the upper one, or the lower. Always true: nothing there is used of the number's
  /// own upper half.
  bool placed(const ref& r, std::uint32_t from, std::uint32_t at, bool upper, int depth) {
    if (depth <= 0 || r.where != pool::frame) return true;
    for (const std::uint32_t pc : g_.uses(r)) {
      const op& u = p_.ops[pc];
      if (pc <= from) continue;
      if (const ref to = carried_on(g_, u, r)) placed(to, pc, at, upper, depth - 1);
      else if (merges_numbers(u)) placed(u.d, pc, at, upper, depth - 1);
      else if (takes_short_numbers(u) || (upper && takes_number(u, r))) note(at, false);
      else if (p_.ops[at].form == f::or_bits && u.meaning.access == ptx::access::store && u.width == 4 && reached(g_, u) == space::shared) note(at, true);
    }
    return true;
  }
  bool takes_number(const op& u, const ref& r) const {
    if (u.meaning.access == ptx::access::store)
      return u.source != nullptr && u.source->type(0) == ptx::modifier::f32 && std::any_of(u.list.begin(), u.list.end(), [&](const ref& x) { return same(x, r); });
    return u.meaning.access == ptx::access::none && u.meaning.takes == ptx::content::real && computes_single(u);
  }

  const program& p_;
  def_use g_;
  std::optional<lower_half> out_;
};

} // namespace

bool adds_offset(const def_use& g, const op& o) {
  if (o.roles.has(role::magic_add)) return true;
  if (o.meaning.operation != operation::sum && o.meaning.operation != operation::difference && o.meaning.operation != operation::fused) return false;
  const auto is_offset = [&](const ref& r) {
    int exponent = 0;
    const double c = r ? std::fabs(std::frexp(literal(g, r, false), &exponent)) : 0;
    return c == 0.5 || c == 0.75;
  };
  return is_offset(o.meaning.operation == operation::fused ? o.c : o.a) || (o.meaning.operation != operation::fused && is_offset(o.b));
}

std::vector<lower_half> find_lower_halves(const program& p) {
  std::vector<lower_half> out;
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    const auto halves = [&](const op& o) { return halves_of_words::may_take_half(p, o); };
    if (std::none_of(first, end, halves) || std::none_of(first, end, computes_single)) continue;
    halves_of_words g(p, code);
    for (auto o = first; o != end; ++o)
      if (computes_single(*o))
        if (const auto found = g.misused(*o)) out.push_back(*found);
  }
  return out;
}

std::vector<mistaken_word> find_mistaken_words(const program& p) {
  std::vector<mistaken_word> out;
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, [](const op& o) { return packs(o) || unpacks(o) || shortens(o); })) continue;
    words g(p, code);
    const bool has_short = std::any_of(first, end, shortens);
    for (auto o = first; o != end; ++o) {
      if (has_short && g.takes_small_integer(*o)) out.push_back({o->pc, mistaken_word::small_for_single});
      if (packs(*o) && g.is_swapped(*o)) out.push_back({o->pc, mistaken_word::lower_for_upper});
      else if (packs(*o) && g.holds_single(*o)) out.push_back({o->pc, mistaken_word::single_for_upper});
      else if (unpacks(*o) && g.is_read_as_single(*o)) out.push_back({o->pc, mistaken_word::word_for_single});
    }
  }
  return out;
}

} // namespace fpcheck::exec
