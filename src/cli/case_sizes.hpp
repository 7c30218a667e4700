#pragma once
#include "case_guess.hpp"
#include "host_launch.hpp"

namespace fpcheck::cli {

/// Gives a guessed case the numbers, the sizes and the grid of the launch in the host code. Sizes are halved until what is left runs in seconds, and
/// with them what the grid has of them; multiples of the block's extents stay that. What the file allocates for a buffer is remembered.
void take_from_host(guessed_case& c, const host_launch& host, const launch::kernel_signature& kernel);

} // namespace fpcheck::cli
