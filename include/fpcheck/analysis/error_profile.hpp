#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::analysis {

/// Sizes of errors are told apart by powers of two: bin 0 holds errors of exactly 0, bin 1 those up to half an ulp, bin k those up
/// to 2^(k-2) ulps, the last one everything above.
inline constexpr std::size_t error_bins = 52;

/// The bin of an error. Requires: `ulps` >= 0 and not NaN.
std::size_t error_bin(double ulps);
/// The upper end of a bin in ulps; infinity for the last one.
double error_bin_limit(std::size_t bin);

/// What a cell of an error map says where it is no size: marks stand in the place of a bin's letter.
inline constexpr char cell_unwritten = '-', cell_undecided = '?', cell_nonfinite = '!', cell_unknown = ' ';

/// The letter of a bin in an error map: a..z, then A..Z.
constexpr char cell_letter(std::size_t bin) { return static_cast<char>(bin < 26 ? 'a' + bin : 'A' + (bin - 26)); }
/// The bin of a letter, or error_bins for a mark.
constexpr std::size_t cell_bin(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<std::size_t>(c - 'a') : c >= 'A' && c <= 'Z' ? static_cast<std::size_t>(c - 'A') + 26 : error_bins;
}

/// The certified errors of an output by size and by place, in ulps of the output's format. The map is bounded whatever the size of the
/// tensor: each cell stands for a rectangle of elements and shows the worst of them.
struct error_profile {
  std::array<std::uint64_t, error_bins> histogram{};
  std::uint64_t width = 0;                        ///< elements in a row: the last dimension, or where a vector was wrapped
  std::uint64_t rows_per_cell = 1, columns_per_cell = 1;
  std::vector<std::string> map;                   ///< rows of cells: letters of bins, or marks

  bool empty() const { return map.empty(); }
  bool operator==(const error_profile&) const = default;
};

/// Collects an error profile element by element.
class error_profiler {
public:
  static constexpr std::uint64_t most_rows = 48, most_columns = 96;

  /// Requires: `elements` is the product of `shape`.
  error_profiler(const std::vector<std::uint64_t>& shape, std::uint64_t elements);
  /// The element's error is at most `ulps`.
  void add(std::uint64_t element, double ulps);
  /// The element has no error: one of the marks says why.
  void mark(std::uint64_t element, char why);
  error_profile take() { return std::move(out_); }

private:
  char& cell(std::uint64_t element);

  error_profile out_;
};

} // namespace fpcheck::analysis
