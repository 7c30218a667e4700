#include "exponent_sums.hpp"

#include "value_origins.hpp"

#include <algorithm>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::modifier;
using ptx::operation;

constexpr std::uint32_t fraction = 0x7fffff;

bool is_typed(const op& o, modifier t) { return o.source != nullptr && o.source->type(0) == t; }
bool sums_integers(const op& o) {
  const auto what = o.meaning.operation;
  const bool sums = what == operation::sum || what == operation::difference || what == operation::fused;
  return sums && o.d && o.d_bits == 32 && o.format == number::none && ptx::is_pure(o.meaning) && o.form != f::mad_hi;
}

class exponent_sums {
public:
  exponent_sums(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  exponent_operand of(const op& o) const {
    const exponent_operand which = sums_integers(o) ? number_of(o) : exponent_operand::none;
    std::unordered_set<std::uint32_t> seen;
    return which != exponent_operand::none && is_taken_for_number(o.d, seen) ? which : exponent_operand::none;
  }

private:
  exponent_operand number_of(const op& o) const {
    using e = exponent_operand;
    if (o.meaning.operation == operation::fused) return is_number(o.c, o.pc) && (is_unit(o.a) || is_unit(o.b)) ? e::c : e::none;
    if (is_number(o.a, o.pc) && moves_exponent(o.b, o.pc)) return e::a;
    if (o.meaning.operation != operation::sum) return e::none;
    if (is_one(o.b) && is_shifted(o.a, o.pc)) return e::b;
    if (is_one(o.a) && is_shifted(o.b, o.pc)) return e::a;
    return is_number(o.b, o.pc) && moves_exponent(o.a, o.pc) ? e::b : e::none;
  }
  /// The bits of 1, which `(k + 127) << 23` has as an addend.
  bool is_one(const ref& r) const { return literal_of(r) == std::uint32_t{127} << 23; }
  std::optional<std::uint32_t> literal_of(const ref& r) const {
    const auto v = g_.literal(r);
    return v ? std::optional(static_cast<std::uint32_t>(*v)) : std::nullopt;
  }
  bool is_unit(const ref& r) const {
    const auto v = literal_of(r);
    return v && *v != 0 && (*v & fraction) == 0;
  }
  const op* behind(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    return at.where == pool::frame ? g_.seen(at, pc) : nullptr;
  }
  bool is_number(const ref& r, std::uint32_t pc) const {
    const op* const d = r.where == pool::frame ? behind(r, pc) : nullptr;
    if (d == nullptr) return false;
    const bool computes = d->format == number::f32 && d->meaning.gives == ptx::content::real && d->meaning.parts == 1;
    return computes || (d->meaning.access == ptx::access::load && is_typed(*d, modifier::f32));
  }
  bool moves_exponent(const ref& r, std::uint32_t pc) const {
    if (is_unit(r) || is_shifted(r, pc)) return true;
    const op* const d = r.where == pool::frame ? behind(r, pc) : nullptr;
    return d != nullptr && d->form == f::mul_lo && (is_unit(d->a) || is_unit(d->b));
  }
  /// An integer in the exponent's place.
  bool is_shifted(const ref& r, std::uint32_t pc) const {
    const op* const d = r.where == pool::frame ? behind(r, pc) : nullptr;
    return d != nullptr && d->form == f::shl && literal_of(d->b) == 23u;
  }
  bool is_taken_for_number(const ref& r, std::unordered_set<std::uint32_t>& seen) const {
    const auto& uses = g_.uses(r);
    return seen.insert(r.offset).second && std::any_of(uses.begin(), uses.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      if (const ref to = g_.passed_on(u, r)) return is_taken_for_number(to, seen);
      if (u.meaning.access == ptx::access::store || u.form == f::selp) return is_typed(u, modifier::f32);
      return u.meaning.takes == ptx::content::real && u.format == number::f32;
    });
  }

  const program& p_;
  def_use g_;
};

} // namespace

std::vector<exponent_operand> find_exponent_sums(const program& p) {
  std::vector<exponent_operand> out(p.ops.size());
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (code.count == 0 || std::none_of(first, end, sums_integers)) continue;
    const exponent_sums sums(p, code);
    for (auto o = first; o != end; ++o) out[o->pc] = sums.of(*o);
  }
  return out;
}

} // namespace fpcheck::exec
