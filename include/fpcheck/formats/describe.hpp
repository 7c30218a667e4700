#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/formats/format.hpp>
#include <fpcheck/formats/policy.hpp>
#include <fpcheck/formats/status.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck {

/// A format as `fpcheck format` shows it. Numbers are exact: as a double and as text.
struct format_description {
  std::string name;                 ///< "e4m3fn"
  std::vector<std::string> aliases; ///< "float8_e4m3fn", ".e4m3", "F8_E4M3"
  format_row row;
  std::string layout;   ///< "s1 e4 m3, bias 7"
  std::string specials; ///< what the top codes mean, in words
  double max = 0, min_normal = 0, min_positive = 0, epsilon = 0;
  std::uint32_t max_code = 0, min_normal_code = 0, min_positive_code = 0; ///< stored codes
  std::optional<std::uint32_t> infinity_code, nan_code, negative_zero_code;
  std::string overflow; ///< "round to nearest sends |x| >= 464 to NaN", with the tie's side
};

/// One code and what it means.
struct code_description {
  std::uint32_t code = 0; ///< stored code
  double value = 0;       ///< exact
  std::string decimal;    ///< the exact value in decimal, "nan", "inf", "-inf"
  std::string shortest;   ///< the shortest decimal that reads back as this code
  std::string hex;        ///< the exact value as a hex float
  std::string kind;       ///< "zero", "subnormal", "normal", "infinity" or "nan"
};

/// What a number becomes under one policy.
struct conversion_description {
  std::string policy; ///< "nearest_even", "toward_zero", ...; "cuda", "ml_dtypes", "onnx", ...
  code_description result;
  status flags = status::none;
  std::string flag_names; ///< "inexact overflow", or empty
};

/// A number or a code in a format, as `fpcheck format NAME VALUE` shows it.
struct value_description {
  format_description format;
  std::string input;                             ///< as it was written
  bool from_code = false;                        ///< the input was a code, not a number
  code_description result;                       ///< the nearest code, ties to even; or the code given
  std::optional<code_description> below;         ///< the next number toward -infinity
  std::optional<code_description> above;         ///< the next number toward +infinity
  double ulp = 0;                                ///< one ulp of the format at the exact number
  double error_ulps = 0;                         ///< |result - exact number| in ulps; 0 for a code
  bool exact = false;                            ///< whether the number is one of the format's
  std::vector<conversion_description> roundings; ///< one for each rounding; empty for a code
  std::vector<conversion_description> presets;   ///< one for each preset; empty for a code
};

/// The names of all formats, in the table's order.
std::vector<std::string> format_names();

/// Every format in the table.
std::vector<format_description> describe_formats();

/// The format with this name or alias; also `binary8p3se` and its like of P3109 (s or u, e or f), and any row that `read_row` reads.
/// Error: no such format, with the nearest name as a hint.
result<format_description> describe_format(std::string_view name);

/// A number (decimal, or hex float with a `p`) or a code (`0x..` without `p`, or `0b..`) in a format.
/// Error: no such format; not a number; a code that the format does not have.
result<value_description> describe_value(std::string_view format, std::string_view value);

/// The table of all formats as text, one line each.
std::string render(const std::vector<format_description>& formats);
/// One format as text.
std::string render(const format_description& format);
/// One number as text: code, value, neighbours, ulp, error, and what each policy gives.
std::string render(const value_description& value);

} // namespace fpcheck
