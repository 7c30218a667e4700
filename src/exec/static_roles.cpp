#include "static_roles.hpp"

#include <fpcheck/base/bits.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

namespace fpcheck::exec {
namespace {

using f = ptx::form;

bool is_add(f form) { return form == f::add_f32 || form == f::sub_f32 || form == f::fma_f32 || form == f::mad_f32; }

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
  /// The one definition of a slot, or nullptr.
  const op* only(const program& p, const ref& r) const {
    if (r.where != pool::frame) return nullptr;
    const auto it = defined.find(r.offset);
    return it != defined.end() && it->second.size() == 1 ? &p.ops[it->second[0]] : nullptr;
  }
};

/// The value of an operand that is a binary32 literal, also through single moves; NaN otherwise.
float literal(const program& p, const std::vector<std::byte>& constants, const def_use& g, ref r, int depth = 4) {
  for (; depth > 0; --depth) {
    if (r.where == pool::constant) {
      float v = 0;
      if (r.offset + 4 <= constants.size()) std::memcpy(&v, constants.data() + r.offset, 4);
      return v;
    }
    const op* d = g.only(p, r);
    if (d == nullptr || d->form != f::mov || !d->a) return NAN;
    r = d->a;
  }
  return NAN;
}

/// Whether |c| is a constant that adding to rounds to a multiple of a power of two: 2^23 to 2^24, or 1.5 * 2^k.
bool rounds(float c) {
  const float a = std::fabs(c);
  if (!(a >= 1.0f) || !std::isfinite(a)) return false;
  if (a >= 0x1p23f && a <= 0x1p24f) return true;
  int e = 0;
  const float m = std::frexp(a, &e);
  return (m == 0.75f || m == 0.5f) && e > 10;
}

bool is_integer_form(const op& o) {
  const std::string_view n = ptx::name(o.form);
  static constexpr std::string_view prefixes[] = {"shl", "shr", "and_bits", "or_bits", "xor_bits", "add_int", "sub_int", "lop3", "bfe", "bfi", "prmt", "mad_lo", "mul_", "setp_int", "cvt_int", "shf", "min_int", "max_int", "mad_wide"};
  return std::any_of(std::begin(prefixes), std::end(prefixes), [&](std::string_view p) { return n.starts_with(p); });
}

/// R1: the sum is taken apart again, by subtracting a constant of the same size or by integer code.
bool is_taken_apart(const program& p, const std::vector<std::byte>& constants, const def_use& g, const op& sum, float c, int depth = 3) {
  const auto it = g.used.find(sum.d.offset);
  if (it == g.used.end() || depth == 0) return false;
  for (const std::uint32_t pc : it->second) {
    const op& u = p.ops[pc];
    if (is_integer_form(u)) return true;
    if (u.form == f::mov && u.d && is_taken_apart(p, constants, g, u, c, depth - 1)) return true;
    if (!is_add(u.form)) continue;
    const ref& other = u.form == f::fma_f32 ? u.c : u.a.where == pool::frame && u.a.offset == sum.d.offset ? u.b : u.a;
    const float back = literal(p, constants, g, other);
    if (std::fabs(std::fabs(back) - std::fabs(c)) <= 0x1p-12f * std::fabs(c)) return true;
  }
  return false;
}

void find_magic_adds(program& p, const function_code& code, const def_use& g, const std::vector<std::byte>& constants) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (!is_add(o.form) || !o.d) continue;
    const bool fused = o.form == f::fma_f32 || o.form == f::mad_f32;
    for (const ref& r : {fused ? o.c : o.a, fused ? ref{} : o.b}) {
      const float c = literal(p, constants, g, r);
      if (rounds(c) && is_taken_apart(p, constants, g, o, c)) o.role = role::magic_add;
    }
  }
}

/// R4: instructions whose result is the rounding error of another one. Recognised by the last steps of the known
/// algorithms, through single definitions: e = b - (s - a) with s = a + b (FastTwoSum), its longer form (TwoSum), and
/// e = fma(a, b, -(a * b)) (TwoProd).
bool is_sum(const op* o) { return o != nullptr && (o->form == f::add_f32 || o->form == f::sub_f32 || o->form == f::add_f64 || o->form == f::sub_f64); }
bool is_product(const op* o) { return o != nullptr && (o->form == f::mul_f32 || o->form == f::mul_f64); }

/// Whether some chain of at most `depth` sums below `r` starts at a sum `s` and one of that sum's own operands.
bool reaches(const program& p, const def_use& g, const ref& r, const ref& target, int depth) {
  if (r.where == pool::frame && target.where == pool::frame && r.offset == target.offset) return true;
  const op* d = g.only(p, r);
  if (d == nullptr || depth == 0) return false;
  if (d->form == f::mov || d->form == f::neg_f32 || d->form == f::neg_f64) return reaches(p, g, d->a, target, depth - 1);
  if (!is_sum(d)) return false;
  return reaches(p, g, d->a, target, depth - 1) || reaches(p, g, d->b, target, depth - 1);
}

void find_residuals(program& p, const function_code& code, const def_use& g) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if ((o.form == f::fma_f32 || o.form == f::fma_f64) && o.c) {
      const op* c = g.only(p, o.c);
      if (c != nullptr && (c->form == f::neg_f32 || c->form == f::neg_f64)) c = g.only(p, c->a);
      const auto same = [](const ref& x, const ref& y) { return x.where == y.where && x.offset == y.offset; };
      if (is_product(c) && ((same(c->a, o.a) && same(c->b, o.b)) || (same(c->a, o.b) && same(c->b, o.a)))) {
        o.role = role::eft_residual;
        o.target = c->pc;
      }
      continue;
    }
    if (!is_sum(&o)) continue;
    // One operand leads, through another sum, to a sum `s` of which the other operand is a term.
    for (const auto& [x, y] : {std::pair(o.a, o.b), std::pair(o.b, o.a)}) {
      const op* inner = g.only(p, y);
      if (!is_sum(inner)) continue;
      for (const ref& z : {inner->a, inner->b}) {
        const op* head = g.only(p, z);
        if (!is_sum(head) || head->pc >= inner->pc) continue;
        const bool term = reaches(p, g, x, head->a, 2) || reaches(p, g, x, head->b, 2);
        const ref& rest = z.offset == inner->a.offset && z.where == inner->a.where ? inner->b : inner->a;
        const bool back = reaches(p, g, rest, head->a, 3) || reaches(p, g, rest, head->b, 3);
        if (term && back) o.role = role::eft_residual, o.target = head->pc;
      }
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
  carried_registers(p, code).mark();
}

} // namespace fpcheck::exec
