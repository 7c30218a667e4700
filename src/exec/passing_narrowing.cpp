#include <fpcheck/exec/passing_narrowing.hpp>

#include "value_origins.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using ptx::operation;

bool narrows_a_format(const op& o) {
  const bool half = o.format == number::f16 || o.format == number::bf16;
  return o.meaning.operation == operation::narrowing && (half || (o.format == number::f32 && o.source_format == number::f64));
}

class passing_values {
public:
  passing_values(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  /// Whether every use of the result widens it again, and one of the numbers that come of it is computed with.
  bool passes(const op& o) {
    seen_.clear(), computes_ = false;
    return o.d && widened_only(o.d, most_moves) && computes_;
  }

private:
  bool widened_only(const ref& r, int depth) {
    if (depth <= 0) return false;
    const auto& all = g_.uses(r);
    return !all.empty() && std::all_of(all.begin(), all.end(), [&](std::uint32_t pc) { return widens(p_.ops[pc], r, depth); });
  }
  bool widens(const op& u, const ref& r, int depth) {
    if (!seen_.insert(u.pc).second) return true;
    if (const ref to = g_.passed_on(u, r)) return widened_only(to, depth - 1);
    switch (u.meaning.operation) {
    case operation::widening: return note_use(u.d, most_moves);
    case operation::unpacking:
      return std::all_of(u.list.begin(), u.list.end(), [&](const ref& part) { return !part || g_.uses(part).empty() || widened_only(part, depth - 1); });
    case operation::packing: { // bfloat16 above a half of zeros
      const auto low = u.list.empty() ? std::nullopt : g_.literal(u.list[0]);
      return low.has_value() && static_cast<std::uint16_t>(*low) == 0 && note_use(u.d, most_moves);
    }
    case operation::shift: {
      const auto by = g_.literal(u.b);
      return by.has_value() && static_cast<std::uint32_t>(*by) == 16 && note_use(u.d, most_moves);
    }
    default: return false;
    }
  }
  /// Looks at what the widened number goes into. False where it measures what was rounded away.
  bool note_use(const ref& r, int depth) {
    if (depth <= 0 || !r) return true;
    for (const std::uint32_t pc : g_.uses(r)) {
      const op& u = p_.ops[pc];
      if (u.roles.has(role::eft_residual)) return false;
      if (const ref to = g_.passed_on(u, r)) {
        if (!seen_.insert(pc).second) continue;
        if (!note_use(to, depth - 1)) return false;
      } else if (u.meaning.takes == ptx::content::real && u.meaning.access == ptx::access::none) {
        computes_ = true;
      }
    }
    return true;
  }

  const program& p_;
  def_use g_;
  std::unordered_set<std::uint32_t> seen_;
  bool computes_ = false;
};

/// Follows a narrowed number through literal factors to integers of 64 bits.
class scaled_to_units {
public:
  scaled_to_units(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  bool becomes_one(const ref& r, double scale, int depth) const {
    const auto& all = g_.uses(r);
    return depth > 0 && !all.empty() && std::all_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      if (const ref to = g_.passed_on(u, r)) return becomes_one(to, scale, depth - 1);
      switch (u.meaning.operation) {
      case operation::to_integer: return u.d_bits == 64 && scale >= finest_unit;
      case operation::to_integral: return becomes_one(u.d, scale, depth - 1);
      case operation::product: {
        const double by = std::fabs(literal(g_, same(u.a, r) ? u.b : u.a, false));
        return by == by && u.meaning.access == ptx::access::none && u.meaning.parts == 1 && becomes_one(u.d, scale * by, depth - 1);
      }
      default: return false;
      }
    });
  }

  /// Whether what is narrowed has just been widened, or was an integer.
  bool was_narrow(const op& narrowing) const {
    const ref at = origin(g_, narrowing.a, narrowing.pc);
    const op* const d = at.where == pool::frame ? g_.seen(at, narrowing.pc) : nullptr;
    return d != nullptr && (d->meaning.operation == operation::widening || d->meaning.operation == operation::from_integer);
  }

private:
  static constexpr double finest_unit = 0x1p24;
  const program& p_;
  def_use g_;
};

} // namespace

std::vector<bool> find_passing_narrowings(const program& p) {
  std::vector<bool> out(p.ops.size());
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, narrows_a_format)) continue;
    passing_values g(p, code);
    for (auto o = first; o != end; ++o)
      if (narrows_a_format(*o)) out[o->pc] = g.passes(*o);
  }
  return out;
}

std::vector<bool> find_narrowings_before_units(const program& p) {
  std::vector<bool> out(p.ops.size());
  const auto narrows = [](const op& o) { return o.meaning.operation == operation::narrowing && o.format == number::f32 && o.source_format == number::f64; };
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, narrows)) continue;
    const scaled_to_units g(p, code);
    for (auto o = first; o != end; ++o)
      if (narrows(*o)) out[o->pc] = !g.was_narrow(*o) && g.becomes_one(o->d, 1, most_moves);
  }
  return out;
}

} // namespace fpcheck::exec
