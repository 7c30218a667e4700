#pragma once
#include <fpcheck/expr/graph.hpp>

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace fpcheck::expr {

/// A node that is cut along one of its axes.
struct cut_node {
  node_id node{};
  std::optional<std::size_t> axis{}; ///< none: an entry is wanted whole, an exit is a sum over the blocks
  auto operator<=>(const cut_node&) const = default;
};

/// The nodes of an evaluation that are worked out a block at a time, so that none of them is ever held whole: those far
/// larger than the inputs and results, such as the scores of an attention.
struct stream_plan {
  std::vector<cut_node> members; ///< in topological order
  std::vector<cut_node> entries; ///< what members need from outside
  std::vector<cut_node> exits;   ///< the members that are needed outside
  std::int64_t extent = 0;       ///< of the axis that is cut
  std::int64_t width = 0;        ///< elements of the largest member for one index of that axis
};

/// A plan for the nodes of `order` that hold more than `most` elements, and more than all inputs and roots together.
/// None where there are no such nodes, or where they do not fall apart along one axis.
std::optional<stream_plan> plan_stream(const graph& g, std::span<const node_id> order, std::span<const node_id> roots, std::int64_t most);

/// The members for `count` indices of the axis, with an input "0", "1", ... in the place of each entry.
struct stream_block {
  graph nodes;
  std::vector<node_id> exits;
  std::map<node_id, std::int64_t> whole; ///< sums over the cut axis: the extent of the whole of which they are a part
};
stream_block make_block(const graph& g, const stream_plan& plan, std::int64_t count);

} // namespace fpcheck::expr
