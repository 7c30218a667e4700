#pragma once
#include <fpcheck/ptx/module.hpp>

namespace fpcheck::ptx {

/// A module with multiplications fused into the additions that take their products, and how many there are.
struct contraction {
  module code;           ///< empty where nothing was fused
  std::size_t fused = 0;
};

/// `m` as ptxas may run it: a `mul` without a rounding modifier whose product only an `add` or `sub` without one takes, in
/// the same basic block and under the same .ftz, becomes an `fma.rn`. The positions of instructions in the source stay.
/// Source: PTX ISA, "Floating-Point Instructions": add, sub, mul without rounding modifier.
contraction contract(const module& m);

} // namespace fpcheck::ptx
