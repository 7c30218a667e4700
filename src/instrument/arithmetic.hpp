#pragma once
#include <fpcheck/instrument/rewrite.hpp>
#include <fpcheck/ptx/meaning.hpp>

#include <string_view>

namespace fpcheck::instrument {

/// The pattern (scribe.hpp) that works out the shadow of a real operation: $a, $b, $c are the midpoints of its operands and $A, $B, $C their
/// radii; the result goes to $d and $D. Empty: there is none. The quotient serves for the reciprocal, with $a = 1.
std::string_view pattern_of(ptx::operation what, domain in);

} // namespace fpcheck::instrument
