#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/expr/graph.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace fpcheck::expr {

/// What a number format does to an error bound.
struct number_format {
  std::string name;
  double unit = 0;         ///< half an ulp of 1
  double smallest = 0;     ///< the smallest positive number
  double normal = 0;       ///< the smallest positive normal number
  double largest = 0;      ///< the largest finite number
};

/// The format called `name`, any alias of formats.def and f64. Error: unknown, with a suggestion.
result<number_format> find_number_format(std::string_view name);
/// The result of rounding `x` to the format, ties to even, overflow to infinity or NaN as the format has it.
/// Error: unknown format.
result<double> round_to_format(std::string_view name, double x);

/// Which elementary functions a kernel calls.
enum class function_set : std::uint8_t {
  accurate, ///< the library's functions: expf, logf, tanhf, ...
  fast      ///< the approximate instructions: __expf, __logf, rsqrt.approx, ... (-use_fast_math)
};

/// Which constant multiplies a sum of n terms.
enum class error_tier : std::uint8_t {
  worst,   ///< gamma_n = n u / (1 - n u): holds always
  probable ///< the smaller of gamma_n and exp(lambda sqrt(n) u + n u^2 / (1 - u)) - 1: unbiased rounding only
};

/// What becomes of subnormal results.
enum class subnormal_results : std::uint8_t { kept, flushed };

/// How a tensor core adds: `step` products and the accumulator at a time, every one cut at 2^-kept of the power of two of the largest, and the sum cut to
/// `fraction` bits behind its first. Some instructions take more at a time, up to `longest`. After `depth` products (0: never) sums go into binary32.
struct tensor_core_sums {
  int step = 0; ///< 0: no tensor core
  int longest = 0;
  int kept = 0, fraction = 0;
  bool by_pairs = false; ///< halves of a step's products are summed apart and then added to the accumulator
  std::int64_t depth = 0;
};

/// A floating-point arithmetic whose every evaluation of an expression is to be bounded: any order of each sum, products
/// fused into sums or not, and the named forms of functions.
struct arithmetic {
  number_format accumulator;     ///< of every operation; unit 0 is exact arithmetic
  function_set functions = function_set::accurate;
  error_tier tier = error_tier::worst;
  double lambda = 6;             ///< a sum of n terms exceeds its probable bound with chance at most 2 n exp(-lambda^2 / 2)
  std::int64_t depth = 0;        ///< longest chain of additions in any sum, 0 where any order is allowed
  subnormal_results subnormal = subnormal_results::kept;
  tensor_core_sums core;         ///< of matrix products, where a tensor core makes them
  std::int64_t output_slack = 0; ///< extra roundings granted to every output, for scalings a kernel may fold in

  bool exact() const { return accumulator.unit == 0; }
};

/// Real arithmetic: what is left is the error of the evaluation itself.
arithmetic exact_arithmetic();

/// The relative error of a function, as `ulps + ulps_per_argument |x|` units in the last place plus an absolute part.
struct function_error {
  double ulps = 0.5;
  double ulps_per_argument = 0;
  double absolute = 0;
};

/// The stated error of `o` in a function set; CUDA's tables as data.
function_error error_of(operation o, function_set set);

/// gamma for a chain of n roundings in `a`, plus the evaluation's own at `own_unit`. Range: infinity where n u >= 1. Proved: SUM-2
double gamma(const arithmetic& a, std::int64_t n, double own_unit);

} // namespace fpcheck::expr
