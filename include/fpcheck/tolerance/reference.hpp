#pragma once
#include <fpcheck/expr/evaluate.hpp>
#include <fpcheck/expr/infer.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::tolerance {

/// Which bounds are worked out at once.
enum class tiers : std::uint8_t {
  both,
  first ///< only the one that serves: half the work, and nothing is ever `suspect`
};

/// What a kernel declares about its arithmetic; the words of `--acc`, `--out`, `--round` and the module's flags.
struct declaration {
  std::string accumulator = "f32";
  std::string output;                 ///< empty: the type of the tensor that is judged
  expr::function_set functions = expr::function_set::accurate;
  expr::subnormal_results subnormal = expr::subnormal_results::kept;
  double lambda = 6;
  std::int64_t depth = 0;             ///< longest chain of additions, 0 for any order
  bool unbiased = true;               ///< round to nearest; truncating tensor cores have no probable tier
  tiers wanted = tiers::both;
};

/// The expected value of every element, and how far an admissible evaluation may be from it before its final rounding.
struct reference {
  std::vector<std::int64_t> sizes;
  std::vector<double> value, low;     ///< the midpoint is value + low; low only where f64 is judged
  std::vector<double> probable;       ///< the bound that serves: the probable one, or the worst case where it is smaller
  std::vector<double> worst;          ///< worst-case bound, infinite where there is none; as `probable` if not wanted
  std::vector<double> centre;         ///< what the bounds are around, where a step or kink leaves both sides open; empty: around value
  std::int64_t hulls = 0;             ///< elements decided by the hull of one-sided derivatives
  std::vector<std::string> unbounded; ///< operations that have no bound
  bool discrete = false;              ///< the last operation yields integers: comparison, argmax, rounding
  bool rounded_once = false;          ///< each is a rounding of a number to an integer: floor, rint, and clamps or choices between such

  const void* source = nullptr;       ///< the bytes it was read from, where it is a tensor: no output may be those

  std::size_t size() const { return value.size(); }
  double centre_of(std::size_t i) const { return centre.empty() ? value[i] : centre[i]; }
};

/// The reference of `root` with the bounds that `d` implies. Double-double midpoints are used where the accumulator or
/// the output is f64.
/// Error: unknown formats, missing inputs.
result<reference> make_reference(const expr::graph& g, expr::node_id root, const expr::bindings& inputs, const declaration& d,
                                 const expr::progress& report = {});
/// Several roots in one evaluation: a backward pass has many outputs.
result<std::vector<reference>> make_references(const expr::graph& g, std::span<const expr::node_id> roots, const expr::bindings& inputs,
                                               const declaration& d, const expr::progress& report = {});
/// A tensor as its own exact reference.
reference from_tensor(const tensor::array& a);

/// The arithmetic that a declaration names. Error: unknown format.
result<expr::arithmetic> arithmetic_of(const declaration& d, expr::error_tier tier);
/// One line: accumulator, output, functions, subnormals, order of sums.
std::string text(const declaration& d);

} // namespace fpcheck::tolerance
