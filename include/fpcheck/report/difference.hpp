#pragma once
#include <fpcheck/tensor/difference.hpp>

#include <string>

namespace fpcheck::report {

/// What `fpcheck diff` prints of a comparison: counts, farthest elements, percentiles, histogram, the worst elements with
/// their indices in `extents`, and the outcome. `allowed` is the tolerance in words, "2ulp".
std::string write_text(const tensor::difference& d, const tensor::shape& extents, const std::string& allowed);

} // namespace fpcheck::report
