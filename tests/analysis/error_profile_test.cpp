#include <fpcheck/analysis/error_profile.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace fpcheck::analysis {
namespace {

TEST(error_profile, bins_end_at_powers_of_two) {
  EXPECT_EQ(error_bin(0), 0u);
  EXPECT_EQ(error_bin(1e-300), 1u);
  for (std::size_t bin = 1; bin + 1 < error_bins; ++bin) {
    const double limit = error_bin_limit(bin);
    EXPECT_EQ(error_bin(limit), bin);
    EXPECT_EQ(error_bin(std::nextafter(limit, INFINITY)), bin + 1);
  }
  EXPECT_EQ(error_bin_limit(1), 0.5);
  EXPECT_EQ(error_bin(INFINITY), error_bins - 1);
  EXPECT_EQ(error_bin_limit(error_bins - 1), INFINITY);
}

TEST(error_profile, letters_and_bins_are_each_others_inverse) {
  for (std::size_t bin = 0; bin < error_bins; ++bin) EXPECT_EQ(cell_bin(cell_letter(bin)), bin);
  for (const char c : {cell_unwritten, cell_undecided, cell_nonfinite, cell_unknown}) EXPECT_EQ(cell_bin(c), error_bins);
}

TEST(error_profile, maps_of_any_shape_are_bounded_and_count_each_element) {
  for (const std::vector<std::uint64_t>& shape : {std::vector<std::uint64_t>{}, {1}, {96}, {97}, {5000}, {3, 7}, {48, 96}, {49, 97}, {2, 3, 1000}, {1, 4096}, {4096, 1}}) {
    const std::uint64_t n = std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
    error_profiler p(shape, n);
    for (std::uint64_t i = 0; i < n; ++i) p.add(i, 0.25);
    const error_profile out = p.take();
    EXPECT_EQ(out.histogram[1], n);
    EXPECT_LE(out.map.size(), error_profiler::most_rows);
    for (const std::string& row : out.map) EXPECT_LE(row.size(), error_profiler::most_columns);
    std::uint64_t cells = 0;
    for (const std::string& row : out.map)
      for (const char c : row) cells += c == cell_letter(1);
    EXPECT_EQ((cells + 0) > 0, n > 0);
    if (n <= 96) { EXPECT_EQ(cells, n); }
  }
  error_profiler none({0}, 0);
  EXPECT_TRUE(none.take().empty());
}

TEST(error_profile, a_cell_shows_its_worst_element) {
  error_profiler p({100, 200}, 20000); // 3 rows and 3 columns a cell
  p.add(0, 0.25);
  p.add(201, 1000);
  p.add(402, 2);
  p.mark(3, cell_unwritten);
  p.add(4, 1e6);
  p.mark(6, cell_unwritten);
  p.mark(7, cell_nonfinite);
  const error_profile out = p.take();
  ASSERT_EQ(out.columns_per_cell, 3u);
  EXPECT_EQ(out.map[0][0], cell_letter(error_bin(1000)));
  EXPECT_EQ(out.map[0][1], cell_unwritten);
  EXPECT_EQ(out.map[0][2], cell_nonfinite);
  EXPECT_EQ(out.map[1][0], cell_unknown);
}

} // namespace
} // namespace fpcheck::analysis
