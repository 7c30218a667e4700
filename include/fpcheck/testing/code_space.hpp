#pragma once
#include <fpcheck/formats/format.hpp>
#include <fpcheck/metric/ulp.hpp>
#include <fpcheck/tensor/array.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fpcheck::testing {

/// What sort of value a code is. Every generator of codes says which of them it draws.
enum class value_class : std::uint8_t {
  zero,
  subnormal,
  normal,
  infinity,
  quiet_nan,
  signalling_nan ///< IEEE formats with a quiet bit only
};

/// A set of value classes.
class value_classes {
public:
  constexpr value_classes() = default;
  constexpr value_classes(std::initializer_list<value_class> list) {
    for (const value_class c : list) bits_ |= 1u << static_cast<unsigned>(c);
  }
  constexpr bool has(value_class c) const { return (bits_ >> static_cast<unsigned>(c) & 1u) != 0; }

private:
  unsigned bits_ = 0;
};
inline constexpr value_classes finite_classes{value_class::zero, value_class::subnormal, value_class::normal};
inline constexpr value_classes all_classes{value_class::zero,     value_class::subnormal, value_class::normal,
                                           value_class::infinity, value_class::quiet_nan, value_class::signalling_nan};

/// The codes of one number format as generators see them: a sign and a magnitude that counts values in order.
/// All formats of `formats.def`, and binary64.
class code_space {
public:
  /// Binary64.
  code_space();
  /// A format of at most 32 bits. Codes are those stored: shifted up in their box where the format has one.
  explicit code_space(const format_row& row);
  /// The codes of a real element type.
  static code_space of(tensor::dtype type);

  value_class class_of(std::uint64_t code) const;
  bool is_negative(std::uint64_t code) const { return (code & sign_) != 0; }
  /// The value, exact.
  double value(std::uint64_t code) const;
  /// The code nearest to `x`, ties to even; overflow as the format's default policy has it.
  std::uint64_t nearest(double x) const;
  /// The finite code nearest to `x` among those toward zero: no overflow, no infinity. Requires: x is not NaN.
  std::uint64_t truncated(double x) const;
  /// A code of this class by its rank, counted modulo how many there are, without a sign; nothing if there is none.
  std::optional<std::uint64_t> pick(value_class c, std::uint64_t rank) const;
  /// How many magnitudes of the class there are.
  std::uint64_t count(value_class c) const;
  /// `code` with the other sign, or `code` where the format has no such number.
  std::uint64_t negated(std::uint64_t code) const;
  /// The next code up or down among the numbers, infinities included; the last one stays.
  std::uint64_t next_up(std::uint64_t code) const;
  std::uint64_t next_down(std::uint64_t code) const;

  const metric::grid& grid() const { return grid_; }
  /// The largest finite number.
  double largest() const { return value(max_finite_ << shift_); }
  bool is_signed() const { return sign_ != 0; }
  bool has_negative_zero() const { return negative_zero_; }

  /// Simpler codes of the classes `allowed`, simplest first: 0, 1, without a sign, with fewer significand bits, nearer to
  /// 1. Each is simpler by a measure that falls, so that shrinking ends.
  std::vector<std::uint64_t> simpler(std::uint64_t code, value_classes allowed) const;

  /// The measure: 0 for zero, then by how far the exponent is from that of 1, significand bits and sign; infinity and NaN last.
  std::uint64_t complexity(std::uint64_t code) const;

private:
  std::optional<format_row> row_;
  metric::grid grid_;
  int shift_ = 0;              ///< of the code in its box
  std::uint64_t sign_ = 0;     ///< of a stored code
  std::uint64_t first_normal_ = 0, max_finite_ = 0, infinity_ = 0, max_magnitude_ = 0, quiet_bit_ = 0; ///< magnitudes
  bool negative_zero_ = false, has_infinity_ = false, has_nan_ = false, nan_is_negative_zero_ = false;
};

} // namespace fpcheck::testing
