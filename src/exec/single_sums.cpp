#include <fpcheck/exec/single_sums.hpp>

#include "debug_code.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace fpcheck::exec {
namespace {

using ptx::operation;

/// Links of a chain that are a loop which was unrolled.
constexpr int least_chain = 16;

bool is_sum(const op& o) { return ptx::is_real_sum(o.meaning) && o.format == number::f32 && o.meaning.parts == 1 && !o.roles.has(role::eft_residual) && !o.roles.has(role::magic_add); }
bool is_fused(const op& o) { return o.meaning.operation == operation::fused; }

class single_sums {
public:
  single_sums(const program& p, const function_code& code) : p_(p), g_(p, code, p.constants) {}

  bool is_one(const op& o) {
    if (o.meaning.access == ptx::access::atomic) return true;
    if (o.meaning.access != ptx::access::none || !o.d) return false;
    const ref addends[] = {is_fused(o) ? ref{} : o.a, is_fused(o) ? o.c : o.b};
    if (adds_up_lanes(o, addends[0], addends[1]) || adds_up_lanes(o, addends[1], addends[0])) return true;
    seen_.clear();
    if (comes_back(o.d, o.pc)) return true;
    const auto is_kept = [&](const ref& r) {
      const op* const d = source_of(r, o.pc);
      return d != nullptr && d->meaning.access == ptx::access::load && reached(g_, *d) == space::shared;
    };
    if (std::any_of(std::begin(addends), std::end(addends), is_kept) && is_stored_to_shared(o)) return true;
    return links_behind(o) + links_ahead(o) >= least_chain;
  }

private:
  const op* source_of(const ref& r, std::uint32_t pc) const {
    const ref at = origin(g_, r, pc);
    return at.where == pool::frame ? g_.seen(at, pc) : nullptr;
  }
  /// Whether `other` is what another lane has of `own`, or of the same sum.
  bool adds_up_lanes(const op& o, const ref& own, const ref& other) const {
    const op* const d = source_of(other, o.pc);
    return d != nullptr && d->meaning.operation == operation::shuffle && same(origin(g_, d->a, d->pc), origin(g_, own, o.pc));
  }
  /// Whether what is in `r` goes into the sum at `goal`, by moves and other sums.
  bool comes_back(const ref& r, std::uint32_t goal) {
    if (r.where != pool::frame || !seen_.insert(r.offset).second) return false;
    const auto& all = g_.uses(r);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) {
      const op& u = p_.ops[pc];
      if (pc == goal) return true;
      if (const ref to = carried_on(g_, u, r)) return comes_back(to, goal);
      const bool adds = is_sum(u) && (!is_fused(u) || same(u.c, r));
      return (adds || u.meaning.operation == operation::selection) && comes_back(u.d, goal);
    });
  }
  bool is_stored_to_shared(const op& o) const {
    const auto& all = g_.uses(o.d);
    return std::any_of(all.begin(), all.end(), [&](std::uint32_t pc) { return p_.ops[pc].meaning.access == ptx::access::store && reached(g_, p_.ops[pc]) == space::shared; });
  }
  /// Sums in a row that lead to `o`, and that go on from it.
  int links_behind(const op& o) {
    if (const auto at = behind_.find(o.pc); at != behind_.end()) return at->second;
    const auto behind = [&](const ref& r) {
      const op* const d = r ? source_of(r, o.pc) : nullptr;
      return d != nullptr && is_sum(*d) && d->meaning.access == ptx::access::none && d->pc < o.pc ? 1 + links_behind(*d) : 0;
    };
    return behind_[o.pc] = std::max(is_fused(o) ? 0 : behind(o.a), behind(is_fused(o) ? o.c : o.b));
  }
  int links_ahead(const op& o) {
    if (const auto at = ahead_.find(o.pc); at != ahead_.end()) return at->second;
    return ahead_[o.pc] = links_from(o.d, o.pc, most_moves);
  }
  int links_from(const ref& r, std::uint32_t after, int moves) {
    int out = 0;
    if (moves == 0) return out;
    for (const std::uint32_t pc : g_.uses(r)) {
      const op& u = p_.ops[pc];
      if (pc <= after) continue;
      if (const ref to = g_.passed_on(u, r)) out = std::max(out, links_from(to, pc, moves - 1));
      else if (is_sum(u) && u.d && (!is_fused(u) || same(u.c, r))) out = std::max(out, 1 + links_ahead(u));
    }
    return out;
  }

  const program& p_;
  def_use g_;
  std::unordered_set<std::uint32_t> seen_;
  std::unordered_map<std::uint32_t, int> behind_, ahead_; ///< by pc
};

constexpr int deepest_term = 6;

void add_parts(const program& p, const def_use& g, const op& o, std::set<std::uint32_t>& to, int depth) {
  if (!ptx::is_real_sum(o.meaning)) return;
  for (const ref& r : {o.a, o.b, o.c}) {
    const ref at = r ? origin(g, r, o.pc) : ref{};
    const op* const d = at.where == pool::frame ? g.seen(at, o.pc) : nullptr;
    if (d == nullptr) continue;
    to.insert(d->pc);
    if (depth > 0 && d->pc < o.pc) add_parts(p, g, *d, to, depth - 1);
  }
}

} // namespace

std::vector<std::set<std::uint32_t>> find_parts_of_terms(const program& p, const std::vector<std::uint32_t>& terms) {
  std::vector<std::set<std::uint32_t>> out(terms.size());
  for (const function_code& code : p.functions) {
    std::optional<def_use> g;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      if (terms[k] < code.first || terms[k] >= code.first + code.count) continue;
      if (!g) g.emplace(p, code, p.constants);
      add_parts(p, *g, p.ops[terms[k]], out[k], deepest_term);
    }
  }
  return out;
}

std::vector<bool> find_single_sums(const program& p) {
  std::vector<bool> out(p.ops.size());
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (std::none_of(first, end, is_sum)) continue;
    single_sums g(p, code);
    for (auto o = first; o != end; ++o)
      if (is_sum(*o)) out[o->pc] = g.is_one(*o);
  }
  return out;
}

} // namespace fpcheck::exec
