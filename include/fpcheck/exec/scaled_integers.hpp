#pragma once
#include <cstdint>

namespace fpcheck::exec {

struct program;
/// Whether the integer that the conversion at `pc` gives is multiplied, or shifted to the left, afterwards.
bool is_scaled_later(const program& p, std::uint32_t pc);

} // namespace fpcheck::exec
