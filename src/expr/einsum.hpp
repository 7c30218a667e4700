#pragma once
#include <fpcheck/expr/graph.hpp>

#include <span>
#include <string>

namespace fpcheck::expr {

/// `einsum("ij,jk->ik", a, b)` lowered to diagonals, sums, permutations and one matrix product a pair of operands.
/// Error: subscripts that do not fit the operands.
result<node_id> make_einsum(graph& g, const std::string& subscripts, std::span<const node_id> operands);

} // namespace fpcheck::expr
