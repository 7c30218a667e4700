#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <memory>
#include <string>
#include <string_view>

/// Intervals whose bounds are MPFR numbers of any precision, rounded outward: what an unlimited budget would know.
namespace fpcheck::reference {

/// A closed set of reals between two bounds of some precision, or the empty set. Every operation gives the tightest
/// enclosure of the exact range at the greater of its operands' precisions. Values are immutable and share their
/// bounds: a copy costs a counter.
class enclosure {
public:
  /// The set of one number; the empty set for NaN and infinities. Requires: 2 <= bits.
  explicit enclosure(double x, int bits = 113);
  /// [lower, upper], or the empty set where that is no interval.
  enclosure(double lower, double upper, int bits = 113);
  /// The tightest enclosure of a decimal or hexadecimal number.
  static result<enclosure> from_text(std::string_view number, int bits = 113);
  /// The circle's number.
  static enclosure pi(int bits = 113);
  /// No number, and all of them.
  static enclosure empty(int bits = 113);
  static enclosure entire(int bits = 113);

  /// The significand bits of the bounds.
  int precision() const noexcept;
  bool is_empty() const noexcept;
  /// The bounds in binary64, rounded outward. Range: +inf and -inf for the empty set.
  double lower() const noexcept;
  double upper() const noexcept;
  /// upper - lower, rounded upward. Range: NaN for the empty set.
  double width() const noexcept;
  /// A number within, rounded to nearest: the middle. Range: NaN for the empty set, 0 or the largest number for
  /// unbounded ones.
  double middle() const noexcept;
  bool contains(double x) const noexcept;
  /// Whether all of this lies within `other`.
  bool subset_of(const enclosure& other) const noexcept;
  /// Both bounds exactly, in hexadecimal: "[0x1.8p+0, 0x1.8p+0]", or "[empty]".
  std::string text() const;
  /// The same set at another precision, rounded outward.
  enclosure with_precision(int bits) const;
  /// The same bounds; a zero has no sign.
  bool operator==(const enclosure& other) const noexcept;

  friend enclosure operator-(const enclosure& a);
  friend enclosure operator+(const enclosure& a, const enclosure& b);
  friend enclosure operator-(const enclosure& a, const enclosure& b);
  friend enclosure operator*(const enclosure& a, const enclosure& b);
  /// { x / y | y != 0 }: half a line if 0 is an end of b, all reals if it is inside, nothing if b is [0, 0].
  friend enclosure operator/(const enclosure& a, const enclosure& b);
  friend enclosure intersection(const enclosure& a, const enclosure& b);
  friend enclosure convex_hull(const enclosure& a, const enclosure& b);

  friend enclosure abs(const enclosure& a);
  friend enclosure sqr(const enclosure& a);
  friend enclosure sqrt(const enclosure& a);
  friend enclosure exp(const enclosure& a);
  friend enclosure exp2(const enclosure& a);
  friend enclosure expm1(const enclosure& a);
  friend enclosure log(const enclosure& a);
  friend enclosure log2(const enclosure& a);
  friend enclosure log1p(const enclosure& a);
  friend enclosure sin(const enclosure& a);
  friend enclosure cos(const enclosure& a);
  friend enclosure atan(const enclosure& a);
  friend enclosure sinh(const enclosure& a);
  friend enclosure tanh(const enclosure& a);
  friend enclosure erf(const enclosure& a);

  /// The bounds; MPFR's header stays behind the .cpp.
  struct bounds;

private:
  explicit enclosure(std::shared_ptr<const bounds> b) : bounds_(std::move(b)) {}
  std::shared_ptr<const bounds> bounds_;
};

// By name too, not only through their arguments.
enclosure abs(const enclosure& a);
enclosure sqr(const enclosure& a);
enclosure sqrt(const enclosure& a);
enclosure exp(const enclosure& a);
enclosure exp2(const enclosure& a);
enclosure expm1(const enclosure& a);
enclosure log(const enclosure& a);
enclosure log2(const enclosure& a);
enclosure log1p(const enclosure& a);
enclosure sin(const enclosure& a);
enclosure cos(const enclosure& a);
enclosure atan(const enclosure& a);
enclosure sinh(const enclosure& a);
enclosure tanh(const enclosure& a);
enclosure erf(const enclosure& a);

} // namespace fpcheck::reference
