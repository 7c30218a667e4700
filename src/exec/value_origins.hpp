#pragma once
// What stands behind a register, seen through moves.
#include "def_use.hpp"

namespace fpcheck::exec {

/// Moves that are looked through at most: debug code takes several for each argument and result of a function.
inline constexpr int most_moves = 24;

/// The value of an operand that is a floating-point literal, also through single moves; NaN otherwise.
double literal(const def_use& g, ref r, bool wide, int moves = most_moves);
/// The value that `r` holds at `pc`, before it was moved there.
ref origin(const def_use& g, ref r, std::uint32_t pc);
/// Where `o` puts the value of `r`, of this lane or another; nothing if it does anything else with it.
ref carried_on(const def_use& g, const op& o, const ref& r);
/// Whether integer code takes the bits of `r`, or of what it is moved to, apart.
bool reaches_integer_code(const program& p, const def_use& g, const ref& r);

/// Whether two operands are the same register.
inline bool same(const ref& a, const ref& b) { return a.where == b.where && a.offset == b.offset; }

} // namespace fpcheck::exec
