#include <fpcheck/analysis/error_profile.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::analysis {
namespace {

/// Which of two cells is worse: a size by its bin, marks above all sizes.
int gravity(char c) {
  constexpr int sizes = static_cast<int>(error_bins);
  switch (c) {
  case cell_unknown: return -1;
  case cell_unwritten: return sizes;
  case cell_undecided: return sizes + 1;
  case cell_nonfinite: return sizes + 2;
  default: return static_cast<int>(cell_bin(c));
  }
}

std::uint64_t steps(std::uint64_t n, std::uint64_t most) { return n <= most ? 1 : (n + most - 1) / most; }

} // namespace

std::size_t error_bin(double ulps) {
  if (!(ulps > 0)) return 0;
  if (!(ulps < INFINITY)) return error_bins - 1;
  int exponent = 0;
  const double significand = std::frexp(ulps, &exponent); // ulps = significand 2^exponent, significand in [1/2, 1)
  const int up = significand == 0.5 ? exponent - 1 : exponent; // the least k with ulps <= 2^k
  return static_cast<std::size_t>(std::clamp(up + 2, 1, static_cast<int>(error_bins) - 1));
}

double error_bin_limit(std::size_t bin) {
  if (bin == 0) return 0;
  return bin + 1 >= error_bins ? INFINITY : std::ldexp(1.0, static_cast<int>(bin) - 2);
}

error_profiler::error_profiler(const std::vector<std::uint64_t>& shape, std::uint64_t elements) {
  if (elements == 0) return;
  // A vector is wrapped into rows: a strip one cell high shows nothing.
  const bool vector = shape.size() < 2 || elements == shape.back();
  out_.width = vector ? std::min(elements, most_columns) : std::max<std::uint64_t>(shape.back(), 1);
  const std::uint64_t rows = (elements + out_.width - 1) / out_.width;
  out_.rows_per_cell = steps(rows, most_rows);
  out_.columns_per_cell = steps(out_.width, most_columns);
  const std::uint64_t columns = (out_.width + out_.columns_per_cell - 1) / out_.columns_per_cell;
  out_.map.assign((rows + out_.rows_per_cell - 1) / out_.rows_per_cell, std::string(columns, cell_unknown));
}

char& error_profiler::cell(std::uint64_t element) {
  return out_.map[element / out_.width / out_.rows_per_cell][element % out_.width / out_.columns_per_cell];
}

void error_profiler::add(std::uint64_t element, double ulps) {
  const std::size_t bin = error_bin(ulps);
  ++out_.histogram[bin];
  mark(element, cell_letter(bin));
}

void error_profiler::mark(std::uint64_t element, char why) {
  char& c = cell(element);
  if (gravity(why) > gravity(c)) c = why;
}

} // namespace fpcheck::analysis
