#include <fpcheck/formats/describe.hpp>
#include <fpcheck/formats/names.hpp>
#include <fpcheck/formats/order.hpp>
#include <fpcheck/formats/text.hpp>
#include <fpcheck/formats/written_row.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

namespace fpcheck {
namespace {

constexpr std::string_view rounding_names[] = {"nearest_even", "nearest_away", "toward_zero",
                                               "upward",       "downward",     "to_odd"};
constexpr std::string_view preset_names[] = {"ocp", "cuda", "ml_dtypes", "torch", "onnx", "p3109"};

std::string specials_in_words(const format_row& row) {
  switch (row.specials) {
  case special_codes::ieee:
    return "the largest exponent means infinity and NaN";
  case special_codes::nan_only:
    return "the largest magnitude means NaN; no infinity";
  case special_codes::finite_only:
    return "every code is a number";
  case special_codes::fnuz:
    return "the code of -0 means NaN; no infinity, no -0";
  case special_codes::scale:
    return "powers of two; the largest code means NaN; no zero, no sign, no infinity";
  case special_codes::p3109_extended:
    return is_signed(row) ? "the code of -0 means NaN, the largest magnitude infinity; no -0"
                          : "the largest code means NaN, the one below it infinity";
  case special_codes::p3109_finite:
    return is_signed(row) ? "the code of -0 means NaN; no infinity, no -0" : "the largest code means NaN; no infinity";
  }
  return {};
}

std::string short_number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.10g", x);
  return text;
}

/// Where round to nearest leaves the format, and for what.
std::string overflow_in_words(const format_row& row, double max) {
  const double below = decode_double(row, (max_magnitude(row) - 1) << row.box_shift);
  const double tie = row.precision == 1 ? max * 1.5 : max + (max - below) / 2;
  const auto at_tie = encode_bits(row, bits_of(tie), policy{});
  if (!has_nan(row) && !has_infinity(row)) return "larger numbers become the largest, " + short_number(max);
  const std::string to = has_infinity(row) ? "infinity" : "NaN";
  return "round to nearest sends |x| " + std::string(any(at_tie.flags, status::overflow) ? ">= " : "> ") +
         short_number(tie) + " to " + to + " unless saturated";
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto end = text.find(' ');
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

format_description describe(std::string name, std::string_view aliases, const format_row& row) {
  format_description d;
  d.name = std::move(name);
  d.aliases = words(aliases);
  d.row = row;
  d.layout = std::string(is_signed(row) ? "s1 " : "") + "e" + std::to_string(row.exponent_bits) + " m" +
             std::to_string(mantissa_bits(row)) + ", bias " + std::to_string(row.bias);
  if (row.box_shift != 0) d.layout += ", in the high bits of " + std::to_string(row.bits + row.box_shift);
  d.specials = specials_in_words(row);
  const auto boxed = [&](std::uint32_t code) { return code << row.box_shift; };
  d.max_code = boxed(max_magnitude(row));
  d.min_normal_code = boxed(has_zero(row) ? std::uint32_t{1} << mantissa_bits(row) : 0);
  d.min_positive_code = boxed(has_zero(row) ? 1 : 0);
  d.max = decode_double(row, d.max_code);
  d.min_normal = decode_double(row, d.min_normal_code);
  d.min_positive = decode_double(row, d.min_positive_code);
  d.epsilon = std::ldexp(1.0, 1 - row.precision);
  if (has_infinity(row)) d.infinity_code = boxed(infinity_magnitude(row));
  if (has_nan(row)) d.nan_code = boxed(quiet_nan_code(row));
  if (has_negative_zero(row)) d.negative_zero_code = boxed(sign_mask(row));
  d.overflow = overflow_in_words(row, d.max);
  return d;
}

code_description describe_code(const format_row& row, std::uint32_t code) {
  const std::uint32_t plain = (code >> row.box_shift) & code_mask(row);
  const char* kind = is_nan_code(row, plain)         ? "nan"
                     : is_infinity_code(row, plain)  ? "infinity"
                     : is_zero_code(row, plain)      ? "zero"
                     : is_subnormal_code(row, plain) ? "subnormal"
                                                     : "normal";
  return {code,
          decode_double(row, code),
          to_string(row, code, notation::exact),
          to_string(row, code, notation::shortest),
          to_string(row, code, notation::hex),
          kind};
}

std::string flags_in_words(status flags) {
  constexpr std::pair<status, const char*> names[] = {{status::invalid, "invalid"},
                                                      {status::divide_by_zero, "divide_by_zero"},
                                                      {status::overflow, "overflow"},
                                                      {status::underflow, "underflow"},
                                                      {status::inexact, "inexact"}};
  std::string out;
  for (const auto& [flag, name] : names)
    if (any(flags, flag)) out += (out.empty() ? "" : " ") + std::string(name);
  return out;
}

conversion_description convert(std::string name, const format_row& row, const written_number& x, const policy& p) {
  const auto e = encode_written(row, x, p);
  return {std::move(name), describe_code(row, e.code), e.flags, flags_in_words(e.flags)};
}

/// The neighbours of a number; none beyond the ends, and none of a NaN.
void add_neighbours(value_description& d) {
  const format_row& row = d.format.row;
  if (d.result.kind == "nan") return;
  const auto up = next_up(row, d.result.code), down = next_down(row, d.result.code);
  if (up != d.result.code) d.above = describe_code(row, up);
  if (down != d.result.code) d.below = describe_code(row, down);
}

/// One ulp at x, |x| having its leading bit at `lead`.
double ulp_at(const format_row& row, int lead) {
  return std::ldexp(1.0, std::max(lead, min_exponent(row)) - row.precision + 1);
}

/// Reads `0x1f` (a hex integer without `p` and point) or `0b101` as a code.
std::optional<std::uint64_t> read_code(std::string_view text) {
  const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const bool binary = text.size() > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
  if (!hex && !binary) return {};
  std::uint64_t code = 0;
  const auto r = std::from_chars(text.data() + 2, text.data() + text.size(), code, hex ? 16 : 2);
  if (r.ec != std::errc{} || r.ptr != text.data() + text.size()) return {};
  return code;
}

void describe_number(value_description& d, const written_number& x) {
  const format_row& row = d.format.row;
  policy p;
  const auto nearest = encode_written(row, x, p);
  d.result = describe_code(row, nearest.code);
  d.exact = nearest.flags == status::none;
  if (x.what == written_number::kind::finite && std::isfinite(d.result.value)) {
    const unrounded64 n = normalised(x.value);
    d.ulp = ulp_at(row, n.significand == 0 ? min_exponent(row) : static_cast<int>(n.exponent));
    // In long double the 61 bits of the number are exact, and the difference of two neighbours too.
    const long double exact =
        std::ldexp(static_cast<long double>(n.significand), static_cast<int>(n.exponent) - 60) * (n.sign != 0 ? -1 : 1);
    d.error_ulps = static_cast<double>(std::fabs(static_cast<long double>(d.result.value) - exact) / d.ulp);
  }
  for (std::size_t i = 0; i < std::size(rounding_names); ++i) {
    p.round = static_cast<rounding>(i);
    d.roundings.push_back(convert(std::string(rounding_names[i]), row, x, p));
  }
  for (std::size_t i = 0; i < std::size(preset_names); ++i)
    d.presets.push_back(convert(std::string(preset_names[i]), row, x, policy_of(static_cast<preset>(i), row)));
}

} // namespace

std::vector<std::string> format_names() {
  std::vector<std::string> out;
  for (const auto& f : format_table) out.emplace_back(f.name);
  return out;
}

std::vector<format_description> describe_formats() {
  std::vector<format_description> out;
  for (const auto& f : format_table) out.push_back(describe(std::string(f.name), f.aliases, f.row));
  return out;
}

result<format_description> describe_format(std::string_view name) {
  if (is_written_row(name)) {
    const auto row = read_row(name);
    if (!row) return tl::unexpected(row.error());
    return describe(write_row(*row), "", *row);
  }
  for (const auto& f : format_table)
    if (detail::same_word(f.name, name) || detail::has_word(f.aliases, name))
      return describe(std::string(f.name), f.aliases, f.row);
  if (const auto row = find_p3109_format(name)) {
    std::string lowered(name);
    std::transform(lowered.begin(), lowered.end(), lowered.begin(), detail::lower);
    return describe(lowered, "", *row);
  }
  auto candidates = format_names();
  for (const auto& f : format_table)
    for (auto& alias : words(f.aliases)) candidates.push_back(alias);
  const std::string nearest = nearest_name(std::string(name), candidates);
  return fail("no number format is called '" + std::string(name) + "'", {},
              nearest.empty() ? "fpcheck format lists them; P3109's are written binary8p4se (bits, precision, s or u, e or f), one of your own float(e5,m2,bias=15,finite_only)"
                              : "did you mean '" + nearest + "'?");
}

result<value_description> describe_value(std::string_view format, std::string_view value) {
  auto described = describe_format(format);
  if (!described) return tl::unexpected(described.error());
  value_description d;
  d.format = *std::move(described);
  d.input = std::string(value);
  const format_row& row = d.format.row;
  if (const auto code = read_code(value)) {
    const std::uint64_t allowed = std::uint64_t{code_mask(row)} << row.box_shift;
    if ((*code & ~allowed) != 0)
      return fail("'" + d.input + "' is no code of " + d.format.name + ", which has " + std::to_string(row.bits) +
                      " bits" +
                      (row.box_shift ? " in the high part of " + std::to_string(row.bits + row.box_shift) : ""),
                  {}, "a hex float has a p: " + d.input + "p+0");
    d.from_code = true;
    d.exact = true;
    d.result = describe_code(row, static_cast<std::uint32_t>(*code));
    if (std::isfinite(d.result.value))
      d.ulp = ulp_at(row, d.result.value == 0 ? min_exponent(row) : std::ilogb(d.result.value));
  } else {
    const auto read = read_number(value.data(), value.data() + value.size());
    if (read.end != value.data() + value.size() || value.empty())
      return fail("'" + d.input + "' is not a number", {},
                  "write a decimal (0.3), a hex float (0x1.8p+0) or a code (0x3f)");
    describe_number(d, read.number);
  }
  add_neighbours(d);
  return d;
}

} // namespace fpcheck
