#include "stream_plan.hpp"

#include <algorithm>
#include <set>

namespace fpcheck::expr {
namespace {

using axis_index = std::optional<std::size_t>;

bool reduces(const node& n, std::size_t axis) { return std::find(n.integers.begin(), n.integers.end(), static_cast<std::int64_t>(axis)) != n.integers.end(); }

std::int64_t before(const shape& s, std::size_t axis) {
  return element_count(shape(s.begin(), s.begin() + static_cast<long>(axis)));
}

/// The axis of `to` that holds the same indices as `axis` of `from` after reshaping.
axis_index reshaped(const shape& from, std::size_t axis, const shape& to) {
  for (std::size_t k = 0; k < to.size(); ++k)
    if (to[k].size == from[axis].size && before(to, k) == before(from, axis)) return k;
  return std::nullopt;
}

bool is_elementwise(const node& n) {
  switch (family(n.op)) {
  case operation_family::unary:
  case operation_family::binary:
  case operation_family::ternary:
  case operation_family::cast:
  case operation_family::composite: return true;
  case operation_family::discrete: return n.op != operation::argmax && n.op != operation::argsort && n.op != operation::cumargmax;
  case operation_family::kink: return n.op != operation::max_weight;
  default: return n.op == operation::stop_grad;
  }
}

/// How an axis passes a node: to an axis on the other side, to none (the other side does not vary along it, or sums over
/// it), or not at all.
struct passage {
  bool possible = true;
  axis_index axis{};
};
constexpr passage blocked{false, {}};

/// The axis of argument `i` that the output's `axis` runs along.
passage to_argument(const graph& g, node_id id, std::size_t i, std::size_t axis) {
  const node& n = g[id];
  const shape& from = g.shape_of(n.body ? *n.body : n.arguments[i]);
  if (is_elementwise(n)) return from.size() == n.dims.size() ? passage{true, axis} : blocked;
  switch (n.op) {
  case operation::broadcast: {
    const std::size_t skip = n.dims.size() - from.size();
    return axis < skip || from[axis - skip].size != n.dims[axis].size ? passage{} : passage{true, axis - skip};
  }
  case operation::reshape: {
    const axis_index a = reshaped(n.dims, axis, from);
    return a ? passage{true, a} : blocked;
  }
  case operation::transpose: return {true, static_cast<std::size_t>(n.integers[axis])};
  case operation::softmax:
  case operation::cumsum:
  case operation::sort:
  case operation::cummax:
  case operation::argsort:
  case operation::cumargmax:
  case operation::max_weight: return reduces(n, axis) ? blocked : passage{true, axis};
  case operation::matmul: {
    const std::size_t rank = n.dims.size();
    if (axis + 2 < rank) return {true, axis};
    return (axis + 2 == rank) == (i == 0) ? passage{true, axis} : passage{};
  }
  default:
    if (family(n.op) != operation_family::reduction && n.op != operation::argmax) return blocked;
    for (std::size_t k = 0, kept = 0; k < from.size(); ++k)
      if (!reduces(n, k) && kept++ == axis) return {true, k};
    return blocked;
  }
}

/// The axis of the output that argument `i`'s `axis` runs along; none where the node is a sum over it.
passage to_output(const graph& g, node_id id, std::size_t i, std::size_t axis) {
  const node& n = g[id];
  const shape& from = g.shape_of(n.body ? *n.body : n.arguments[i]);
  if (is_elementwise(n)) return from.size() == n.dims.size() ? passage{true, axis} : blocked;
  switch (n.op) {
  case operation::broadcast: {
    const std::size_t to = axis + n.dims.size() - from.size();
    return n.dims[to].size == from[axis].size ? passage{true, to} : blocked;
  }
  case operation::reshape: {
    const axis_index a = reshaped(from, axis, n.dims);
    return a ? passage{true, a} : blocked;
  }
  case operation::transpose: return {true, static_cast<std::size_t>(std::find(n.integers.begin(), n.integers.end(), static_cast<std::int64_t>(axis)) - n.integers.begin())};
  case operation::softmax:
  case operation::cumsum:
  case operation::sort:
  case operation::cummax:
  case operation::argsort:
  case operation::cumargmax:
  case operation::max_weight: return reduces(n, axis) ? blocked : passage{true, axis};
  case operation::matmul: {
    const std::size_t rank = n.dims.size();
    if (axis + 2 < rank || (axis + 2 == rank) == (i == 0)) return {true, axis};
    return {};
  }
  default: {
    if (family(n.op) != operation_family::reduction && n.op != operation::argmax) return blocked;
    if (reduces(n, axis)) return n.op == operation::sum ? passage{} : blocked;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < axis; ++k) kept += reduces(n, k) ? 0 : 1;
    return {true, kept};
  }
  }
}

std::vector<node_id> sources(const graph& g, node_id id) { return g[id].body ? std::vector<node_id>{*g[id].body} : g[id].arguments; }

/// The work of planning: which nodes are members, and along which axis each is cut.
class planner {
public:
  planner(const graph& g, std::span<const node_id> order, std::span<const node_id> roots, std::int64_t most) : graph_(g), order_(order), roots_(roots) {
    std::int64_t ends = 0;
    for (const node_id n : order)
      if (g[n].op == operation::input) ends += element_count(g.shape_of(n));
    for (const node_id r : roots) ends += element_count(g.shape_of(r));
    most_ = std::max(most, ends);
    find_members();
  }

  std::optional<stream_plan> plan() {
    if (members_.empty()) return std::nullopt;
    for (std::size_t axis = 0; axis < graph_.rank(members_.front()); ++axis) {
      if (graph_.extent(members_.front(), axis) < 2) continue;
      cuts_.clear();
      if (spread_from(members_.front(), axis) && cuts_.size() == members_.size()) return finished(graph_.extent(members_.front(), axis));
    }
    return std::nullopt;
  }

private:
  bool big(node_id n) const { return element_count(graph_.shape_of(n)) > most_; }

  /// Large nodes, what consumes them, and what lies on a path between two of these.
  void find_members() {
    std::set<node_id> needed_by_big, member;
    for (std::size_t i = order_.size(); i-- > 0;)
      if (big(order_[i]) || needed_by_big.contains(order_[i]))
        for (const node_id a : sources(graph_, order_[i])) needed_by_big.insert(a);
    for (const node_id n : order_) {
      const auto from = sources(graph_, n);
      const bool uses_big = std::any_of(from.begin(), from.end(), [&](node_id a) { return big(a); });
      const bool uses_member = std::any_of(from.begin(), from.end(), [&](node_id a) { return member.contains(a); });
      if (big(n) || uses_big || (uses_member && needed_by_big.contains(n))) member.insert(n), members_.push_back(n);
    }
    is_member_ = std::move(member);
  }

  bool assign(node_id n, axis_index axis, std::vector<node_id>& open) {
    const auto [at, fresh] = cuts_.try_emplace(n, axis);
    if (fresh) open.push_back(n);
    return at->second == axis;
  }

  bool assign_arguments(node_id n, std::vector<node_id>& open) {
    const axis_index axis = cuts_.at(n);
    if (!axis) return true; // a sum over the blocks: its arguments are cut already
    const auto from = sources(graph_, n);
    for (std::size_t i = 0; i < from.size(); ++i) {
      const passage p = to_argument(graph_, n, i, *axis);
      if (!p.possible) return false;
      if (is_member_.contains(from[i]) && (!p.axis || !assign(from[i], p.axis, open))) return false;
    }
    return true;
  }

  bool assign_users(node_id n, std::vector<node_id>& open) {
    for (const node_id user : members_) {
      const auto from = sources(graph_, user);
      for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i] != n) continue;
        if (!cuts_.at(n)) return false; // a sum is complete only after the last block
        const passage p = to_output(graph_, user, i, *cuts_.at(n));
        if (!p.possible || !assign(user, p.axis, open)) return false;
      }
    }
    return true;
  }

  /// Whether the axis can be followed through all members that hang together with `seed`.
  bool spread_from(node_id seed, std::size_t axis) {
    std::vector<node_id> open;
    assign(seed, axis, open);
    while (!open.empty()) {
      const node_id n = open.back();
      open.pop_back();
      if (!assign_arguments(n, open) || !assign_users(n, open)) return false;
    }
    return true;
  }

  /// The axis along which member `n` needs its argument `i`: for a sum over the blocks that of the other arguments' cut.
  axis_index wanted(node_id n, std::size_t i) const {
    if (const axis_index axis = cuts_.at(n)) return to_argument(graph_, n, i, *axis).axis;
    const std::size_t rank = graph_.rank(graph_[n].arguments[i]);
    return graph_[n].op == operation::matmul ? axis_index(i == 0 ? rank - 1 : rank - 2) : cuts_.at(graph_[n].arguments[i]);
  }

  stream_plan finished(std::int64_t extent) const {
    stream_plan out;
    out.extent = extent;
    std::set<cut_node> entries;
    std::set<node_id> outside(roots_.begin(), roots_.end());
    for (const node_id n : order_)
      if (!is_member_.contains(n))
        for (const node_id a : sources(graph_, n)) outside.insert(a);
    for (const node_id n : members_) {
      const cut_node cut{n, cuts_.at(n)};
      out.members.push_back(cut);
      if (cut.axis) out.width = std::max(out.width, element_count(graph_.shape_of(n)) / extent);
      if (outside.contains(n)) out.exits.push_back(cut);
      const auto from = sources(graph_, n);
      for (std::size_t i = 0; i < from.size(); ++i)
        if (!is_member_.contains(from[i])) entries.insert({from[i], wanted(n, i)});
    }
    out.entries.assign(entries.begin(), entries.end());
    return out;
  }

  const graph& graph_;
  std::span<const node_id> order_, roots_;
  std::int64_t most_ = 0;
  std::vector<node_id> members_;
  std::set<node_id> is_member_;
  std::map<node_id, axis_index> cuts_;
};

shape cut_to(shape s, axis_index axis, std::int64_t count) {
  if (axis) s[*axis].size = count;
  return s;
}

} // namespace

std::optional<stream_plan> plan_stream(const graph& g, std::span<const node_id> order, std::span<const node_id> roots, std::int64_t most) {
  return planner(g, order, roots, most).plan();
}

stream_block make_block(const graph& g, const stream_plan& plan, std::int64_t count) {
  stream_block out;
  std::map<cut_node, node_id> entries;
  std::map<node_id, node_id> made;
  for (const cut_node& e : plan.entries)
    entries[e] = out.nodes.input(std::to_string(entries.size()), cut_to(g.shape_of(e.node), e.axis, count));
  for (const cut_node& m : plan.members) {
    node n = g[m.node];
    const auto argument = [&](std::size_t i, node_id a) {
      if (const auto known = made.find(a); known != made.end()) return known->second;
      if (m.axis) return entries.at({a, to_argument(g, m.node, i, *m.axis).axis});
      return entries.at({a, i == 0 ? g.rank(a) - 1 : g.rank(a) - 2}); // a product that sums over the blocks
    };
    if (n.body) { // a named function is its body
      made[m.node] = argument(0, *n.body);
      continue;
    }
    for (std::size_t i = 0; i < n.arguments.size(); ++i) n.arguments[i] = argument(i, n.arguments[i]);
    n.dims = cut_to(std::move(n.dims), m.axis, count);
    made[m.node] = out.nodes.put(std::move(n));
    if (!m.axis) out.whole[made[m.node]] = plan.extent;
  }
  for (const cut_node& e : plan.exits) out.exits.push_back(made.at(e.node));
  return out;
}

} // namespace fpcheck::expr
