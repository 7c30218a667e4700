// What is decided about the rounding errors that a program works out itself (R4), and about the expansions that are made of them.
#include "overrides.hpp"

#include "def_use.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

/// A register that holds the error of an operation, or what an addition of a rounding constant left, through moves.
bool holds_rounding_error(const program& p, const def_use& g, const ref& r, std::uint32_t pc, int depth = 6) {
  const op* d = depth > 0 && r.where == pool::frame ? g.seen(r, pc) : nullptr;
  if (d == nullptr) return false;
  if (d->roles.has(role::eft_residual)) return true;
  if (const ref from = g.moved(*d, r)) return holds_rounding_error(p, g, from, d->pc, depth - 1);
  switch (d->form) {
  case f::abs_f32: case f::abs_f64: case f::neg_f32: case f::neg_f64: case f::cvt_widen: return holds_rounding_error(p, g, d->a, d->pc, depth - 1);
  default: return false;
  }
}

/// Sums and products of such errors, and what is added to them: the components of an expansion, which mean something together only.
class components {
public:
  components(const program& p, const function_code& code, const def_use& g) : p_(p), code_(code), g_(g) {
    for (std::uint32_t pc = code.first; pc < code.first + code.count; ++pc)
      if (p.ops[pc].roles.has(role::eft_residual)) add(p.ops[pc].d);
    while (!left_.empty()) {
      const ref r = left_.back();
      left_.pop_back();
      for (const std::uint32_t pc : g.uses(r)) follow(p.ops[pc], r);
    }
  }
  bool has(const ref& r) const { return r.where == pool::frame && all_.contains(r.offset); }
  static bool goes_on(const op& o) {
    if (!o.d || o.meaning.takes != ptx::content::real || o.meaning.access != ptx::access::none || o.meaning.parts != 1 || o.meaning.source != o.meaning.result) return false;
    return ptx::is_real_sum(o.meaning) || o.meaning.operation == operation::product || o.meaning.operation == operation::negation || o.meaning.operation == operation::magnitude;
  }

private:
  void add(const ref& r) {
    if (r.where == pool::frame && all_.insert(r.offset).second) left_.push_back(r);
  }
  void follow(const op& u, const ref& r) {
    if (const ref to = g_.passed_on(u, r)) return add(to);
    if (goes_on(u) || u.meaning.operation == operation::selection) return add(u.d);
    const bool keeps = u.meaning.access == ptx::access::store && (u.space == space::local || u.space == space::shared);
    if (!keeps || !kept_in_.insert(u.space).second) return;
    for (std::uint32_t pc = code_.first; pc < code_.first + code_.count; ++pc) {
      const op& o = p_.ops[pc];
      if (ptx::loads(o.meaning) && o.space == u.space)
        for (const ref& x : o.list) add(x);
    }
  }
  const program& p_;
  const function_code& code_;
  const def_use& g_;
  std::vector<ref> left_;
  std::unordered_set<std::uint32_t> all_;
  std::set<space> kept_in_;
};

/// Whether rounding errors may stand in `r`.
bool holds_error_term(const program& p, const def_use& g, const ref& r) {
  if (r.where != pool::frame) return false;
  const auto& all = g.definitions(r);
  return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) { return p.ops[pc].roles.has(role::eft_residual); });
}

/// Whether the sign of a component is asked for, which is the expansion's where those above it are zero; or how a rounding error compares with another.
bool orders_components(const program& p, const op& o, const components& c, const def_use& g) {
  if (!compares_numbers(o) || !o.b) return false;
  const auto is_zero = [&](const ref& r) { return g.literal(r) && (*g.literal(r) & ~(std::uint64_t{1} << 63)) == 0; };
  if ((c.has(o.a) && is_zero(o.b)) || (c.has(o.b) && is_zero(o.a))) return true;
  return c.has(o.a) && (c.has(o.b) || is_zero(o.b)) && (holds_error_term(p, g, o.a) || holds_error_term(p, g, o.b));
}

} // namespace

std::vector<bool> find_anchored(const program& p) {
  std::vector<bool> out(p.ops.size());
  for (const function_code& code : p.functions) {
    if (code.count == 0) continue;
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, [](const op& o) { return o.roles.has(role::eft_residual); })) continue;
    const def_use g(p, code, p.constants);
    const components parts(p, code, g);
    for (auto o = first; o != end; ++o) {
      if (compares_numbers(*o) || chooses_extreme(*o) || rounds_to_integer(*o))
        out[o->pc] = holds_rounding_error(p, g, o->a, o->pc) || (o->b && holds_rounding_error(p, g, o->b, o->pc)) ||
                      orders_components(p, *o, parts, g);
      else out[o->pc] = components::goes_on(*o) && (parts.has(o->a) || parts.has(o->b) || parts.has(o->c));
    }
  }
  return out;
}

} // namespace fpcheck::exec
