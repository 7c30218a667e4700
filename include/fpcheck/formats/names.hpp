#pragma once
#include <fpcheck/formats/tags.hpp>

#include <optional>
#include <string_view>

namespace fpcheck {

/// A row of formats.def with its names.
struct named_format {
  std::string_view name;
  std::string_view aliases; ///< separated by blanks
  format_row row;
};

/// All rows of formats.def, in its order.
inline constexpr named_format format_table[] = {
#define FPCHECK_FORMAT(name, bits, exponent_bits, precision, bias, sign, specials, box_shift, aliases)                 \
  {#name, aliases, name##_format::row},
#include <fpcheck/formats/formats.def>
};

namespace detail {
constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr bool same_word(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}
constexpr bool has_word(std::string_view words, std::string_view word) noexcept {
  while (!words.empty()) {
    const auto end = words.find(' ');
    if (same_word(words.substr(0, end), word)) return true;
    if (end == std::string_view::npos) break;
    words.remove_prefix(end + 1);
  }
  return false;
}
/// A decimal number of one or two digits at the front of `text`, taken off it; 0 if there is none.
constexpr int take_number(std::string_view& text) noexcept {
  int value = 0;
  for (int digits = 0; digits < 2 && !text.empty() && text[0] >= '0' && text[0] <= '9'; ++digits) {
    value = value * 10 + (text[0] - '0');
    text.remove_prefix(1);
  }
  return value;
}
} // namespace detail

/// The row of P3109's `binary{K}p{P}{s|u}{e|f}`: signed or unsigned, extended or finite; none if the name is not one,
/// or its exponents leave binary64.
constexpr std::optional<format_row> find_p3109_format(std::string_view name) noexcept {
  constexpr std::string_view prefix = "binary";
  if (name.size() < prefix.size() + 5 || !detail::same_word(name.substr(0, prefix.size()), prefix)) return {};
  name.remove_prefix(prefix.size());
  const int bits = detail::take_number(name);
  if (name.empty() || detail::lower(name[0]) != 'p') return {};
  name.remove_prefix(1);
  const int precision = detail::take_number(name);
  if (name.size() != 2) return {};
  const char sign = detail::lower(name[0]), domain = detail::lower(name[1]);
  if ((sign != 's' && sign != 'u') || (domain != 'e' && domain != 'f')) return {};
  const int exponent_bits = bits - precision + (sign == 'u' ? 1 : 0);
  if (bits < 3 || bits > 15 || precision < 1 || exponent_bits < 1 || exponent_bits > 10) return {};
  return p3109_row(bits, precision, sign == 's' ? signedness::signed_ : signedness::unsigned_,
                   domain == 'e' ? special_codes::p3109_extended : special_codes::p3109_finite);
}

/// The row with this name or alias, in any case of letters.
constexpr std::optional<format_row> find_format(std::string_view name) noexcept {
  for (const named_format& f : format_table)
    if (detail::same_word(f.name, name) || detail::has_word(f.aliases, name)) return f.row;
  return find_p3109_format(name);
}

static_assert(find_format("F8_E4M3") == e4m3fn_format::row);
static_assert(find_format(".ue8m0") == e8m0fnu_format::row);
static_assert(find_format("Binary8p4se") == p3109_format<8, 4>::row);
static_assert(!find_format("e9m9"));

} // namespace fpcheck
