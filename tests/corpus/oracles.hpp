#pragma once
#include "real.hpp"

#include <string>
#include <vector>

namespace corpus {

/// A kernel of bounds/pointwise.cu and the exact value of an element, written from the formula in its source.
struct pointwise_oracle {
  std::string kernel;
  real (*exact)(float a, float b, float c);
};
const std::vector<pointwise_oracle>& pointwise_oracles();

/// A kernel of bounds/rows.cu and the exact value of an element, from its column x (and y) or all first-row values.
struct column_oracle {
  std::string kernel;
  bool two_inputs;
  real (*exact)(const std::vector<float>& x, const std::vector<float>& y, unsigned thread);
};
const std::vector<column_oracle>& column_oracles();
inline constexpr unsigned column_length = 24, columns = 32;

} // namespace corpus
