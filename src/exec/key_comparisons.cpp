#include "key_comparisons.hpp"

#include "overrides.hpp"
#include "value_origins.hpp"

#include <algorithm>
#include <set>

namespace fpcheck::exec {
namespace {

class keys_of_function {
public:
  keys_of_function(const program& p, const function_code& code) : p_(p), code_(code), g_(p, code, p.constants), entries_(code.blocks.size()) {
    for (const auto& b : code.blocks)
      for (const std::uint32_t s : b.successors) ++entries_[s];
  }

  void mark(std::vector<bool>& out) const {
    for (std::uint32_t k = 0; k < code_.count; ++k) {
      const op& o = p_.ops[code_.first + k];
      if (compares_numbers(o) && o.a.where == pool::frame && o.b.where == pool::frame) out[o.pc] = chooses(o);
    }
  }

private:
  const op* ops() const { return p_.ops.data() + code_.first; }

  /// The predicates that a comparison has a part in.
  std::set<std::uint32_t> made_of(const op& test) const {
    std::set<std::uint32_t> out{test.pd.index};
    if (test.pd2) out.insert(test.pd2.index);
    for (std::size_t before = 0; before != out.size();) {
      before = out.size();
      for (const op* o = ops(); o != ops() + code_.count; ++o)
        if (o->pd && ((o->pa && out.contains(o->pa.index)) || (o->pb && out.contains(o->pb.index))))
          for (const predicate_ref* p : {&o->pd, &o->pd2})
            if (*p) out.insert(p->index);
    }
    return out;
  }

  /// Whether what the comparison decides is which of its operands is taken: by a selection, or by moves and stores under a branch.
  bool chooses(const op& test) const {
    const std::set<std::uint32_t> decided = made_of(test);
    const ref x = origin(g_, test.a, test.pc), y = origin(g_, test.b, test.pc);
    const auto is = [&](const ref& r, std::uint32_t pc, const ref& value) { return same(r, value) || same(origin(g_, r, pc), value); };
    std::set<std::uint32_t> blocks;
    for (const op* o = ops(); o != ops() + code_.count; ++o) {
      if (o->flow == control::branch && o->guard && decided.contains(o->guard.index))
        for (const std::uint32_t s : code_.blocks[o->block].successors)
          if (entries_[s] == 1) blocks.insert(s);
      if (o->form != ptx::form::selp || !o->pa || !decided.contains(o->pa.index)) continue;
      if ((is(o->a, o->pc, x) && is(o->b, o->pc, y)) || (is(o->a, o->pc, y) && is(o->b, o->pc, x))) return true;
    }
    bool takes_x = false, takes_y = false;
    for (const op* o = ops(); o != ops() + code_.count; ++o) {
      const bool guarded = o->guard && o->flow == control::next && decided.contains(o->guard.index);
      if (!guarded && !blocks.contains(o->block)) continue;
      const auto look = [&](const ref& from, const ref& to) {
        const bool from_x = is(from, o->pc, x), from_y = is(from, o->pc, y);
        takes_x = takes_x || from_x || (from_y && same(to, test.a)), takes_y = takes_y || from_y || (from_x && same(to, test.b));
      };
      if (o->form == ptx::form::mov && o->list.empty() && o->d) look(o->a, o->d);
      else if (o->meaning.access == ptx::access::store)
        for (const ref& r : o->list) look(r, {});
    }
    return takes_x && takes_y;
  }

  const program& p_;
  const function_code& code_;
  def_use g_;
  std::vector<std::uint32_t> entries_; ///< by block: ways into it
};

} // namespace

std::vector<bool> find_key_comparisons(const program& p) {
  std::vector<bool> out(p.ops.size());
  for (const function_code& code : p.functions) {
    const auto first = p.ops.begin() + code.first, end = first + code.count;
    if (code.count != 0 && std::any_of(first, end, compares_numbers)) keys_of_function(p, code).mark(out);
  }
  return out;
}

} // namespace fpcheck::exec
