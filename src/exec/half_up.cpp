#include "half_up.hpp"

#include "intended.hpp"
#include "overrides.hpp"
#include "value_origins.hpp"

#include <cmath>
#include <optional>
#include <vector>

namespace fpcheck::exec {
namespace {

using ptx::operation;

class half_sums {
public:
  explicit half_sums(const def_use& g) : g_(g) {}

  /// The sums of a half and a datum that `r` is at `pc`; nothing if it may be anything else.
  std::optional<std::vector<std::uint32_t>> behind(const ref& r, std::uint32_t pc, int depth = 4) const {
    const ref at = origin(g_, r, pc);
    const op* const d = depth > 0 && at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    if (d == nullptr) return std::nullopt;
    if (d->meaning.operation == operation::selection) {
      auto first = behind(d->a, d->pc, depth - 1), second = behind(d->b, d->pc, depth - 1);
      if (!first || !second) return std::nullopt;
      first->insert(first->end(), second->begin(), second->end());
      return first;
    }
    const bool adds = ptx::is_real_sum(d->meaning) && d->meaning.access == ptx::access::none && d->meaning.operation != operation::fused && d->a && d->b;
    if (!adds || !((is_half(d->b, d->pc) && is_datum(d->a, d->pc)) || (is_half(d->a, d->pc) && is_datum(d->b, d->pc)))) return std::nullopt;
    return std::vector<std::uint32_t>{d->pc};
  }

private:
  bool is_half(const ref& r, std::uint32_t pc, int depth = 3) const {
    if (std::fabs(literal(g_, r, false)) == 0.5) return true;
    const ref at = origin(g_, r, pc);
    const op* const d = depth > 0 && at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    if (d == nullptr) return false;
    if (d->form == ptx::form::copysign) return is_half(d->b, d->pc, depth - 1);
    return d->meaning.operation == operation::selection && is_half(d->a, d->pc, depth - 1) && is_half(d->b, d->pc, depth - 1);
  }
  bool is_datum(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    const op* const d = at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    return d != nullptr && (d->form == ptx::form::ld || d->meaning.operation == operation::from_integer);
  }

  const def_use& g_;
};

} // namespace

void find_half_up(program& p, const function_code& code, const def_use& g) {
  const half_sums sums(g);
  for (std::uint32_t k = 0; k < code.count; ++k) {
    op& o = p.ops[code.first + k];
    if (!rounds_to_integer(o) || o.rounding == round_mode::nearest_even || o.source_format != number::f32) continue;
    const auto found = sums.behind(o.a, o.pc);
    if (!found) continue;
    o.roles.add(roles::half_up);
    for (const std::uint32_t pc : *found) p.ops[pc].roles.add(roles::half_up);
  }
}

} // namespace fpcheck::exec
