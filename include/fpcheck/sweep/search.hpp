#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/sweep/library_tally.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Searches in functions of CUDA's math library that have too many inputs for a sweep: of two numbers, or of binary64.
namespace fpcheck::sweep {

/// A row of searched_library.def.
struct searched_function {
  std::string_view id, name;
  tensor::dtype type = tensor::dtype::f64; ///< of arguments and result
  int arguments = 1;
  std::string_view reference;
  int stated = -1; ///< the guide's bound in numbers of the format, or -1
};
const std::vector<searched_function>& searched_functions();
/// The function of that name or id, or null.
const searched_function* searched_function_named(const std::string& name);

/// How much is looked at.
struct search_choice {
  std::uint64_t hard = 1000;                             ///< inputs that the lattice search is to find
  std::uint64_t samples = std::uint64_t{1} << 16;        ///< structured and random inputs
  std::uint64_t seed = 0;
};

/// An input with its result, as codes, and how far the result is from the exact value.
struct searched_input {
  std::array<std::uint64_t, 2> arguments{}; ///< the second one is 0 of a function of one
  std::uint64_t result = 0;
  double ulps = 0;                          ///< of the exact value
  std::uint64_t steps = 0;                  ///< from the correctly rounded result in numbers of the format
  double distance = 1;                      ///< of the exact value from the middle of two numbers, in ulps; of hard inputs only
};

/// What a search found.
struct search_tally {
  std::uint64_t samples = 0, hard = 0, climbed = 0; ///< inputs that were run, by where they come from
  std::uint64_t walked = 0;                         ///< inputs among which the lattice search looked
  std::uint64_t not_nearest = 0, hard_not_nearest = 0;
  std::uint64_t steps = 0;                          ///< the most from the correctly rounded result
  searched_input normal, subnormal;                 ///< the largest errors, by the exact value's magnitude
  std::array<std::uint64_t, library_special_count> specials{}; ///< in the order of `library_special`
  std::array<searched_input, library_special_count> special_examples{};
  std::vector<searched_input> hard_inputs;
};

/// Runs the function on structured, random and hard inputs, then next to those with the largest errors, on the emulated device, and judges
/// every result by MPFR. Any number of threads finds the same. Error: the run's.
result<search_tally> search(const searched_function& f, const search_choice& choice);

} // namespace fpcheck::sweep
