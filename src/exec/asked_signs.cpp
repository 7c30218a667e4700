#include <fpcheck/exec/asked_signs.hpp>

#include "bit_orders.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <optional>

namespace fpcheck::exec {
namespace {

using ptx::modifier;

bool has_type(const op& o, modifier narrow, modifier wide) { return o.source->type(0) == narrow || o.source->type(0) == wide; }

class signs_of_function {
public:
  signs_of_function(const program& p, const function_code& code) : p_(p), code_(code), g_(p, code, p.constants), entries_(code.blocks.size()) {
    for (const auto& b : code.blocks)
      for (const std::uint32_t s : b.successors) ++entries_[s];
    for (std::uint32_t k = 0; k < code.count; ++k) {
      const op& o = p.ops[code.first + k];
      if (o.pd && compares_order(o)) comparisons_.push_back(&o);
    }
  }

  void mark(std::vector<bool>& out) const {
    for (const op* const o : comparisons_)
      if (o->a.where == pool::frame && o->b.where == pool::frame && has_type(*o, modifier::u32, modifier::u64))
        out[o->pc] = std::any_of(comparisons_.begin(), comparisons_.end(), [&](const op* sign) { return asks_for_sign(*sign, *o) && leads_to(*o, *sign); });
  }

private:
  /// Whether `sign` compares one of the registers of `o` with where negative numbers begin.
  bool asks_for_sign(const op& sign, const op& o) const {
    const auto limit = sign.a.where == pool::frame ? g_.literal(sign.b) : std::nullopt;
    if (!limit || sign.a_bits != o.a_bits || sign.pc == o.pc) return false;
    const std::uint64_t all = o.a_bits == 64 ? ~std::uint64_t{0} : 0xffffffffu, top = all ^ all >> 1, value = *limit & all;
    const bool is_limit = has_type(sign, modifier::u32, modifier::u64) ? value + 1 - top <= 2 : value == 0 || value == all;
    if (!is_limit) return false;
    const ref x = origin(g_, sign.a, sign.pc);
    return same(x, origin(g_, o.a, o.pc)) || same(x, origin(g_, o.b, o.pc));
  }
  /// Whether a branch on `o` leads to `sign`.
  bool leads_to(const op& o, const op& sign) const {
    for (std::uint32_t k = 0; k < code_.count; ++k) {
      const op& u = p_.ops[code_.first + k];
      if (u.flow != control::branch || !u.guard || u.pc < o.pc || u.guard.index != o.pd.index) continue;
      const auto& ways = code_.blocks[u.block].successors;
      if (std::any_of(ways.begin(), ways.end(), [&](std::uint32_t s) { return entries_[s] == 1 && s == sign.block; })) return true;
    }
    return false;
  }

  const program& p_;
  const function_code& code_;
  def_use g_;
  std::vector<unsigned> entries_; ///< by block: the ways that lead there
  std::vector<const op*> comparisons_;
};

} // namespace

std::vector<bool> find_asked_signs(const program& p) {
  std::vector<bool> out(p.ops.size());
  for (const function_code& code : p.functions) signs_of_function(p, code).mark(out);
  return out;
}

} // namespace fpcheck::exec
