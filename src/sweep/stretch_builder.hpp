#pragma once
#include "exact_function.hpp"
#include "reference_rows.hpp"

#include <fpcheck/sweep/search.hpp>
#include <fpcheck/sweep/stretch.hpp>

#include <functional>
#include <optional>

namespace fpcheck::sweep {

/// Inputs first, first + spacing, ... of binary64, as codes, with one second argument for all.
struct input_row {
  std::uint64_t first = 0, spacing = 1;
  std::uint32_t count = 0;
  std::uint64_t second = 0;
};

/// How a function is expanded over a stretch: as one of v = offset + factor |x| (factor 1 or -1), of which it is `sign` times; or it is a constant.
struct expansion {
  std::function<void(const place& at, number_set y, jet& out)> coefficients; ///< 1 to 8, where its values are within y; nothing of a constant
  bool reads_values = true;
  double offset = 0, factor = 1, sign = 1;
  double error = 0; ///< of a constant
};

/// A function of one binary64 number, or of two whose second one is kept.
class stretched_function {
public:
  /// Requires: has_stretches(f).
  explicit stretched_function(const searched_function& f);

  /// y = f(x, second) to y's precision. Error: as MPFR's, or 2^16 ulps.
  void exact(mpfr_ptr y, double x, std::uint64_t second) const;
  /// For |x| from low up to high. Range: nothing where no expansion holds for all of them.
  std::optional<expansion> over(double low, double high, bool negative, std::uint64_t second) const;

private:
  std::optional<expansion> of_one(double low, double high, bool negative) const;
  std::optional<expansion> of_two(double low, double high, bool negative, double second) const;
  bool is_linear(double low, double high, double second) const;

  std::string_view reference_;
  const reference_row* row_ = nullptr; ///< of a function of one
  std::function<void(mpfr_ptr, mpfr_srcptr, mpfr_srcptr)> exact_;
};

/// The function over the inputs, or over as many of the first of them as one polynomial serves, of which there is no less than a 2^12th part.
/// Range: nothing where the function is not smooth or not defined there, where it has a zero, or where its values are not between 2^-960 and 2^960.
/// Error: the polynomial is within 2^-12 ulp of the function.
std::optional<stretch> make_stretch(const stretched_function& f, input_row inputs);

} // namespace fpcheck::sweep
