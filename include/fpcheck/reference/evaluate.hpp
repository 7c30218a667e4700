#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// Correctly rounded functions through MPFR, whose header stays behind the .cpp.
namespace fpcheck::reference {

/// A function known to `evaluate`.
enum class function : std::uint8_t {
#define FPCHECK_FUNCTION(name, arguments, mpfr) name,
#include <fpcheck/reference/functions.def>
#undef FPCHECK_FUNCTION
};

/// Where a result goes that is not representable.
enum class rounding : std::uint8_t { nearest, down, up, toward_zero, away };

/// The result's format: a precision in bits and the exponents of its smallest and largest normal number.
/// Subnormal numbers are kept: nothing is representable between multiples of 2^(min_exponent - precision + 1).
struct target_format {
  int precision = 53;
  int min_exponent = -1022;
  int max_exponent = 1023;
};
inline constexpr target_format binary64{53, -1022, 1023};
inline constexpr target_format binary32{24, -126, 127};
inline constexpr target_format binary16{11, -14, 15};
inline constexpr target_format bfloat16{8, -126, 127};

/// A rounded value and on which side of the exact one it lies.
struct rounded_value {
  double value = 0; ///< exact in the target format
  int side = 0;     ///< negative if value < exact, positive if above, 0 if equal
};

/// The number of arguments of `f`.
int arity(function f) noexcept;
/// The name of `f`, as in functions.def.
std::string_view name_of(function f) noexcept;
/// The function of that name.
result<function> function_named(std::string_view name);

/// f(arguments) correctly rounded to `to`, with overflow to infinity or the largest number as the direction asks.
/// Requires: arguments.size() == arity(f); to.precision <= 53. Error: half an ulp for nearest, below one otherwise.
rounded_value evaluate(function f, std::span<const double> arguments, rounding direction, target_format to = binary64);

/// The two neighbours in the format between which the exact value lies; equal where it is representable.
struct bracket {
  double low = 0;
  double high = 0;
};
bracket enclose(function f, std::span<const double> arguments, target_format to = binary64);

/// What the numbers within `error` of the number written in `text` round to in this direction: low equals high where that
/// is decided. `text` is decimal or hex (`0x1.8p+3`), of at most 256 significant bits, `inf` or `nan`.
/// Requires: error >= 0, finite.
bracket round_text(const std::string& text, double error, rounding direction, target_format to = binary64);

} // namespace fpcheck::reference
