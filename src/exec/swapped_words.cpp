#include <fpcheck/exec/swapped_words.hpp>

#include "value_origins.hpp"

#include <algorithm>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using ptx::operation;

bool is_pair(const op& o) { return o.form == f::mov && o.list.size() == 2; }
bool packs(const op& o) { return is_pair(o) && !o.a && o.d && o.d_bits == 64; }
bool is_typed_f64(const op& o) { return o.source != nullptr && o.source->type(0) == ptx::modifier::f64; }

class words {
public:
  words(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  bool is_swapped(const op& pair) {
    seen_.clear();
    return is_lower_word(pair.list[1], pair.pc) && is_number(pair.d);
  }

private:
  /// Whether the register holds the lower word of a number of binary64, of this lane or another.
  bool is_lower_word(ref r, std::uint32_t pc) const {
    for (int k = 0; k < most_moves; ++k) {
      r = origin(g_, r, pc);
      const op* const d = r.where == pool::frame ? g_.seen(r, pc) : nullptr;
      if (d == nullptr || d->pc >= pc) return false;
      pc = d->pc;
      if (d->meaning.operation == operation::shuffle) r = d->a;
      else return is_pair(*d) && d->a && same(d->list[0], r) && !same(d->list[1], r) && holds_number(d->a, pc);
    }
    return false;
  }
  bool holds_number(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    const op* const d = at.where == pool::frame ? g_.seen(at, pc) : nullptr;
    if (d == nullptr) return false;
    if (d->meaning.access == ptx::access::load) return is_typed_f64(*d);
    return d->meaning.gives == ptx::content::real && d->format == number::f64;
  }
  /// Whether what is in `r` is computed with or stored as a number of binary64.
  bool is_number(const ref& r) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second) return false;
    const auto& all = g_.uses(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      if (const ref to = carried_on(g_, u, r)) return is_number(to);
      if (u.meaning.access == ptx::access::store) return is_typed_f64(u) && std::any_of(u.list.begin(), u.list.end(), [&](const ref& x) { return same(x, r); });
      return u.meaning.access == ptx::access::none && u.meaning.takes == ptx::content::real;
    });
  }

  const program& p_;
  def_use g_;
  std::unordered_set<std::uint32_t> seen_;
};

} // namespace

std::vector<std::uint32_t> find_swapped_words(const program& p) {
  std::vector<std::uint32_t> out;
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, packs)) continue;
    words g(p, code);
    for (auto o = first; o != end; ++o)
      if (packs(*o) && g.is_swapped(*o)) out.push_back(o->pc);
  }
  return out;
}

} // namespace fpcheck::exec
