#pragma once
#include <fpcheck/ptx/module.hpp>

#include <cstdint>
#include <vector>

namespace fpcheck::instrument {

/// What a sum in binary32 or binary64 comes to in exact arithmetic, where its polynomial in what comes into its block tells.
enum class sum_role : std::uint8_t {
  none,
  vanishes, ///< no term is left whatever the operands are (rule R4): the error term of a transform
  splits    ///< t - (t - x) of t = (2^s + 1) x: the leading bits of x, as the machine makes them
};

/// The role of each instruction.
std::vector<sum_role> sum_roles(const ptx::function& f);

} // namespace fpcheck::instrument
