#pragma once
#include <compare>
#include <cstdint>

namespace fpcheck {

/// A set of the 32 lanes of a warp, bit i for lane i.
enum class lane_mask : std::uint32_t {};
inline constexpr lane_mask no_lanes{0};
inline constexpr lane_mask all_lanes{0xffffffffu};

constexpr std::uint32_t bits_of(lane_mask m) noexcept { return static_cast<std::uint32_t>(m); }
constexpr lane_mask operator&(lane_mask a, lane_mask b) noexcept { return lane_mask{bits_of(a) & bits_of(b)}; }
constexpr lane_mask operator|(lane_mask a, lane_mask b) noexcept { return lane_mask{bits_of(a) | bits_of(b)}; }
constexpr lane_mask operator~(lane_mask a) noexcept { return lane_mask{~bits_of(a)}; }
constexpr bool any(lane_mask m) noexcept { return m != no_lanes; }

/// A linear CTA index within a grid: x + gx * (y + gy * z).
struct cta_id {
  std::uint64_t value = 0;
  auto operator<=>(const cta_id&) const = default;
};

/// An address in the generic address space of the emulated device.
struct byte_address {
  std::uint64_t value = 0;
  auto operator<=>(const byte_address&) const = default;
};

/// A 1-based line of a source file; 0 where unknown.
struct source_line {
  std::uint32_t value = 0;
  auto operator<=>(const source_line&) const = default;
};

} // namespace fpcheck
