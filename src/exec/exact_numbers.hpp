#pragma once
// Numbers of a register as the run's shadow domain knows them, whichever domain that is, and codes of formats.
#include "shadow_move.hpp"

#include <cmath>

namespace fpcheck::exec {

/// One number: what the machine computed, and what is known of the exact value.
struct exact_number {
  double computed = 0;
  double high = 0, low = 0; ///< the midpoint
  double error = 0;         ///< bound of the exact value's distance from it
  bool shadowed = false;    ///< otherwise the bits mean exactly themselves
  /// How far the machine's value is from the exact one at most; 0 for an exact number.
  double distance() const {
    const double d = std::fabs((computed - high) - low) + error;
    return d == d ? d : computed != computed && high != high ? 0.0 : INFINITY;
  }
  bool known() const { return std::fabs(high) <= 1.7976931348623157e308 && error <= 1.7976931348623157e308; }
};

/// A double-double enclosure this narrow beside its midpoint holds a number with a short form, an integer or another operand, only if it is it.
inline constexpr double coincidence = 0x1p-80;

/// The value of a code of format `n` in the low bits of `bits`.
double value_of_code(number n, std::uint64_t bits);
/// The code of the number of format `n` nearest to high + low, ties to even; beyond the range an infinity, or the format's NaN.
std::uint64_t nearest_code(number n, double high, double low);

/// Number `part` of lane `lane` of register `r`, which holds codes of format `n`. A register whose shadow is not one of such
/// numbers holds its bits exactly.
exact_number number_in(warp& w, const ref& r, number n, int lane, int part = 0);
/// The same of the number whose bits were the origin of an integer: a 32-bit one's, or the code that a `derived` slot remembers.
exact_number origin_of_bits(warp& w, const ref& r, int lane);

/// -1, 0 or 1: how a stands to b in exact arithmetic; 2 where one is a NaN, 3 where the enclosures do not say.
enum class exact_order : std::int8_t { less = -1, equal = 0, greater = 1, unordered = 2, unknown = 3 };
exact_order order_of(const exact_number& a, const exact_number& b);
/// What the machine says of the same.
exact_order machine_order(double a, double b);
/// Whether a comparison of `outcomes` holds for an order.
bool holds(std::uint32_t selector, exact_order x);

/// The integer that the exact value is rounded to. An enclosure of a few roundings' width around an integer means that integer.
/// NaN where the enclosure does not say which.
double exact_integral(const exact_number& x, round_mode m);

} // namespace fpcheck::exec
