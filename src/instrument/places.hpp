#pragma once
#include <fpcheck/instrument/rewrite.hpp>
#include <fpcheck/ptx/module.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fpcheck::instrument {

/// A module in which the variables of one kernel lie where shadows are found by arithmetic: those of shared memory in one dynamic
/// array, those of local memory (and what is left of the parameters of inlined calls) in another, module variables in the arena.
struct placed_module {
  ptx::module code;
  std::uint32_t shared_bytes = 0, local_bytes = 0; ///< multiples of 16
  std::vector<placed_variable> globals;
  std::uint64_t globals_bytes = 0;
  std::vector<std::pair<std::string, std::uint64_t>> addresses; ///< registers that hold `globals` plus that much
};

/// Names of what is added. Nothing that a compiler writes begins so.
namespace name {
inline constexpr const char* shared = "fp_shared_memory";
inline constexpr const char* local = "fp_local_memory";
inline constexpr const char* local_shadow = "fp_local_shadow";
} // namespace name

/// Error: a module variable that holds addresses.
result<placed_module> place(const ptx::module& m, ptx::index kernel);

} // namespace fpcheck::instrument
