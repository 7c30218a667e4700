#include <fpcheck/formats/names.hpp>
#include <fpcheck/formats/written_row.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace fpcheck {
namespace {

constexpr std::string_view prefix = "float(";
constexpr std::string_view example = "float(e5,m2,bias=15,finite_only)";

/// The first name of a meaning is the one that is written.
constexpr std::pair<std::string_view, special_codes> specials_names[] = {
    {"ieee", special_codes::ieee},
    {"nan_only", special_codes::nan_only},
    {"finite_only", special_codes::finite_only},
    {"finite", special_codes::finite_only},
    {"fnuz", special_codes::fnuz},
    {"scale", special_codes::scale},
    {"p3109_extended", special_codes::p3109_extended},
    {"p3109_finite", special_codes::p3109_finite}};

/// What has been said of a row.
struct said {
  std::optional<int> exponent_bits, mantissa_bits, bias;
  std::optional<signedness> sign;
  std::optional<special_codes> specials;
};

std::optional<int> integer(std::string_view text) {
  int value = 0;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || r.ec != std::errc{} || r.ptr != text.data() + text.size()) return {};
  return value;
}

/// The words between the parentheses, in small letters and without blanks.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == ',') out.emplace_back();
    else if (c != ' ') out.back() += detail::lower(c);
  }
  return out;
}

/// Takes what was said, unless something was before.
template <class T>
result<void> take(std::optional<T>& to, const std::optional<T>& what, const std::string& word) {
  if (to) return fail("'" + word + "' says again what was said before it", {}, "write it like " + std::string(example));
  to = what;
  return {};
}

result<void> take_word(said& s, const std::string& word) {
  const std::string_view rest = std::string_view(word).substr(std::min<std::size_t>(1, word.size()));
  const auto number = integer(rest);
  if (number && *number >= 0 && word[0] == 'e') return take(s.exponent_bits, number, word);
  if (number && *number >= 0 && word[0] == 'm') return take(s.mantissa_bits, number, word);
  if (word.starts_with("bias=")) {
    const auto bias = integer(std::string_view(word).substr(5));
    if (!bias || *bias < -2000 || *bias > 2000) return fail("'" + word + "' is no bias", {}, "write a whole number, as in bias=15");
    return take(s.bias, bias, word);
  }
  if (word == "signed" || word == "unsigned")
    return take(s.sign, std::optional(word == "signed" ? signedness::signed_ : signedness::unsigned_), word);
  std::vector<std::string> names{"signed", "unsigned", "bias"};
  for (const auto& [name, meaning] : specials_names) {
    if (word == name) return take(s.specials, std::optional(meaning), word);
    names.emplace_back(name);
  }
  const std::string nearest = nearest_name(word, names);
  return fail("'" + word + "' says nothing about a format", {},
              nearest.empty() ? "write it like " + std::string(example) : "did you mean '" + nearest + "'?");
}

/// What keeps a row from being a format; empty if nothing does.
std::string objection(const format_row& row) {
  const int m = mantissa_bits(row);
  if (row.exponent_bits < 1 || row.exponent_bits > 12 || m > 30) return "it has e1 to e12 and m0 to m30";
  if (row.bits < 2 || row.bits > 32) return "it has 2 to 32 bits, not " + std::to_string(row.bits);
  if (row.specials == special_codes::ieee && (m == 0 || row.exponent_bits < 2)) return "ieee needs e2 and m1 at least: the largest exponent means infinity and NaN";
  if (row.specials == special_codes::fnuz && !is_signed(row)) return "fnuz needs a sign: the code of -0 means NaN";
  if (row.specials == special_codes::scale && (is_signed(row) || m != 0)) return "scale is m0 and unsigned: powers of two";
  const std::uint32_t largest = max_magnitude(row), normal = has_zero(row) ? std::uint32_t{1} << m : 0;
  if (largest < normal || largest > magnitude_mask(row)) return "it has no normal number";
  const int highest = static_cast<int>(largest >> m) - row.bias, lowest = min_exponent(row) - (has_zero(row) ? m : 0);
  if (highest > 1023 || lowest < -1022) return "its numbers, from 2^" + std::to_string(lowest) + " to 2^" + std::to_string(highest) + ", are not all normal in binary64";
  return {};
}

} // namespace

bool is_written_row(std::string_view text) noexcept {
  return text.size() >= prefix.size() && detail::same_word(text.substr(0, prefix.size()), prefix);
}

result<format_row> read_row(std::string_view text) {
  const std::string whole(text);
  if (!is_written_row(text) || text.back() != ')')
    return fail("'" + whole + "' is no row of a format", {}, "write it like " + std::string(example));
  said s;
  for (const std::string& word : words_of(text.substr(prefix.size(), text.size() - prefix.size() - 1)))
    if (const auto taken = take_word(s, word); !taken) return tl::unexpected(taken.error());
  if (!s.exponent_bits || !s.mantissa_bits)
    return fail("'" + whole + "' does not say how many bits its exponent and its mantissa have", {}, "write it like " + std::string(example));
  format_row row;
  row.sign = s.sign.value_or(signedness::signed_);
  row.specials = s.specials.value_or(special_codes::ieee);
  row.exponent_bits = std::min(*s.exponent_bits, 100), row.precision = std::min(*s.mantissa_bits, 100) + 1;
  row.bits = row.exponent_bits + row.precision - (is_signed(row) ? 0 : 1);
  const bool middle = row.specials == special_codes::fnuz || row.specials == special_codes::p3109_extended || row.specials == special_codes::p3109_finite;
  const int half = 1 << (std::clamp(row.exponent_bits, 1, 12) - 1);
  row.bias = s.bias.value_or(middle ? half : half - 1);
  if (const std::string why = objection(row); !why.empty()) return fail("'" + whole + "' is no format: " + why, {}, "write it like " + std::string(example));
  return row;
}

std::string write_row(const format_row& row) {
  std::string out = std::string(prefix) + "e" + std::to_string(row.exponent_bits) + ",m" + std::to_string(mantissa_bits(row)) + ",bias=" + std::to_string(row.bias);
  for (const auto& [name, meaning] : specials_names)
    if (meaning == row.specials) {
      out += "," + std::string(name);
      break;
    }
  return out + (is_signed(row) ? ")" : ",unsigned)");
}

} // namespace fpcheck
