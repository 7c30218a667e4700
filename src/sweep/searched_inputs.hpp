#pragma once
#include <fpcheck/sweep/search.hpp>
#include <fpcheck/sweep/sweep.hpp>

#include "hard_cases.hpp"

namespace fpcheck::sweep {

/// A binary format that a search knows.
struct searched_format {
  int bits = 64, precision = 53, bias = 1023;
  std::uint64_t sign() const { return std::uint64_t{1} << (bits - 1); }
  std::uint64_t infinity() const { return ((std::uint64_t{1} << (bits - precision)) - 1) << (precision - 1); }
  /// The code of the number at a place of a binade: 2^exponent (1 + fraction 2^(1 - precision)).
  std::uint64_t code(int exponent, std::uint64_t fraction) const;
  double decode(std::uint64_t code) const;
  std::uint64_t encode(double x) const;
};
searched_format searched_format_of(tensor::dtype type);

/// The reference with its arguments; of a function of one the second is not looked at.
std::function<void(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y)> exact_of(const searched_function& f);

/// Ends of binades and of the range, small integers and halves, multiples of pi / 4 and ln 2 / 2, their neighbours, and random ones; of two arguments
/// pairs of these, and pairs whose results neither overflow nor cancel, or do so.
code_lists structured_inputs(const searched_function& f, const search_choice& choice);

/// Inputs next to the middle of two numbers. Range: fewer than asked for of a function that has none, such as an exact one.
struct hard_inputs {
  code_lists codes;
  std::vector<double> distances;
  std::uint64_t walked = 0;
};
hard_inputs find_hard_inputs(const searched_function& f, const search_choice& choice);

/// Inputs around some others, of which each is moved by random steps.
code_lists inputs_around(const searched_function& f, const std::vector<std::array<std::uint64_t, 2>>& centers, std::uint64_t each, std::uint64_t seed);

} // namespace fpcheck::sweep
