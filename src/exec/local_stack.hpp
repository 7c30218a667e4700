#pragma once
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// What one lane's local memory holds at most.
inline constexpr std::uint64_t most_local_bytes = 512u << 10;

/// Makes every lane's local memory of `w` at least `bytes` long; what is new is undefined.
void grow_local(warp& w, std::uint64_t bytes);

/// Makes `bytes` bytes of the executing lanes' local memory undefined again.
void forget_local(warp& w, std::uint64_t at, std::uint32_t bytes);

/// alloca, stacksave, stackrestore, or the discard of a local variable.
handler stack_handler(ptx::form form);

} // namespace fpcheck::exec
