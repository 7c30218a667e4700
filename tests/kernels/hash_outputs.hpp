#pragma once
#include <fpcheck/kernels/float_key.hpp>
#include <fpcheck/kernels/hash.hpp>

#include <cstdint>

/// Every function of kernels/hash.hpp and kernels/float_key.hpp on one input, for comparing host, device and emulator.
namespace hash_outputs {

using namespace fpcheck;
using namespace fpcheck::kernels;

inline constexpr int columns = 32;

/// Input number i: small integers, all ones, and mixed bits.
FPCHECK_HD constexpr std::uint64_t input(std::uint64_t i) noexcept {
  if (i < 64) return i;
  if (i < 192) return i < 128 ? ~(i - 64) : std::uint64_t{1} << (i - 128);
  return xxh64(i, 2);
}

template <class Tag>
FPCHECK_HD constexpr std::uint64_t unit_codes(std::uint32_t n) noexcept {
  return std::uint64_t{unit_closed_open_as<Tag>(n).code()} | std::uint64_t{unit_open_closed_as<Tag>(n).code()} << 16 |
         std::uint64_t{unit_open_as<Tag>(n).code()} << 32;
}

template <class Tag>
FPCHECK_HD constexpr std::uint64_t key_of_code(std::uint32_t n) noexcept {
  return float_key(basic_float<Tag>::from_code(static_cast<code_type<Tag>>(n)));
}

/// Writes `columns` words.
FPCHECK_HD inline void for_input(std::uint64_t i, std::uint64_t* out) noexcept {
  const std::uint64_t wide = input(i);
  const auto n = static_cast<std::uint32_t>(wide), high = static_cast<std::uint32_t>(wide >> 32);
  const philox_block p = philox4x32({{n, high, ~n, 7}}, {{high, n}});
  const float f = bit_cast<float>(n);
  const double d = bit_cast<double>(wide);
  const int width = static_cast<int>(high % 64) - 40;
  *out++ = fmix32(n);
  *out++ = fmix64(wide);
  *out++ = pcg(n);
  *out++ = lowbias32(n);
  *out++ = triple32(n);
  *out++ = xxh32(n, high);
  *out++ = xxh64(wide, n);
  *out++ = p.word[0] | std::uint64_t{p.word[1]} << 32;
  *out++ = p.word[2] | std::uint64_t{p.word[3]} << 32;
  *out++ = static_cast<std::uint64_t>(representable<f32_format>(wide)) |
           static_cast<std::uint64_t>(representable<f16_format>(n)) << 1 |
           static_cast<std::uint64_t>(representable<bf16_format>(n)) << 2 |
           static_cast<std::uint64_t>(representable<e4m3fn_format>(n & 1023)) << 3;
  *out++ = static_cast<std::uint64_t>(bits_lost<f32_format>(wide));
  *out++ = static_cast<std::uint64_t>(bits_lost<bf16_format>(n));
  *out++ = bits_of(unit_closed_open(n));
  *out++ = bits_of(unit_open_closed(n));
  *out++ = bits_of(unit_open(n));
  *out++ = unit_codes<f16_format>(n);
  *out++ = unit_codes<bf16_format>(n);
  *out++ = unit_codes<e4m3fn_format>(n);
  *out++ = unit_codes<e5m2_format>(n);
  *out++ = float_key(f);
  *out++ = float_key(d);
  *out++ = key_of_code<f16_format>(n);
  *out++ = key_of_code<bf16_format>(n);
  *out++ = key_of_code<e4m3fn_format>(n);
  *out++ = key_of_code<e5m2_format>(n);
  *out++ = key_of_code<e4m3fnuz_format>(n);
  *out++ = key_of_code<e2m1fn_format>(n & 15);
  *out++ = static_cast<std::uint64_t>(cell_of(f, width));
  *out++ = static_cast<std::uint64_t>(cell_of(d, width));
  *out++ = combine(wide, n);
  *out++ = hash_numbers(wide, f, d);
  *out++ = static_cast<std::uint64_t>(odd_part_bits(wide));
}

} // namespace hash_outputs
