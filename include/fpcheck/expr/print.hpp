#pragma once
#include <fpcheck/expr/differentiate.hpp>
#include <fpcheck/expr/graph.hpp>

#include <string>

namespace fpcheck::expr {

/// How formulas are written.
enum class notation : std::uint8_t { plain, latex };

/// The expression of a node. Long shared subexpressions become `let` bindings before it.
std::string text(const graph& g, node_id root, notation n = notation::plain);

/// The whole derivation: the function, one line a step with its rule and what is left of dF, the gradients.
std::string text(const graph& g, const derivation& d, notation n = notation::plain);

} // namespace fpcheck::expr
