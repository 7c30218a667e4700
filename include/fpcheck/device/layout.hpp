#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/instrument/rewrite.hpp>
#include <fpcheck/ptx/module.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace fpcheck::device {

/// Where the memory that the launches of a request share lies in one arena: its buffers, then the module variables.
struct arena_layout {
  std::vector<std::uint64_t> buffers; ///< where each begins
  std::uint64_t globals = 0;          ///< where the module variables begin
  std::uint64_t bytes = 0;
};
/// Memory begins where an allocation of the driver would.
inline constexpr std::uint64_t arena_alignment = 256;
/// Records name bytes of the arena in steps of two, in 32 bits.
inline constexpr std::uint64_t most_arena_bytes = std::uint64_t{1} << 33;
arena_layout layout_of(const exec::run_request& request, const std::vector<instrument::rewritten>& kernels);

/// Bytes that stand at a place of the arena before the first launch. They are the request's and the module's.
struct piece {
  std::uint64_t at = 0;
  std::span<const std::byte> bytes;
};
std::vector<piece> first_contents(const exec::run_request& request, const ptx::module& m, const std::vector<instrument::rewritten>& kernels, const arena_layout& where);
/// What the launch sets of the module variables in the arena.
std::vector<piece> set_before(const exec::launch& l, const ptx::module& m, const instrument::rewritten& k, const arena_layout& where);

/// The memory that a rewritten launch points into, in place of the request's buffers.
enum class memory : std::uint32_t { arena, shadow, records };
/// The launch of a rewritten kernel: buffers of its pointers are of `memory`. Symbols are those that it still has.
exec::launch shadowed(const exec::launch& original, const ptx::module& m, const instrument::rewritten& k, const arena_layout& where);

/// An element of a buffer by what a record calls its place; nothing where no buffer lies there.
struct element {
  std::size_t buffer = 0;
  std::uint64_t index = 0;
};
std::optional<element> element_at(const arena_layout& where, const exec::run_request& request, std::uint32_t half_offset);

} // namespace fpcheck::device
