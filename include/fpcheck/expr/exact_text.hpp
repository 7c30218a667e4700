#pragma once
#include <fpcheck/expr/evaluate.hpp>

namespace fpcheck::expr {

/// The value of an expression in real arithmetic: element i is within `radius[i]` of the number written in `exact[i]`.
struct exact_values {
  std::vector<std::int64_t> sizes;
  std::vector<std::string> exact;   ///< 256 bits as a hex float
  std::vector<std::string> decimal; ///< the same, 75 digits
  std::vector<double> nearest;      ///< the nearest binary64 numbers
  std::vector<double> radius;
};

/// Evaluates `root` with 256-bit midpoints. Inputs are exact. Error: as `evaluate`.
result<exact_values> evaluate_exactly(const graph& g, node_id root, const bindings& inputs);

} // namespace fpcheck::expr
