#pragma once
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// What one lane's local memory holds at most.
inline constexpr std::uint64_t most_local_bytes = 512u << 10;

/// Makes every lane's local memory of `w` at least `bytes` long; what is new is undefined.
void grow_local(warp& w, std::uint64_t bytes);

/// alloca, stacksave or stackrestore.
handler stack_handler(ptx::form form);

} // namespace fpcheck::exec
