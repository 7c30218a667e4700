#pragma once
// What the bytes of a CTA's shared memory are called in the source.
#include <fpcheck/exec/program.hpp>

#include <cstdint>
#include <string>

namespace fpcheck::exec {

/// "at tile[-14], byte -56 of shared 'tile' (512 bytes)": an access of `bytes` bytes at a 32-bit shared address of a memory of `size` bytes,
/// by the variable that lies there, or beside it where none does. Addresses of the upper half are negative offsets.
std::string shared_place(const program& p, std::uint64_t address, std::uint64_t bytes, std::uint64_t size);

} // namespace fpcheck::exec
