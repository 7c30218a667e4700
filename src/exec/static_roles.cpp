#include "static_roles.hpp"

#include "chosen_extremes.hpp"
#include "fragments.hpp"
#include "half_up.hpp"
#include "intended.hpp"
#include "kept_values.hpp"
#include "library_functions.hpp"
#include "library_values.hpp"
#include "narrowed_sums.hpp"
#include "polynomials.hpp"
#include "value_origins.hpp"
#include "wrap_guards.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

using ptx::content;
using ptx::operation;

bool is_real(const op& o, operation what) { return o.meaning.operation == what && o.meaning.takes == content::real; }
/// A sum in a register, of one number of one format.
bool is_scalar_sum(const op& o) {
  return ptx::is_real_sum(o.meaning) && o.meaning.access == ptx::access::none && o.meaning.parts == 1 && o.meaning.source == o.meaning.result;
}
bool is_wide_sum(const op& o) { return is_scalar_sum(o) && (o.format == number::f32 || o.format == number::f64); }
bool is_fused(const op& o) { return o.meaning.operation == operation::fused; }
bool subtracts(const op& o) { return o.meaning.operation == operation::difference; }

/// Whether |c| is a constant that adding to rounds to a multiple of a power of two on purpose: 2^(p-1) to 2^p, or 1.5 * 2^k.
bool rounds(double c, bool wide) {
  const double a = std::fabs(c), low = wide ? 0x1p52 : 0x1p23;
  if (!(a >= 1.0) || !std::isfinite(a)) return false;
  if (a >= low && a <= 2 * low) return true;
  int e = 0;
  const double m = std::frexp(a, &e);
  return m == 0.75 && e > (wide ? 24 : 10); // a power of two below the range is a bias as likely as a rounding constant
}

/// R1: the sum that `value` holds is taken apart again, by subtracting a constant of the same size or by integer code.
bool is_taken_apart(const program& p, const def_use& g, const ref& value, const op& sum, double c, bool wide) {
  return any_use_carried(p, g, value, [&](const op& u, const ref& r) {
    if (u.pc == sum.pc) return false;
    if (ptx::reads_integers(u.meaning)) return true;
    if (u.meaning.operation == operation::unpacking || u.meaning.operation == operation::packing) return true; // into its halves
    if (!is_wide_sum(u)) return false;
    const bool first = u.a.where == pool::frame && u.a.offset == r.offset;
    const ref& other = is_fused(u) ? u.c : first ? u.b : u.a;
    const double back = literal(g, other, wide) * (subtracts(u) ? -1 : 1);
    return std::fabs(back + c) <= 0x1p-12 * std::fabs(c);
  });
}

/// The same where the constant is a power of two, or one and a half times it, of any size: integer code takes the constant's own bits off the sum's.
bool is_read_off(const program& p, const def_use& g, const ref& value, double c) {
  const std::uint32_t bits = bits_of(static_cast<float>(c));
  if ((bits & 0x3fffffu) != 0 || !(std::fabs(c) >= 0x1p-126) || !std::isfinite(c)) return false;
  return any_use_carried(p, g, value, [&](const op& u, const ref&) {
    const bool sums = ptx::reads_integers(u.meaning) && (u.meaning.operation == operation::sum || u.meaning.operation == operation::difference) && u.b;
    const auto taken = [&](const ref& r, bool off) { const auto v = g.literal(r); return v && static_cast<std::uint32_t>(off ? *v : 0 - *v) == bits; };
    return sums && (taken(u.b, subtracts(u)) || (!subtracts(u) && taken(u.a, false)));
  });
}

void find_magic_adds(program& p, const function_code& code, const def_use& g) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (!is_wide_sum(o) || !o.d) continue;
    const bool fused = is_fused(o), wide = o.format == number::f64;
    for (const ref& r : {fused ? o.c : o.a, fused ? ref{} : o.b}) {
      const double c = literal(g, r, wide);
      if ((rounds(c, wide) && is_taken_apart(p, g, o.d, o, c, wide)) || (!wide && is_read_off(p, g, o.d, c))) o.roles.add(role::magic_add);
    }
  }
}

/// R4: the leading bits of what is split, and instructions whose result is the rounding error of others.
void find_splits(program& p, const function_code& code, const def_use& g, reread_places& places) {
  polynomials values(p, g, places);
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.roles.empty() && values.splits(o)) o.roles.add(roles::split_part);
  }
}
void find_residuals(program& p, const function_code& code, const def_use& g, reread_places& places) {
  polynomials values(p, g, places);
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.roles.empty() && values.vanishes(o)) o.roles.add(role::eft_residual);
  }
}

} // namespace

bool is_mixed(const def_use& g, const ref& r, std::uint32_t pc, int depth, int moves) {
  const op* d = depth <= 0 || moves <= 0 ? nullptr : g.seen(r, pc);
  if (d == nullptr) return false;
  if (const ref from = g.moved(*d, r)) return is_mixed(g, from, d->pc, depth, moves - 1);
  const bool computes = ptx::is_pure(d->meaning) && ptx::reads_integers(d->meaning);
  if (!computes && d->meaning.operation != operation::selection && d->meaning.operation != operation::shuffle) return false;
  if (d->form == f::xor_bits || d->form == f::lop3 || d->form == f::lop3_bool) return true;
  const auto large = [&](const ref& x) {
    const auto v = static_cast<std::uint32_t>(g.literal(x).value_or(0));
    return v >= 0x10000u && v <= 0xffff0000u; // neither way small
  };
  if ((d->form == f::mul_lo || d->form == f::mad_lo || d->form == f::mad_lo_cc) && (large(d->a) || large(d->b))) return true;
  return is_mixed(g, d->a, d->pc, depth - 1) || is_mixed(g, d->b, d->pc, depth - 1) || is_mixed(g, d->c, d->pc, depth - 1);
}

namespace {

/// Whether `r` is `number`, a literal, or was made of these.
bool is_made_of(const program& p, const def_use& g, const ref& r, const ref& number, std::uint32_t pc, int depth = 8) {
  if (r.where != pool::frame || r.offset == number.offset) return r.where != pool::special;
  const op* const d = depth > 0 ? g.seen(r, pc) : nullptr;
  if (d == nullptr || d->meaning.access != ptx::access::none) return false;
  const auto fits = [&](const ref& x) { return !x || is_made_of(p, g, x, number, d->pc, depth - 1); };
  return fits(d->a) && fits(d->b) && fits(d->c);
}
/// Whether nothing else is added to the number in `r`.
bool stands_alone(const program& p, const def_use& g, const ref& r, int moves = 6) {
  const auto& uses = g.uses(r);
  return std::all_of(uses.begin(), uses.end(), [&](std::uint32_t pc) {
    const op& u = p.ops[pc];
    const ref to = carried_on(g, u, r);
    if (to || u.meaning.operation == operation::negation || u.meaning.operation == operation::magnitude) return moves > 0 && stands_alone(p, g, to ? to : u.d, moves - 1);
    if (!ptx::is_real_sum(u.meaning)) return true;
    return is_made_of(p, g, u.a, r, pc) && is_made_of(p, g, u.b, r, pc) && (!u.c || is_made_of(p, g, u.c, r, pc));
  });
}

/// Whether an integer of 32 bits is a part of a turn: it is multiplied by 2^-31, 2^-32, or by pi of these.
bool is_part_of_turn(const program& p, const def_use& g, const ref& number, int moves = most_moves) {
  const auto& uses = g.uses(number);
  return moves > 0 && !uses.empty() && std::all_of(uses.begin(), uses.end(), [&](std::uint32_t pc) {
    const op& u = p.ops[pc];
    if (const ref to = carried_on(g, u, number)) return is_part_of_turn(p, g, to, moves - 1);
    if (!is_real(u, operation::product)) return false;
    constexpr std::uint32_t pi = 0x490fdbu; // the fraction of a binary32 pi
    const double a = literal(g, u.a, false), c = a == a ? a : literal(g, u.b, false);
    const std::uint32_t fraction = bits_of(static_cast<float>(c)) & 0x7fffffu;
    return std::fabs(c) <= 0x1p-29 && std::fabs(c) >= 0x1p-32 && (fraction == 0 || fraction == pi) && stands_alone(p, g, u.d);
  });
}

void find_mixed_bits(program& p, const function_code& code, const def_use& g) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.meaning.operation == operation::from_integer && o.format == number::f32 && (is_mixed(g, o.a, o.pc) || (o.a_bits == 32 && is_part_of_turn(p, g, o.d)))) o.roles.add(role::mixed_bits);
  }
}

/// Whether the access `o` goes where `r` says. Instructions with several addresses name them in pairs of a base and a displacement.
bool is_address(const op& o, const ref& r) {
  const auto names = [&](const ref& base) { return base.where == pool::frame && base.offset == r.offset; };
  if (names(o.a)) return true;
  if (o.meaning.access != ptx::access::copy && o.meaning.access != ptx::access::signal) return false;
  for (std::size_t k = 0; k + 1 < o.list.size(); k += 2)
    if (o.list[k + 1].where == pool::constant && names(o.list[k])) return true;
  return false;
}

/// Whether the value of `r`, or what is computed from it, is the address of a memory access. Not followed through memory, but
/// for places.
bool becomes_address(const program& p, const def_use& g, const ref& r, std::unordered_set<std::uint32_t>& seen) {
  if (r.where != pool::frame || !seen.insert(r.offset).second) return false;
  const auto& uses = g.uses(r);
  return std::any_of(uses.begin(), uses.end(), [&](std::uint32_t pc) {
    const op& u = p.ops[pc];
    if (const ref to = g.passed_on(u, r)) return becomes_address(p, g, to, seen);
    if (u.meaning.access != ptx::access::none) return is_address(u, r);
    const bool unpacks = u.meaning.operation == operation::unpacking;
    return becomes_address(p, g, u.d, seen) || becomes_address(p, g, u.d2, seen) ||
           (unpacks && std::any_of(u.list.begin(), u.list.end(), [&](const ref& x) { return becomes_address(p, g, x, seen); }));
  });
}

void find_indices(program& p, const function_code& code, const def_use& g) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    const bool rounds = o.meaning.operation == operation::to_integer || o.meaning.operation == operation::to_integral;
    std::unordered_set<std::uint32_t> seen;
    if (rounds && o.rounding != round_mode::nearest_even && becomes_address(p, g, o.d, seen)) o.roles.add(role::index);
  }
}

/// Accumulators below binary32 that a loop carries: a sum in f16 or bf16, or a narrowing, on a cycle of the graph of
/// registers that moves, sums and conversions span.
class carried_registers {
public:
  carried_registers(program& p, const function_code& code, const def_use& g) : p_(p), code_(code), g_(g) {
    for (std::uint32_t k = 0; k < code.count; ++k) {
      const op& o = p.ops[code.first + k];
      const auto edge = [&](const ref& from, const ref& to) {
        if (from.where == pool::frame && to.where == pool::frame) edges_[from.offset].push_back({to.offset, o.pc});
      };
      if (o.form == f::ld || o.form == f::st) g_.each_move(o, edge);
      if (is_narrow_product(o)) { // D is the accumulator, and more
        for (std::size_t n = 0; n < o.results.size(); ++n) edge(o.list[o.list.size() - o.results.size() + n], o.results[n]);
        continue;
      }
      if (!carries(o)) continue;
      const bool fused = ptx::is_real_sum(o.meaning) && is_fused(o);
      if (o.meaning.operation == operation::packing || o.meaning.operation == operation::unpacking) {
        for (const ref& r : o.list) o.d ? edge(r, o.d) : edge(o.a, r);
        continue;
      }
      if (!fused) edge(o.a, o.d), edge(o.b, o.d);
      else edge(o.c, o.d);
    }
  }
  void mark() {
    for (std::uint32_t k = 0; k < code_.count; ++k) {
      op& o = p_.ops[code_.first + k];
      const bool half = o.format == number::f16 || o.format == number::bf16;
      const bool sum = half && ptx::is_real_sum(o.meaning) && o.meaning.access == ptx::access::none && !subtracts(o);
      const bool narrows = half && ptx::is_conversion(o.meaning) && o.meaning.takes == content::real && has_sum_around(o);
      if ((((sum || narrows) && o.d) || is_narrow_product(o)) && on_cycle(o) && !is_compensated(o)) o.roles.add(role::narrow_accumulator);
      if (sum && o.d) mark_chain(o);
    }
  }

private:
  /// A product of matrices whose sums are kept in less than binary32.
  static bool is_narrow_product(const op& o) { return is_real(o, operation::matrix_product) && !o.results.empty() && (o.format == number::f16 || keeps_short_sums(o)); }
  static bool carries(const op& o) {
    const bool sums = ptx::is_real_sum(o.meaning) && o.meaning.access == ptx::access::none;
    return sums || ptx::is_conversion(o.meaning) || o.form == f::mov || o.form == f::prmt || o.form == f::shl || o.form == f::selp;
  }
  /// A loop that was unrolled is a chain of sums, each an addend of the next.
  void mark_chain(const op& last) {
    constexpr std::uint32_t least_chain = 16; // addends, as in a loop
    const std::uint32_t before = std::max(is_fused(last) ? 0u : length_behind(last.a, last.pc), length_behind(is_fused(last) ? last.c : last.b, last.pc));
    lengths_[last.pc] = before + 1;
    if (before + 1 < least_chain) return;
    for (const op* o = &last; o != nullptr && !p_.ops[o->pc].roles.has(role::narrow_accumulator);) {
      p_.ops[o->pc].roles.add(role::narrow_accumulator);
      const op* const x = is_fused(*o) ? nullptr : sum_behind(o->a, o->pc);
      const op* const y = sum_behind(is_fused(*o) ? o->c : o->b, o->pc);
      o = x == nullptr || (y != nullptr && lengths_[y->pc] > lengths_[x->pc]) ? y : x;
    }
  }
  const op* sum_behind(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    const op* const d = at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    return d != nullptr && lengths_.contains(d->pc) ? d : nullptr;
  }
  std::uint32_t length_behind(const ref& r, std::uint32_t pc) const {
    const op* const d = sum_behind(r, pc);
    return d != nullptr ? lengths_.at(d->pc) : 0u;
  }
  bool has_sum_around(const op& narrow) {
    // The cycle must contain a sum: a value that is only passed round and converted is no accumulator.
    return sum_feeds(narrow.a) || sum_feeds(narrow.b);
  }
  bool sum_feeds(const ref& r, int moves = most_moves) const {
    const auto& all = g_.definitions(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& o = p_.ops[pc];
      return is_wide_sum(o) || (moves > 0 && sum_feeds(g_.moved(o, r), moves - 1));
    });
  }
  bool on_cycle(const op& o) { return leads_to(o, o.pc); }
  /// R4: what a sum's rounding takes off it is worked out, and the next turn adds it; or the number is that rest itself.
  bool is_compensated(const op& o) {
    if (!o.d) return false;
    for (std::uint32_t k = 0; k < code_.count; ++k) {
      const op& rest = p_.ops[code_.first + k];
      if (!rest.roles.has(role::eft_residual) || !rest.d) continue;
      if ((is_made_of(rest, o.pc, 6) || is_made_of(o, rest.pc, 2)) && leads_to(rest, o.pc)) return true;
    }
    return false;
  }
  /// Whether the result of the instruction at `pc` goes into `o`, in the same turn, by sums and conversions.
  bool is_made_of(const op& o, std::uint32_t pc, int depth) const {
    if (depth == 0) return false;
    const bool sums = ptx::is_real_sum(o.meaning) || ptx::is_conversion(o.meaning) || o.meaning.operation == operation::packing || o.form == f::shl;
    const auto from = [&](const ref& r) {
      const ref at = origin(g_, r, o.pc);
      const op* const d = at.where == pool::frame ? g_.seen(at, o.pc) : nullptr;
      return d != nullptr && d->pc < o.pc && (d->pc == pc || is_made_of(*d, pc, depth - 1));
    };
    return sums && (from(o.a) || from(o.b) || from(o.c) || (o.d && std::any_of(o.list.begin(), o.list.end(), from)));
  }
  bool leads_to(const op& o, std::uint32_t goal) {
    std::vector<std::uint32_t> todo{o.d ? o.d.offset : o.results[0].offset};
    std::unordered_map<std::uint32_t, bool> seen;
    while (!todo.empty()) {
      const std::uint32_t at = todo.back();
      todo.pop_back();
      for (const auto& [to, pc] : edges_[at]) {
        if (pc == goal) return true;
        if (!seen[to]) seen[to] = true, todo.push_back(to);
      }
    }
    return false;
  }
  program& p_;
  const function_code& code_;
  const def_use& g_;
  std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> edges_;
  std::unordered_map<std::uint32_t, std::uint32_t> lengths_; ///< of the chain of sums that ends at an instruction, by pc
};

} // namespace

void find_roles(program& p, const function_code& code, const def_use& g) {
  find_magic_adds(p, code, g);
  reread_places places(p, code, g);
  find_splits(p, code, g, places);
  find_residuals(p, code, g, places);
  find_range_reductions(p, code, g);
  find_poles(p, code, g);
  find_idle_signs(p, code, g);
  find_library_values(p, code, g);
  find_mixed_bits(p, code, g);
  find_indices(p, code, g);
  find_wraps(p, code, g);
  find_kept_logarithms(p, code, g);
  find_guesses(p, code, g);
  carried_registers(p, code, g).mark();
  find_narrowed_sums(p, code, g);
  find_half_up(p, code, g);
  find_chosen_extremes(p, code, g);
}

} // namespace fpcheck::exec
