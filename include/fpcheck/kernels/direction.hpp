#pragma once
#include <fpcheck/base/bits.hpp>
#include <fpcheck/kernels/hash.hpp>

/// Random directions of n-dimensional space, each component +1 or -1, that need no memory: the sign of component i of
/// probe j is a bit of Philox4x32-10, the same on every machine.
namespace fpcheck::kernels {

/// Probes come in groups that share one word of signs per element.
inline constexpr int probes_per_group = 32;

/// A family of directions; components outside [begin, end) are zero.
struct directions {
  std::uint64_t seed = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = ~std::uint64_t{0};
};

/// The signs of elements 4 quad .. 4 quad + 3, a word each, in the 32 probes of `group`: a set bit is -1.
FPCHECK_HD FPCHECK_INLINE constexpr philox_block sign_block(const directions& d, std::uint64_t quad,
                                                            std::uint32_t group) noexcept {
  constexpr std::uint32_t stream = 0x7369676e; // apart from whatever else uses the same seed
  return philox4x32({{static_cast<std::uint32_t>(quad), static_cast<std::uint32_t>(quad >> 32), group, stream}},
                    {{static_cast<std::uint32_t>(d.seed), static_cast<std::uint32_t>(d.seed >> 32)}});
}

/// The signs of one element in the 32 probes of `group`.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t sign_word(const directions& d, std::uint64_t element,
                                                            std::uint32_t group) noexcept {
  const philox_block b = sign_block(d, element >> 2, group);
  const std::uint32_t low = element & 1 ? b.word[1] : b.word[0], high = element & 1 ? b.word[3] : b.word[2];
  return element & 2 ? high : low;
}

/// Whether the directions have a component at `element`.
FPCHECK_HD FPCHECK_INLINE constexpr bool touches(const directions& d, std::uint64_t element) noexcept {
  return element >= d.begin && element < d.end;
}

/// x times the sign in bit `probe` of `word`. Requires: 0 <= probe < 32. Error: none.
FPCHECK_HD FPCHECK_INLINE constexpr double signed_by(double x, std::uint32_t word, int probe) noexcept {
  return bit_cast<double>(bits_of(x) ^ (std::uint64_t{(word << (31 - probe)) & 0x80000000u} << 32));
}

} // namespace fpcheck::kernels
