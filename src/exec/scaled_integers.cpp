#include <fpcheck/exec/scaled_integers.hpp>

#include "value_origins.hpp"

#include <algorithm>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using ptx::operation;

class uses_of_integer {
public:
  uses_of_integer(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  bool are_scaled(const ref& r) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second) return false;
    const auto& all = g_.uses(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) { return scales(p_.ops[pc], r); });
  }

private:
  bool scales(const op& u, const ref& r) {
    if (const ref to = carried_on(g_, u, r)) return are_scaled(to);
    if (u.meaning.access != ptx::access::none || !u.d) return false;
    switch (u.meaning.operation) {
    case operation::product: case operation::quotient: return u.d_bits <= 32; // of 64 bits are addresses
    case operation::fused: return u.d_bits <= 32 && !(u.c.where == r.where && u.c.offset == r.offset);
    case operation::shift: return u.form == ptx::form::shl && u.d_bits <= 32;
    case operation::from_integer: case operation::resizing: case operation::minimum: case operation::maximum: case operation::selection:
    case operation::negation: case operation::magnitude: return are_scaled(u.d);
    default: return false;
    }
  }

  const program& p_;
  def_use g_;
  std::unordered_set<std::uint32_t> seen_;
};

} // namespace

bool is_scaled_later(const program& p, std::uint32_t pc) {
  const auto code = std::find_if(p.functions.begin(), p.functions.end(), [&](const function_code& f) { return pc >= f.first && pc < f.first + f.count; });
  return code != p.functions.end() && uses_of_integer(p, *code).are_scaled(p.ops[pc].d);
}

} // namespace fpcheck::exec
