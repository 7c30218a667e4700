#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/formats/format.hpp>

#include <string>
#include <string_view>

namespace fpcheck {

/// Whether `text` is meant as a row: it begins with `float(`.
bool is_written_row(std::string_view text) noexcept;

/// The row written as `float(e5,m2)`, with more words where wanted: `bias=B`; `unsigned`; what the topmost codes mean, by the names of
/// `special_codes` (`ieee` if none is said; `finite` for `finite_only`). The bias is 2^(e-1) - 1 if none is said, 2^(e-1) for fnuz and P3109.
/// Error: a word that is none, one said twice, a format without a normal number, or one whose numbers are not normal in binary64.
result<format_row> read_row(std::string_view text);

/// `row` so that `read_row` reads it, its bias and special codes spelled out. Requires: row.box_shift == 0.
std::string write_row(const format_row& row);

} // namespace fpcheck
