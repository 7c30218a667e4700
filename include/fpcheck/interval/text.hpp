#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/interval/decorated.hpp>

#include <string>
#include <string_view>

/// Interval literals of IEEE 1788-2015, clause 12.11, read and written exactly.
namespace fpcheck::interval {

/// A literal's tightest enclosure over binary64 and the decoration written or implied.
struct literal {
  decorated<double> value;
  bool is_decorated = false; ///< whether a decoration (or nai) was written
  bool is_doubtful = false;  ///< lower > upper as written, by less than the format resolves: the hull of both is given
};

/// Reads "[1.2, 0x1p3]", "[2/3]", "[entire]_dac", "[nai]", "3.56?1e2", "-10??u". Numbers of any length are exact.
/// Error: a diagnostic for what is no literal, for lower > upper beyond rounding and for a decoration that the set does
/// not allow.
result<literal> read_literal(std::string_view text);

/// The tightest interval over T of a literal without decoration.
template <class T>
result<interval<T>> text_to_interval(std::string_view text) {
  const result<literal> r = read_literal(text);
  if (!r) return tl::unexpected<diagnostic>(r.error());
  if (r->is_decorated) return fail("a bare interval takes no decoration: '" + std::string(text) + "'");
  return outward<T>(r->value.part);
}
/// The tightest decorated interval over T of a literal with or without decoration.
template <class T>
result<decorated<T>> text_to_decorated(std::string_view text) {
  const result<literal> r = read_literal(text);
  if (!r) return tl::unexpected<diagnostic>(r.error());
  return decorated<T>{outward<T>(r->value.part), r->value.mark};
}

/// How bounds are written: exactly, or with that many decimal digits rounded outward.
struct text_style {
  int digits = 0; ///< 0 for hexadecimal
};

/// "[lower, upper]", "[empty]" or "[entire]"; reading it back gives the same set for hexadecimal, one that holds it
/// for decimal digits.
std::string to_text(interval<double> x, text_style style = {});
/// As above, with "_com" and so on, and "[nai]".
std::string to_text(decorated<double> x, text_style style = {});

} // namespace fpcheck::interval
