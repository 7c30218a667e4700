#pragma once
#include <cstdint>

namespace fpcheck::tensor {

/// The bytes that this machine's memory leaves to one thing that a file or its words ask for: half of it. More would end in the system's hands.
std::uint64_t spare_memory();

} // namespace fpcheck::tensor
