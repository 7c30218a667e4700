#pragma once
#include <fpcheck/expr/commands.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fpcheck::tolerance {

/// One set of inputs of a sweep.
struct sweep_case {
  std::string name;              ///< "N=33", "x low (-150)"
  expr::named_inputs inputs;
  std::vector<sweep_case> milder{}; ///< weaker forms, for where this one leaves no bound: "x low (-20)"
};

/// How inputs are varied.
struct sweep_options {
  std::vector<std::int64_t> literals; ///< integers found in the kernel and its tile sizes
  std::uint64_t seed = 0;
  std::size_t most = 64;              ///< cases
  std::int64_t largest_extent = 4096;
  std::map<std::string, std::int64_t> limits; ///< largest extent of a dimension, where it is another
  std::set<std::string> kept;                 ///< dimensions and tensors that are not varied
  bool shapes = true, values = true;          ///< which kinds of cases are made
  /// The inputs with some extents changed, where the caller can make them better than by normal numbers.
  std::function<result<expr::named_inputs>(const std::map<std::string, std::int64_t>&)> rebuild;
};

/// What the values of a tensor show it to be.
enum class tensor_kind : std::uint8_t {
  number, ///< any real number
  mask,   ///< zeros and one other value: a mask, a dropout mask with its scale, an additive mask
  onehot, ///< rows with one 1 among zeros
  index   ///< integers
};
tensor_kind kind_of(const tensor::array& a);

/// The inputs that a random point hides: every named extent off the tile, prime, 1; logits far below, far above and
/// apart; a mean far above the deviation; tiny and repeated values; zeros at kinks, ties; repeated and boundary ids. A mask stays a mask, and one-hot rows stay one-hot.
/// The first case is the inputs as given.
std::vector<sweep_case> input_sweep(std::string_view expression, const expr::named_inputs& base, const sweep_options& options = {});

} // namespace fpcheck::tolerance
