#include "static_roles.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <unordered_map>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

bool is_add(f form) {
  return form == f::add_f32 || form == f::sub_f32 || form == f::fma_f32 || form == f::mad_f32 || form == f::add_f64 || form == f::sub_f64 ||
         form == f::fma_f64;
}
bool is_fused(f form) { return form == f::fma_f32 || form == f::mad_f32 || form == f::fma_f64; }

/// Definitions and uses of frame slots within one function: by slot, the ops in order.
struct def_use {
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> defined, used;

  def_use(const program& p, const function_code& code) {
    for (std::uint32_t k = 0; k < code.count; ++k) {
      const op& o = p.ops[code.first + k];
      const auto use = [&](const ref& r) { if (r.where == pool::frame) used[r.offset].push_back(o.pc); };
      use(o.a), use(o.b), use(o.c), use(o.e);
      const bool load = ptx::name(o.form).starts_with("ld") || (o.form == f::mov && o.a && !o.list.empty());
      if (!load) for (const ref& r : o.list) use(r);
      const auto define = [&](const ref& r) { if (r.where == pool::frame) defined[r.offset].push_back(o.pc); };
      define(o.d), define(o.d2);
      if (load) for (const ref& r : o.list) define(r);
      for (const ref& r : o.results) define(r);
    }
  }
  /// The definition that the use at `pc` sees, where it is known: the last one before it in its block, else the only one.
  const op* seen(const program& p, const ref& r, std::uint32_t pc) const {
    if (r.where != pool::frame) return nullptr;
    const auto it = defined.find(r.offset);
    if (it == defined.end()) return nullptr;
    const op* last = nullptr;
    for (const std::uint32_t d : it->second)
      if (d < pc && p.ops[d].block == p.ops[pc].block) last = &p.ops[d];
    return last != nullptr ? last : it->second.size() == 1 ? &p.ops[it->second[0]] : nullptr;
  }
  /// The one definition of a slot, or nullptr.
  const op* only(const program& p, const ref& r) const {
    if (r.where != pool::frame) return nullptr;
    const auto it = defined.find(r.offset);
    return it != defined.end() && it->second.size() == 1 ? &p.ops[it->second[0]] : nullptr;
  }
};

/// The value of an operand that is a floating-point literal, also through single moves; NaN otherwise.
double literal(const program& p, const std::vector<std::byte>& constants, const def_use& g, ref r, bool wide, int depth = 4) {
  for (; depth > 0; --depth) {
    if (r.where == pool::constant) {
      float v = 0;
      double w = 0;
      if (r.offset + 8 > constants.size()) return NAN;
      std::memcpy(&v, constants.data() + r.offset, 4);
      std::memcpy(&w, constants.data() + r.offset, 8);
      return wide ? w : static_cast<double>(v);
    }
    const op* d = g.only(p, r);
    if (d == nullptr || d->form != f::mov || !d->a) return NAN;
    r = d->a;
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

/// R1: the sum is taken apart again, by subtracting a constant of the same size or by integer code.
bool is_taken_apart(const program& p, const std::vector<std::byte>& constants, const def_use& g, const op& sum, double c, bool wide, int depth = 3) {
  const auto it = g.used.find(sum.d.offset);
  if (it == g.used.end() || depth == 0) return false;
  for (const std::uint32_t pc : it->second) {
    const op& u = p.ops[pc];
    if (pc == sum.pc) continue;
    if (is_integer_form(u)) return true;
    if (u.form == f::mov && !u.list.empty()) return true; // into its halves
    if (u.form == f::mov && u.d && is_taken_apart(p, constants, g, u, c, wide, depth - 1)) return true;
    if (!is_add(u.form)) continue;
    const bool first = u.a.where == pool::frame && u.a.offset == sum.d.offset;
    const ref& other = is_fused(u.form) ? u.c : first ? u.b : u.a;
    const bool subtracts = u.form == f::sub_f32 || u.form == f::sub_f64;
    const double back = literal(p, constants, g, other, wide) * (subtracts ? -1 : 1);
    if (std::fabs(back + c) <= 0x1p-12 * std::fabs(c)) return true;
  }
  return false;
}

void find_magic_adds(program& p, const function_code& code, const def_use& g, const std::vector<std::byte>& constants) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (!is_add(o.form) || !o.d) continue;
    const bool fused = is_fused(o.form), wide = o.format == number::f64;
    for (const ref& r : {fused ? o.c : o.a, fused ? ref{} : o.b}) {
      const double c = literal(p, constants, g, r, wide);
      if (rounds(c, wide) && is_taken_apart(p, constants, g, o, c, wide)) o.role = role::magic_add;
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
    const op* d = g_.seen(p_, at, where);
    if (d == nullptr || d->pc == where) return leaf(at);
    if (!ptx::name(d->form).starts_with("ld") || d->vector != 1) return leaf(at) ^ (static_cast<std::uint64_t>(d->pc) + 1) << 40;
    const auto address = root(d->a, d->pc).first;
    return 0x8000000000000000u | (leaf(address) * 0x9e3779b97f4a7c15u ^ static_cast<std::uint64_t>(d->displacement));
  }
  form_of_value product(const op& o) {
    std::uint64_t x = identity(o.a, o.pc), y = identity(o.b, o.pc);
    if (y < x) std::swap(x, y);
    return {{{x, y}, 1.0}};
  }
  /// The register behind moves and conversions, and where it is looked at.
  std::pair<ref, std::uint32_t> root(ref r, std::uint32_t pc) {
    for (int n = 0; n < 6; ++n) {
      const op* d = g_.seen(p_, r, pc);
      if (d == nullptr || !passes(*d) || !d->a) break;
      r = d->a, pc = d->pc;
    }
    return {r, pc};
  }
  static bool passes(const op& o) {
    if (o.form == f::mov) return o.a && o.list.empty();
    return o.form == f::cvt_widen || o.form == f::cvt_narrow || o.form == f::cvt_narrow_clamped || o.form == f::cvt_tf32 || o.form == f::cvt_tf32_away;
  }
  /// The form of a register as the instruction at `pc` sees it, the same wherever that value is used: worked out once, and
  /// the value itself where it would have too many terms, or depends on itself.
  form_of_value of(const ref& r, std::uint32_t pc) {
    const op* d = g_.seen(p_, r, pc);
    const form_of_value itself{{{identity(r, pc), 0}, 1.0}};
    if (d == nullptr) return itself;
    const auto [it, fresh] = known_.try_emplace(static_cast<std::uint64_t>(d->pc) << 32 | r.offset, itself);
    if (!fresh) return it->second;
    form_of_value x = expand(*d, itself);
    if (x.size() > most_terms) return itself;
    return known_[static_cast<std::uint64_t>(d->pc) << 32 | r.offset] = std::move(x);
  }
  form_of_value expand(const op& d, const form_of_value& itself) {
    if (passes(d) && d.a) return of(d.a, d.pc);
    if (d.form == f::shl && d.a) { // bfloat16 widened by a shift
      const op* n = g_.seen(p_, d.a, d.pc);
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
void find_range_reductions(program& p, const function_code& code, const def_use& g, const std::vector<std::byte>& constants) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.form != f::fma_f32 || o.role != role::plain) continue;
    for (const ref& r : {o.a, o.b})
      if (bits_of(static_cast<float>(literal(p, constants, g, r, false))) == 0xbfc90fdau) o.role = role::range_reduction;
  }
}

/// Whether an integer comes from a hash or a generator: an exclusive or, or a product with a large literal, is among what it
/// was made of.
bool is_mixed(const program& p, const def_use& g, const std::vector<std::byte>& constants, const ref& r, std::uint32_t pc, int depth = 6) {
  const op* d = depth == 0 ? nullptr : g.seen(p, r, pc);
  if (d == nullptr || (!is_integer_form(*d) && d->form != f::mov && d->form != f::selp)) return false;
  const std::string_view name = ptx::name(d->form);
  if (name.starts_with("xor_bits") || name.starts_with("lop3")) return true;
  const auto large = [&](const ref& x) {
    std::uint32_t v = 0;
    if (x.where == pool::constant && x.offset + sizeof v <= constants.size()) std::memcpy(&v, constants.data() + x.offset, sizeof v);
    return v >= 0x10000u && v <= 0xffff0000u; // neither way small
  };
  if ((name.starts_with("mul_lo") || name.starts_with("mad_lo")) && (large(d->a) || large(d->b))) return true;
  return is_mixed(p, g, constants, d->a, d->pc, depth - 1) || is_mixed(p, g, constants, d->b, d->pc, depth - 1) ||
         is_mixed(p, g, constants, d->c, d->pc, depth - 1);
}

void find_mixed_bits(program& p, const function_code& code, const def_use& g, const std::vector<std::byte>& constants) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.form == f::cvt_int_to_float && o.format == number::f32 && is_mixed(p, g, constants, o.a, o.pc)) o.role = role::mixed_bits;
  }
}

/// A function's pole: the literal infinity taken where its argument, whose bits it also takes apart, equals zero.
void find_poles(program& p, const function_code& code, const def_use& g, const std::vector<std::byte>& constants) {
  std::unordered_map<std::uint32_t, std::vector<const op*>> predicates;
  for (std::uint32_t k = 0; k < code.count; ++k) {
    const op& o = p.ops[code.first + k];
    if (o.pd) predicates[o.pd.index].push_back(&o);
  }
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.form != f::selp || !o.pa) continue;
    const bool infinite = std::isinf(literal(p, constants, g, o.a, false, 1)) != std::isinf(literal(p, constants, g, o.b, false, 1));
    const auto& set = predicates[o.pa.index];
    if (!infinite || set.size() != 1 || set[0]->form != f::setp_f32) continue;
    const op& test = *set[0];
    const bool zero = literal(p, constants, g, test.b, false) == 0.0;
    const auto used = g.used.find(test.a.offset);
    if (!zero || test.a.where != pool::frame || used == g.used.end()) continue;
    for (const std::uint32_t pc : used->second) {
      const op& u = p.ops[pc];
      const bool bits = is_integer_form(u) || (u.form == f::mov && u.d && [&] {
        const auto it = g.used.find(u.d.offset);
        return it != g.used.end() && std::any_of(it->second.begin(), it->second.end(), [&](std::uint32_t q) { return is_integer_form(p.ops[q]); });
      }());
      if (bits) o.role = role::pole;
    }
  }
}

/// Accumulators below binary32 that a loop carries: a sum in f16 or bf16, or a narrowing, on a cycle of the graph of
/// registers that moves, sums and conversions span.
class carried_registers {
public:
  carried_registers(program& p, const function_code& code) : p_(p), code_(code) {
    for (std::uint32_t k = 0; k < code.count; ++k) {
      const op& o = p.ops[code.first + k];
      if (!carries(o)) continue;
      const auto edge = [&](const ref& from, const ref& to) {
        if (from.where == pool::frame && to.where == pool::frame) edges_[from.offset].push_back({to.offset, o.pc});
      };
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
    const op* d = &narrow;
    return sum_feeds(d->a) || sum_feeds(d->b);
  }
  bool sum_feeds(const ref& r) {
    if (r.where != pool::frame) return false;
    for (std::uint32_t k = 0; k < code_.count; ++k) {
      const op& o = p_.ops[code_.first + k];
      if (o.d.where == pool::frame && o.d.offset == r.offset && (is_add(o.form))) return true;
    }
    return false;
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
  std::unordered_map<std::uint32_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> edges_;
};

} // namespace

void find_roles(program& p, const function_code& code, const std::vector<std::byte>& constants) {
  const def_use g(p, code);
  find_magic_adds(p, code, g, constants);
  find_residuals(p, code, g);
  find_range_reductions(p, code, g, constants);
  find_poles(p, code, g, constants);
  find_mixed_bits(p, code, g, constants);
  carried_registers(p, code).mark();
}

} // namespace fpcheck::exec
