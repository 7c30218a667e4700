#pragma once
#include "exact_function.hpp"
#include "series.hpp"

#include <functional>
#include <vector>

namespace fpcheck::sweep {

/// A function of positive numbers of which a table is wanted.
struct tabulated {
  std::function<void(mpfr_ptr y, mpfr_srcptr v)> exact; ///< monotone between neighbouring powers of two, or `range` covers what is not
  series coefficients = nullptr;
  double least = 0, most = 0;    ///< arguments from least up to most
  double argument_error = 0;     ///< relative, of the arguments that the table will see
  double range_margin = 0;       ///< how far values inside a piece may lie beyond those at its ends, relative
};

/// A table with its memory.
struct taylor_storage {
  std::vector<taylor_binade> binades;
  std::vector<taylor_piece> pieces;
  int least_exponent = 0, most_exponent = 0;

  taylor_view view() const { return {binades.data(), pieces.data(), least_exponent, most_exponent}; }
};

/// The coarsest table whose error is at most 2^-48 of the value at each piece's center, or of 2^-126 where that is more; at most 2^11
/// pieces an exponent, so that next to a singularity it may be less exact, as each piece's error says.
taylor_storage build_table(const tabulated& f);

} // namespace fpcheck::sweep
