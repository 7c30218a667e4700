#pragma once

namespace fpcheck::exec {

struct program;
/// Whether integer code rounds numbers to bfloat16 by adding half a unit to their bits.
bool rounds_by_hand(const program& p);

} // namespace fpcheck::exec
