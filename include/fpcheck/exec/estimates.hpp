#pragma once
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// Midpoints of `bits` bits as mpfr_shadow() has them, with estimates in the place of radii: 2^-64 of a result whose operands are known so well,
/// the bound of any other. They enclose nothing by themselves; what runs of two precisions agree on is known all the same where bounds
/// of every step have added up to nothing that tells, as they do in recursions.
/// Requires: least_mpfr_bits <= bits <= most_mpfr_bits.
domain_table estimated_shadow(std::uint32_t bits);

} // namespace fpcheck::exec
