#pragma once
#include <fpcheck/tensor/difference.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::report {

/// What `fpcheck diff` prints of a comparison: counts, farthest elements, percentiles, histogram, the worst elements with
/// their indices in `extents`, and the outcome. `allowed` is the tolerance in words, "2ulp".
std::string write_text(const tensor::difference& d, const tensor::shape& extents, const std::string& allowed);

/// A histogram of distances in ulps, as tensor::difference::histogram has them: a line for each bin in use.
std::string histogram_text(const std::vector<std::uint64_t>& bins);

} // namespace fpcheck::report
