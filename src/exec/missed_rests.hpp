#pragma once
// Error terms written as `(a - (a + b)) + b`, which are what the sum loses where |a| >= |b|, and else miss a part of it.
#include <fpcheck/exec/program.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace fpcheck::exec {

struct rest_parts {
  std::vector<std::uint32_t> difference; ///< by pc: of an error term, the `a - (a + b)` that it is worked out of; else `none`
  std::vector<std::optional<std::pair<std::uint32_t, std::uint32_t>>> chosen; ///< by pc: of a selection, the two error terms that it is of
  std::vector<bool> is_difference;       ///< by pc: one of `difference`
  std::vector<bool> is_choice;           ///< by pc: an error term that selections are made of and nothing else

  static constexpr std::uint32_t none = 0xffffffffu;
};
rest_parts find_rest_parts(const program& p);

} // namespace fpcheck::exec
