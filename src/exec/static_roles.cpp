#include "static_roles.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

bool is_add(f form) {
  return form == f::add_f32 || form == f::sub_f32 || form == f::fma_f32 || form == f::mad_f32 || form == f::add_f64 || form == f::sub_f64 ||
         form == f::fma_f64;
}
bool is_fused(f form) { return form == f::fma_f32 || form == f::mad_f32 || form == f::fma_f64; }

/// Moves that are looked through at most: debug code takes several for each argument and result of a function.
constexpr int most_moves = 24;

/// The value of an operand that is a floating-point literal, also through single moves; NaN otherwise.
double literal(const def_use& g, ref r, bool wide, int moves = most_moves) {
  for (; moves > 0; --moves) {
    if (const auto bits = g.literal(r)) return wide ? bit_cast<double>(*bits) : static_cast<double>(bit_cast<float>(static_cast<std::uint32_t>(*bits)));
    const op* d = g.only(r);
    if (d == nullptr) return NAN;
    r = g.moved(*d, r);
  }
  return NAN;
}

/// Whether |c| is a constant that adding to rounds to a multiple of a power of two: 2^(p-1) to 2^p, or 1.5 * 2^k.
bool rounds(double c, bool wide) {
  const double a = std::fabs(c), low = wide ? 0x1p52 : 0x1p23;
  if (!(a >= 1.0) || !std::isfinite(a)) return false;
  if (a >= low && a <= 2 * low) return true;
  int e = 0;
  const double m = std::frexp(a, &e);
  return (m == 0.75 || m == 0.5) && e > (wide ? 24 : 10);
}

bool is_integer_form(const op& o) {
  const std::string_view n = ptx::name(o.form);
  static constexpr std::string_view prefixes[] = {"shl", "shr", "and_bits", "or_bits", "xor_bits", "add_int", "sub_int", "lop3", "bfe", "bfi", "prmt", "mad_lo", "mul_lo", "mul_hi", "mul_wide", "setp_int", "cvt_int", "shf", "min_int", "max_int", "mad_wide"};
  return std::any_of(std::begin(prefixes), std::end(prefixes), [&](std::string_view p) { return n.starts_with(p); });
}

/// R1: the sum that `value` holds is taken apart again, by subtracting a constant of the same size or by integer code.
bool is_taken_apart(const program& p, const def_use& g, const ref& value, const op& sum, double c, bool wide, int moves = most_moves) {
  if (moves == 0) return false;
  for (const std::uint32_t pc : g.uses(value)) {
    const op& u = p.ops[pc];
    if (pc == sum.pc) continue;
    if (is_integer_form(u)) return true;
    if (u.form == f::mov && !u.list.empty()) return true; // into its halves
    if (const ref to = g.passed_on(u, value); to && is_taken_apart(p, g, to, sum, c, wide, moves - 1)) return true;
    if (!is_add(u.form)) continue;
    const bool first = u.a.where == pool::frame && u.a.offset == value.offset;
    const ref& other = is_fused(u.form) ? u.c : first ? u.b : u.a;
    const bool subtracts = u.form == f::sub_f32 || u.form == f::sub_f64;
    const double back = literal(g, other, wide) * (subtracts ? -1 : 1);
    if (std::fabs(back + c) <= 0x1p-12 * std::fabs(c)) return true;
  }
  return false;
}

void find_magic_adds(program& p, const function_code& code, const def_use& g) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (!is_add(o.form) || !o.d) continue;
    const bool fused = is_fused(o.form), wide = o.format == number::f64;
    for (const ref& r : {fused ? o.c : o.a, fused ? ref{} : o.b}) {
      const double c = literal(g, r, wide);
      if (rounds(c, wide) && is_taken_apart(p, g, o.d, o, c, wide)) o.role = role::magic_add;
    }
  }
}

/// R4: instructions whose result is the rounding error of others. In exact arithmetic such a result is zero whatever the
/// operands: its linear form over the function's other values, with products as values of their own, has no terms left.
class linear_forms {
public:
  using form_of_value = std::map<std::pair<std::uint64_t, std::uint64_t>, double>; ///< (value, 0) or (factor, factor) to coefficient

  linear_forms(const program& p, const def_use& g) : p_(p), g_(g) {}

  /// Whether `o` is a sum whose terms cancel identically.
  bool cancels(const op& o) {
    if (!is_linear(o) || o.a.where == pool::none) return false;
    const form_of_value x = of_op(o);
    return std::all_of(x.begin(), x.end(), [](const auto& t) { return t.second == 0; });
  }

private:
  static std::uint64_t leaf(const ref& r) { return (static_cast<std::uint64_t>(r.where) << 32 | r.offset) + 1; }
  static bool is_linear(const op& o) {
    if (o.role == role::magic_add) return false; // x - ((x + C) - C) is a fraction, not an error: the rounding was decided
    switch (o.form) {
    case f::add_f32: case f::sub_f32: case f::fma_f32: case f::add_f64: case f::sub_f64: case f::fma_f64:
    case f::add_f16: case f::sub_f16: case f::fma_f16: case f::add_bf16: case f::sub_bf16: case f::fma_bf16: return true;
    default: return false;
    }
  }
  static void add(form_of_value& to, const form_of_value& x, double k) {
    for (const auto& [key, c] : x) {
      double& t = to[key];
      t += k * c;
      if (t == 0) to.erase(key);
    }
  }
  /// The identity of a value: its register, or, for a load, its address: the same place read twice is one value.
  std::uint64_t identity(const ref& r, std::uint32_t pc) {
    const auto [at, where] = root(r, pc);
    const op* d = g_.seen(at, where);
    if (d == nullptr || d->pc == where) return leaf(at);
    if (!is_read(*d)) return leaf(at) ^ (static_cast<std::uint64_t>(d->pc) + 1) << 40;
    return 0x8000000000000000u | number_of(at, where, deepest_address);
  }
  static bool is_read(const op& o) { return ptx::name(o.form).starts_with("ld") && o.vector == 1; }
  /// A number for what an address or index is: the same for the same expression over the same values.
  std::uint64_t number_of(const ref& r, std::uint32_t pc, int depth) {
    const auto [at, where] = root(r, pc);
    const op* d = g_.seen(at, where);
    if (d == nullptr || d->pc == where) return leaf(at);
    const bool reads = is_read(*d), computes = (is_integer_form(*d) || d->form == f::cvta || d->form == f::cvta_to) && !d->guard;
    if (depth == 0 || (!reads && !computes)) return leaf(at) ^ (static_cast<std::uint64_t>(d->pc) + 1) << 40;
    const auto [it, fresh] = numbers_.try_emplace(d->pc, 0);
    if (!fresh) return it->second;
    std::uint64_t h = static_cast<std::uint64_t>(d->form) + 1;
    const auto mix = [&](std::uint64_t x) { h = (h ^ x) * 0x9e3779b97f4a7c15u, h ^= h >> 29; };
    mix(static_cast<std::uint64_t>(d->displacement)), mix(d->selector), mix(d->width | d->d_bits << 8 | static_cast<unsigned>(d->space) << 16);
    for (const ref* operand : {&d->a, &d->b, &d->c})
      if (*operand) mix(number_of(*operand, d->pc, depth - 1));
    return numbers_[d->pc] = h;
  }
  form_of_value product(const op& o) {
    std::uint64_t x = identity(o.a, o.pc), y = identity(o.b, o.pc);
    if (y < x) std::swap(x, y);
    return {{{x, y}, 1.0}};
  }
  /// The register behind moves and conversions, and where it is looked at.
  std::pair<ref, std::uint32_t> root(ref r, std::uint32_t pc) {
    for (int n = 0; n < most_moves; ++n) {
      const op* d = g_.seen(r, pc);
      const ref from = d != nullptr ? behind(*d, r) : ref{};
      if (!from) break;
      r = from, pc = d->pc;
    }
    return {r, pc};
  }
  /// What `o` moved or converted into `r`; nothing if it made something else of it.
  ref behind(const op& o, const ref& r) const {
    switch (o.form) {
    case f::cvt_widen: case f::cvt_narrow: case f::cvt_narrow_clamped: case f::cvt_tf32: case f::cvt_tf32_away: return o.a;
    default: return g_.moved(o, r);
    }
  }
  /// The form of a register as the instruction at `pc` sees it, the same wherever that value is used: worked out once, and
  /// the value itself where it would have too many terms, or depends on itself.
  form_of_value of(const ref& r, std::uint32_t pc) {
    const op* d = g_.seen(r, pc);
    const form_of_value itself{{{identity(r, pc), 0}, 1.0}};
    if (d == nullptr) return itself;
    const auto [it, fresh] = known_.try_emplace(static_cast<std::uint64_t>(d->pc) << 32 | r.offset, itself);
    if (!fresh) return it->second;
    if (depth_ == deepest_form) return itself;
    ++depth_;
    form_of_value x = expand(*d, r, itself);
    --depth_;
    if (x.size() > most_terms) return itself;
    return known_[static_cast<std::uint64_t>(d->pc) << 32 | r.offset] = std::move(x);
  }
  form_of_value expand(const op& d, const ref& r, const form_of_value& itself) {
    if (const ref from = behind(d, r)) return of(from, d.pc);
    if (d.form == f::shl && d.a) { // bfloat16 widened by a shift
      const op* n = g_.seen(d.a, d.pc);
      if (n != nullptr && (n->form == f::cvt_narrow || n->form == f::cvt_int_to_int)) return of(n->a, n->pc);
    }
    if (d.form == f::neg_f32 || d.form == f::neg_f64) {
      form_of_value x;
      add(x, of(d.a, d.pc), -1);
      return x;
    }
    if (d.form == f::mul_f32 || d.form == f::mul_f64) return product(d);
    if (is_linear(d)) return of_op(d);
    return itself;
  }
  form_of_value of_op(const op& o) {
    form_of_value x;
    const std::string_view n = ptx::name(o.form);
    const bool fused = n.starts_with("fma");
    add(x, fused ? product(o) : of(o.a, o.pc), 1);
    add(x, of(fused ? o.c : o.b, o.pc), n.starts_with("sub") ? -1 : 1);
    return x;
  }
  static constexpr std::size_t most_terms = 24;
  static constexpr int deepest_address = 16, deepest_form = 400;
  int depth_ = 0;
  std::unordered_map<std::uint32_t, std::uint64_t> numbers_; ///< by pc of the definition
  std::unordered_map<std::uint64_t, form_of_value> known_;
  const program& p_;
  const def_use& g_;
};

void find_residuals(program& p, const function_code& code, const def_use& g) {
  linear_forms forms(p, g);
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.role == role::plain && forms.cancels(o)) o.role = role::eft_residual;
  }
}

/// sinf, cosf and tanf subtract a multiple of pi / 2 first: fma(k, -1.57079625, x).
void find_range_reductions(program& p, const function_code& code, const def_use& g) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.form != f::fma_f32 || o.role != role::plain) continue;
    for (const ref& r : {o.a, o.b})
      if (bits_of(static_cast<float>(literal(g, r, false))) == 0xbfc90fdau) o.role = role::range_reduction;
  }
}

/// Whether an integer comes from a hash or a generator: an exclusive or, or a product with a large literal, is among what it
/// was made of.
bool is_mixed(const def_use& g, const ref& r, std::uint32_t pc, int depth = 6, int moves = most_moves) {
  const op* d = depth == 0 || moves == 0 ? nullptr : g.seen(r, pc);
  if (d == nullptr) return false;
  if (const ref from = g.moved(*d, r)) return is_mixed(g, from, d->pc, depth, moves - 1);
  if (!is_integer_form(*d) && d->form != f::selp) return false;
  const std::string_view name = ptx::name(d->form);
  if (name.starts_with("xor_bits") || name.starts_with("lop3")) return true;
  const auto large = [&](const ref& x) {
    const auto v = static_cast<std::uint32_t>(g.literal(x).value_or(0));
    return v >= 0x10000u && v <= 0xffff0000u; // neither way small
  };
  if ((name.starts_with("mul_lo") || name.starts_with("mad_lo")) && (large(d->a) || large(d->b))) return true;
  return is_mixed(g, d->a, d->pc, depth - 1) || is_mixed(g, d->b, d->pc, depth - 1) || is_mixed(g, d->c, d->pc, depth - 1);
}

void find_mixed_bits(program& p, const function_code& code, const def_use& g) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.form == f::cvt_int_to_float && o.format == number::f32 && is_mixed(g, o.a, o.pc)) o.role = role::mixed_bits;
  }
}

/// Whether integer code takes the bits of `r`, or of what it is moved to, apart.
bool reaches_integer_code(const program& p, const def_use& g, const ref& r, int moves = most_moves) {
  if (moves == 0) return false;
  const auto& uses = g.uses(r);
  return std::any_of(uses.begin(), uses.end(), [&](std::uint32_t pc) {
    const ref to = g.passed_on(p.ops[pc], r);
    return is_integer_form(p.ops[pc]) || (to && reaches_integer_code(p, g, to, moves - 1));
  });
}

/// The value that `r` holds at `pc`, before it was moved there.
ref origin(const def_use& g, ref r, std::uint32_t pc) {
  for (int n = 0; n < most_moves; ++n) {
    const op* d = g.seen(r, pc);
    const ref from = d != nullptr ? g.moved(*d, r) : ref{};
    if (from.where != pool::frame) break;
    r = from, pc = d->pc;
  }
  return r;
}

/// A function's pole: the literal infinity taken where its argument, whose bits it also takes apart, equals zero.
void find_poles(program& p, const function_code& code, const def_use& g) {
  std::unordered_map<std::uint32_t, std::vector<const op*>> predicates;
  for (std::uint32_t k = 0; k < code.count; ++k) {
    const op& o = p.ops[code.first + k];
    if (o.pd) predicates[o.pd.index].push_back(&o);
  }
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.form != f::selp || !o.pa) continue;
    const bool infinite = std::isinf(literal(g, o.a, false)) != std::isinf(literal(g, o.b, false));
    const auto& set = predicates[o.pa.index];
    if (!infinite || set.size() != 1 || set[0]->form != f::setp_f32) continue;
    const op& test = *set[0];
    const bool zero = literal(g, test.b, false) == 0.0;
    if (zero && test.a.where == pool::frame && reaches_integer_code(p, g, origin(g, test.a, test.pc))) o.role = role::pole;
  }
}

/// Whether the value of `r`, or what is computed from it, is the address of a memory access. Not followed through memory, but
/// for places.
bool becomes_address(const program& p, const def_use& g, const ref& r, std::unordered_set<std::uint32_t>& seen) {
  if (r.where != pool::frame || !seen.insert(r.offset).second) return false;
  const auto& uses = g.uses(r);
  return std::any_of(uses.begin(), uses.end(), [&](std::uint32_t pc) {
    const op& u = p.ops[pc];
    if (const ref to = g.passed_on(u, r)) return becomes_address(p, g, to, seen);
    const std::string_view n = ptx::name(u.form);
    const bool loads = n.starts_with("ld"), accesses = loads || n == "st" || n.starts_with("st_") || n.starts_with("atom") || n.starts_with("red_");
    if (accesses) return u.a.where == pool::frame && u.a.offset == r.offset;
    const bool unpacks = u.form == f::mov && !u.list.empty() && u.a;
    return becomes_address(p, g, u.d, seen) || becomes_address(p, g, u.d2, seen) ||
           (unpacks && std::any_of(u.list.begin(), u.list.end(), [&](const ref& x) { return becomes_address(p, g, x, seen); }));
  });
}

void find_indices(program& p, const function_code& code, const def_use& g) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    const bool rounds = o.form == f::cvt_float_to_int || o.form == f::cvt_round_to_integral;
    std::unordered_set<std::uint32_t> seen;
    if (rounds && o.rounding != round_mode::nearest_even && becomes_address(p, g, o.d, seen)) o.role = role::index;
  }
}

/// powf and its kin end with `|r| > limit ? (r < 0 ? 0 : inf) : result`. Where r rounded to zero, its sign in exact arithmetic
/// decides nothing: the result beyond the range is not taken. The comparison is part of how the infinity is chosen.
class idle_signs {
public:
  idle_signs(program& p, const function_code& code, const def_use& g) : p_(p), g_(g) {
    for (std::uint32_t k = 0; k < code.count; ++k) {
      const op& o = p.ops[code.first + k];
      if (o.pd) setters_[o.pd.index].push_back(o.pc);
      if (o.pd2) setters_[o.pd2.index].push_back(o.pc);
      for (const predicate_ref* r : {&o.pa, &o.pb, &o.guard})
        if (*r) readers_[r->index].push_back(o.pc);
    }
  }
  void mark() {
    for (const auto& [index, pcs] : setters_) {
      op& test = p_.ops[pcs[0]];
      if (pcs.size() == 1 && test.form == f::setp_f32 && test.pd.index == index && !test.pd2 && literal(g_, test.b, false) == 0.0 && is_idle(test)) test.role = role::pole;
    }
  }

private:
  bool is_idle(const op& test) const {
    const auto it = readers_.find(test.pd.index);
    if (it == readers_.end() || it->second.size() != 1) return false;
    const op& end = p_.ops[it->second[0]];
    const bool ends = end.form == f::selp && (std::isinf(literal(g_, end.a, false)) ? literal(g_, end.b, false) == 0 : literal(g_, end.a, false) == 0 && std::isinf(literal(g_, end.b, false)));
    const op* taken = ends ? only_use(end.d) : nullptr;
    return taken != nullptr && taken->form == f::selp && taken->a.offset == end.d.offset && asks_for_range(taken->pa, test.a);
  }
  const op* only_use(ref r) const {
    for (int n = 0; n < most_moves; ++n) {
      const auto& uses = g_.uses(r);
      if (uses.size() != 1) return nullptr;
      const op& o = p_.ops[uses[0]];
      const ref to = g_.passed_on(o, r);
      if (!to) return &o;
      r = to;
    }
    return nullptr;
  }
  /// Whether `p` holds where |x| exceeds a literal of at least 1.
  bool asks_for_range(const predicate_ref& p, const ref& x) const {
    const auto it = setters_.find(p.index);
    if (p.negated || it == setters_.end() || it->second.size() != 1) return false;
    const op& o = p_.ops[it->second[0]];
    if (o.form != f::setp_f32 || !o.source->has(ptx::modifier::gt) || !(literal(g_, o.b, false) >= 1)) return false;
    const op* size = g_.seen(o.a, o.pc);
    return size != nullptr && size->form == f::abs_f32 && origin(g_, size->a, size->pc).offset == origin(g_, x, o.pc).offset;
  }

  program& p_;
  const def_use& g_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> setters_, readers_; ///< by predicate: pcs
};

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
      if (!carries(o)) continue;
      const bool fused = ptx::name(o.form).starts_with("fma");
      if (o.form == f::mov && !o.list.empty()) {
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
      const std::string_view n = ptx::name(o.form);
      const bool sum = half && (n.starts_with("add_") || n.starts_with("fma_"));
      const bool narrows = half && n.starts_with("cvt_") && !n.starts_with("cvt_int") && has_sum_around(o);
      if ((sum || narrows) && o.d && on_cycle(o)) o.role = role::narrow_accumulator;
    }
  }

private:
  static bool carries(const op& o) {
    const std::string_view n = ptx::name(o.form);
    return n.starts_with("add_f") || n.starts_with("add_bf") || n.starts_with("sub_f") || n.starts_with("fma_") || n.starts_with("cvt_") ||
           o.form == f::mov || o.form == f::prmt || o.form == f::shl || o.form == f::selp;
  }
  bool has_sum_around(const op& narrow) {
    // The cycle must contain a sum: a value that is only passed round and converted is no accumulator.
    return sum_feeds(narrow.a) || sum_feeds(narrow.b);
  }
  bool sum_feeds(const ref& r, int moves = most_moves) const {
    const auto& all = g_.definitions(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& o = p_.ops[pc];
      return is_add(o.form) || (moves > 0 && sum_feeds(g_.moved(o, r), moves - 1));
    });
  }
  bool on_cycle(const op& o) {
    std::vector<std::uint32_t> todo{o.d.offset};
    std::unordered_map<std::uint32_t, bool> seen;
    while (!todo.empty()) {
      const std::uint32_t at = todo.back();
      todo.pop_back();
      for (const auto& [to, pc] : edges_[at]) {
        if (pc == o.pc) return true;
        if (!seen[to]) seen[to] = true, todo.push_back(to);
      }
    }
    return false;
  }
  program& p_;
  const function_code& code_;
  const def_use& g_;
  std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> edges_;
};

} // namespace

void find_roles(program& p, const function_code& code, const def_use& g) {
  find_magic_adds(p, code, g);
  find_residuals(p, code, g);
  find_range_reductions(p, code, g);
  find_poles(p, code, g);
  idle_signs(p, code, g).mark();
  find_mixed_bits(p, code, g);
  find_indices(p, code, g);
  carried_registers(p, code, g).mark();
}

} // namespace fpcheck::exec
