#pragma once
#include <fpcheck/expr/graph.hpp>
#include <fpcheck/expr/syntax.hpp>

#include <map>
#include <string>

namespace fpcheck::expr {

/// What the names in an expression stand for.
struct environment {
  std::map<std::string, shape> tensors;             ///< inputs, with their extents
  std::map<std::string, std::int64_t> dimensions;   ///< named extents and other integers (`N=4`)
  std::map<std::string, std::string> scalars;       ///< scalar constants, as literals
  std::map<std::string, std::string> round;         ///< let-bound name -> format it is stored in (`--round P=bf16`)
};

/// An expression with its shapes known: the graph and the node that is its value.
struct program {
  graph nodes;
  node_id root{};
};

/// Resolves names, infers shapes, broadcasts and lowers to core operations.
/// Error: unknown names and functions (with a suggestion), shapes that do not fit, wrong arguments; with the place in the text.
result<program> infer(const syntax& tree, const environment& names);
/// The same into a graph that exists: expressions lowered into one graph share their equal parts.
result<node_id> infer(const syntax& tree, const environment& names, graph& into);
/// Parses and infers.
result<program> infer(std::string_view text, const environment& names);

/// The functions that an expression can call, each as `name(parameters)`.
std::vector<std::string> function_signatures();
/// Their names, aliases included.
std::vector<std::string> function_names();

} // namespace fpcheck::expr
