#pragma once
#include "exact_function.hpp"
#include "reference_rows.hpp"

#include <fpcheck/sweep/stretch.hpp>

#include <optional>

namespace fpcheck::sweep {

/// Inputs first, first + spacing, ... of binary64, as codes.
struct input_row {
  std::uint64_t first = 0, spacing = 1;
  std::uint32_t count = 0;
};

/// The function over the inputs, or over as many of the first of them as one polynomial serves, of which there is no less than a 2^12th part.
/// Range: nothing where the function is not smooth or not defined there, where it has a zero, or where its values are not between 2^-960 and 2^960.
/// Error: the polynomial is within 2^-12 ulp of the function.
std::optional<stretch> make_stretch(const reference_row& f, exact_function exact, input_row inputs);

/// The row of a function of one number. Requires: it has one.
const reference_row& reference_row_named(std::string_view name);

} // namespace fpcheck::sweep
