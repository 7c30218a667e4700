#pragma once
#include <fpcheck/expr/differentiate.hpp>
#include <fpcheck/expr/evaluate.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::tolerance {

/// How much one output moves with its inputs.
struct condition {
  std::uint64_t element = 0;
  double kappa = 0;                    ///< sum over inputs of |dy/dx . x| / |y|: relative change per relative change
  std::vector<std::pair<std::string, double>> shares; ///< of each input, largest first
};

/// The condition numbers of chosen elements of `root` in all real inputs, by derived gradients.
/// Error: an operation without a derivative, missing inputs.
result<std::vector<condition>> conditions(expr::graph& g, expr::node_id root, const expr::bindings& inputs, std::span<const std::uint64_t> elements);

} // namespace fpcheck::tolerance
