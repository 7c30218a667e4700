#pragma once
#include <fpcheck/exec/program.hpp>
#include <fpcheck/exec/run.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fpcheck::exec {

/// More unmapped room than an index of 32 bits crosses.
inline constexpr std::uint64_t wide_room = std::uint64_t{1} << 35;
/// What does where there is much to place: the module globals of a program, the device heap.
inline constexpr std::uint64_t near_room = 0x10000;

/// Where module globals begin in global memory.
struct globals_address {
  std::uint64_t value = 0;         ///< of the first one
  std::uint64_t room = wide_room;  ///< behind each
};

/// Where something may begin in global memory that follows `bytes` bytes at `address`: with unmapped room between.
std::uint64_t after(std::uint64_t address, std::uint64_t bytes, std::uint64_t room = wide_room);

/// As decode(m), with module globals at an address of the caller's choosing, one `after` the other.
result<std::unique_ptr<program>> decode(const ptx::module& m, globals_address globals);

/// The bytes that a variable of the program's module has before the first launch; at least one.
std::vector<std::byte> initial_bytes(const program& p, const ptx::variable& v);

/// Runs the launches of `request` in memory that is there already, module globals included, without shadows and without a search for
/// races. Error: as run(). Requires: the request has no buffers.
result<run_record> run_resident(const program& code, const run_request& request, global_memory& memory);

} // namespace fpcheck::exec
