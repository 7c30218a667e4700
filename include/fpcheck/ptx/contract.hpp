#pragma once
#include <fpcheck/ptx/module.hpp>

#include <set>
#include <string>

namespace fpcheck::ptx {

/// A module with multiplications fused into the additions that take their products, and how many there are.
struct contraction {
  module code;           ///< empty where nothing was fused
  std::size_t fused = 0;   ///< divisions too
  std::size_t divided = 0; ///< divisions by constants that are products now
  std::set<std::string> functions; ///< names of those that changed
};

/// Whether products may fuse: ptxas' --fmad.
enum class products : std::uint8_t { fuse, stay };

/// `m` as ptxas fuses it above -O0. Within a basic block a `mul` without a rounding modifier and the `add`s
/// and `sub`s of its type and .ftz, without one, become `fma.rn`, seen through `mov` and `neg`; a sum fuses under a predicate and with
/// .sat too, a product does not. A product fuses while it is read by such sums only; a sum that fuses another product reads it as it
/// is. First every sum but those of pairs of halves is offered the products that it alone takes; then, in order of the program, all are offered the others; of two products that
/// may fuse the one that fewer sums take does, else the first operand. Never: the sum of a product with itself, a product of two
/// constants, through a negation that flushes or of bf16x2. `div.full` and `div.approx` by a constant are products with its reciprocal, rounded to
/// nearest; by others they are products too, of the numerator and the unit's reciprocal, both scaled, and fuse as such. Of products that stay, only the divisions by constants change. The positions of instructions in the source stay.
/// Source: measured, tests/gpu/RESULTS.md.
contraction contract(const module& m, products how = products::fuse);

} // namespace fpcheck::ptx
