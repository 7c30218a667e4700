#include "library_functions.hpp"

#include "value_origins.hpp"

#include <fpcheck/base/bits.hpp>

#include <cmath>
#include <unordered_map>
#include <vector>

namespace fpcheck::exec {

using f = ptx::form;

void find_range_reductions(program& p, const function_code& code, const def_use& g) {
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (o.form != f::fma_f32 || !o.roles.empty()) continue;
    for (const ref& r : {o.a, o.b})
      if (bits_of(static_cast<float>(literal(g, r, false))) == 0xbfc90fdau) o.roles.add(role::range_reduction);
  }
}

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
    if (zero && test.a.where == pool::frame && reaches_integer_code(p, g, origin(g, test.a, test.pc))) o.roles.add(role::pole);
  }
}

namespace {

/// See find_idle_signs.
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
      if (pcs.size() == 1 && test.form == f::setp_f32 && test.pd.index == index && !test.pd2 && literal(g_, test.b, false) == 0.0 && is_idle(test)) test.roles.add(role::pole);
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

} // namespace

void find_idle_signs(program& p, const function_code& code, const def_use& g) { idle_signs(p, code, g).mark(); }

bool keeps_binade(const op& o, std::uint32_t bits, std::uint32_t code, double error, std::uint32_t result) {
  constexpr std::uint32_t exponent = 0xff800000u;
  const std::uint32_t moved = bits - code;
  const double x = bit_cast<float>(code);
  if ((o.form != f::and_bits && o.form != f::lop3) || (result & ~exponent) != 0 || !(error < std::fabs(x))) return false;
  for (const double end : {x - error, x + error})
    if (((bit_cast<std::uint32_t>(static_cast<float>(end)) + moved) & exponent) != result) return false;
  return true;
}

bool takes_exponent(const op& o, bool masks, int source) {
  if (o.form == f::sub_int) return source != 0;
  return (o.form == f::and_bits || o.form == f::lop3) && masks;
}

} // namespace fpcheck::exec
