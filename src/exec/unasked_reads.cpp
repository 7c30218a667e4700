#include "unasked_reads.hpp"

#include "value_origins.hpp"

#include <algorithm>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using ptx::operation;

bool is_ordered_load(const op& o) {
  const bool meets_others = o.space == space::shared || o.space == space::global || o.space == space::generic;
  return o.meaning.access == ptx::access::load && ptx::is_ordered(o.meaning) && meets_others;
}

class read_values {
public:
  read_values(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  bool is_unasked(const op& load) {
    seen_.clear(), is_data_ = false;
    const bool unasked = follow(load.d) && std::all_of(load.list.begin(), load.list.end(), [&](const ref& r) { return follow(r); });
    return unasked && is_data_;
  }

private:
  /// Follows the value through moves and integer code. False where something asks about it.
  bool follow(const ref& r) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second) return true;
    const auto& all = g_.uses(r);
    return std::all_of(all.begin(), all.end(), [&](std::uint32_t pc) { return goes_on(p_.ops[pc], r); });
  }
  bool goes_on(const op& u, const ref& r) {
    if (const ref to = carried_on(g_, u, r)) return follow(to);
    switch (u.meaning.access) {
    case ptx::access::none: break;
    case ptx::access::atomic:
      if (!same(u.a, r)) is_data_ = true;
      return same(u.a, r) || u.meaning.operation != operation::compare_exchange;
    default:
      if (!same(u.a, r)) is_data_ = true;
      return true;
    }
    if (u.meaning.operation == operation::comparison || u.meaning.lineage == ptx::lineage::decides || u.meaning.operation == operation::vote) return false;
    const bool takes_apart = ptx::reads_integers(u.meaning) || ptx::is_conversion(u.meaning) || u.meaning.operation == operation::packing || u.meaning.operation == operation::unpacking || u.meaning.operation == operation::selection;
    if (!takes_apart) {
      is_data_ = is_data_ || u.meaning.takes == ptx::content::real;
      return true;
    }
    return follow(u.d) && std::all_of(u.list.begin(), u.list.end(), [&](const ref& x) { return u.meaning.operation != operation::unpacking || follow(x); });
  }

  const program& p_;
  def_use g_;
  std::unordered_set<std::uint32_t> seen_;
  bool is_data_ = false;
};

} // namespace

std::vector<bool> find_unasked_reads(const program& p) {
  std::vector<bool> out;
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, is_ordered_load)) continue;
    read_values g(p, code);
    for (auto o = first; o != end; ++o) {
      if (!is_ordered_load(*o) || !g.is_unasked(*o)) continue;
      out.resize(p.ops.size());
      out[o->pc] = true;
    }
  }
  return out;
}

} // namespace fpcheck::exec
