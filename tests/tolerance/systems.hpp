#pragma once
#include <fpcheck/expr/evaluate.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fpcheck::tolerance::bench {

/// The order in which a host kernel adds up.
enum class order : std::uint8_t { sequential, reversed, pairwise, strided };
inline constexpr order all_orders[] = {order::sequential, order::reversed, order::pairwise, order::strided};

/// Outputs of a kernel by name: `forward`, or the variable whose gradient it is.
using outputs = std::map<std::string, std::vector<float>>;

/// An expression at one set of inputs.
struct point {
  std::string regime, expression;
  std::vector<std::string> wrt;      ///< gradients to check; empty: the forward value
  expr::bindings inputs;             ///< `dout` is the upstream gradient of a tensor-valued expression
};

/// A kernel in binary32 with its wrong variants; an empty `mutant` is the right one.
struct system {
  std::string name;
  std::vector<std::string> regimes;
  point (*make)(const std::string& regime, std::uint64_t seed);
  outputs (*kernel)(const point& p, order o, const std::string& mutant);
  std::vector<std::string> mutants;
};

/// All systems with all 55 mutants.
std::vector<system> systems();

} // namespace fpcheck::tolerance::bench
