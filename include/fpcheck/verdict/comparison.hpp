#pragma once
#include <fpcheck/tolerance/judge.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fpcheck::verdict {

/// Where an output's distance from its reference comes from, in ulps of the output: y is the reference, s the exact result of
/// the kernel's own operations, c what it computed. Means and maxima are over the elements for which all three are known.
struct error_split {
  std::uint64_t elements = 0;
  double rounding_mean = 0, rounding_max = 0;   ///< |c - s|
  double algorithm_mean = 0, algorithm_max = 0; ///< |s - y|
  std::uint64_t worst_element = 0;              ///< farthest from its reference
  double worst_reference = 0, worst_exact = 0, worst_computed = 0;
};

/// How much the exact result itself moves with its inputs, at storage precision: what no kernel can mend. kappa is
/// sum_j |dy/dx_j x_j| / |y|, of the reference, over elements that are numbers other than zero.
struct conditioning {
  std::uint64_t elements = 0; ///< how many were looked at
  double kappa_median = 0, kappa_max = 0;
  std::uint64_t element = 0;                          ///< of the largest kappa
  std::vector<std::pair<std::string, double>> shares; ///< of each input in it, largest first
  double input_ulps_median = 0, input_ulps_max = 0;   ///< ulps of the output that half an ulp in every input may make
  std::optional<double> input_ulps_at_worst;          ///< the same at the element farthest from its reference
  std::optional<double> stable_ulps_at_worst;         ///< what a stable computation may be off there, by the reference's own bound

  bool operator==(const conditioning&) const = default;
};

/// An output beside its reference.
struct comparison {
  std::string output;
  std::string reference; ///< "@ref.npy", "softmax(x, 1)"
  tolerance::verdict verdict;
  std::optional<error_split> split; ///< where the shadow certified something
  std::optional<verdict::conditioning> conditioning; ///< where an expression with derivatives is the reference
};

} // namespace fpcheck::verdict
