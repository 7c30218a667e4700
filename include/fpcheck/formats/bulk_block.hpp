#pragma once
#include <fpcheck/formats/block.hpp>
#include <fpcheck/formats/nvfp4.hpp>

#include <span>

/// Whole arrays in blocks that share a scale.
namespace fpcheck {

/// The elements of an OCP MX block.
inline constexpr std::size_t mx_block_size = 32;

/// The number of blocks of `size` elements that `count` elements make; the last may be shorter.
constexpr std::size_t block_count(std::size_t count, std::size_t size) noexcept {
  return (count + size - 1) / size;
}

/// Quantises `in` in blocks of 32: one code a byte, one e8m0 scale a block.
/// Requires: elements.size() >= in.size(), scales.size() >= block_count(in.size(), 32).
template <class Element>
constexpr void quantise(std::span<const float> in, std::span<std::uint8_t> elements, std::span<std::uint8_t> scales,
                        const block_policy& p = {}) noexcept {
  for (std::size_t b = 0, i = 0; i < in.size(); ++b, i += mx_block_size) {
    const std::size_t length = in.size() - i < mx_block_size ? in.size() - i : mx_block_size;
    scales[b] = quantise_block<Element>(&in[i], length, &elements[i], p);
  }
}

/// The numbers of `elements`, whose exact value is rounded to binary32 (only a scale near its ends makes that inexact).
/// Requires: as quantise; out.size() >= elements.size().
template <class Element>
constexpr void dequantise(std::span<const std::uint8_t> elements, std::span<const std::uint8_t> scales,
                          std::span<float> out) noexcept {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double exact = dequantise<Element>(elements[i], scales[i / mx_block_size]);
    out[i] = bit_cast<float>(encode<f32_format>(exact).code);
  }
}

/// The largest finite magnitude of `in`; 0 for none.
constexpr float largest_magnitude(std::span<const float> in) noexcept {
  std::uint32_t largest = 0;
  for (const float x : in) {
    const std::uint32_t magnitude = bits_of(x) & 0x7fffffffu;
    largest = magnitude < 0x7f800000u && magnitude > largest ? magnitude : largest;
  }
  return bit_cast<float>(largest);
}

/// Quantises `in` as NVFP4 under one tensor scale. Requires: in.size() a multiple of 16, out.size() >= in.size() / 16.
constexpr void quantise_nvfp4(std::span<const float> in, std::span<nvfp4_block> out, float tensor_scale,
                              const nvfp4_policy& p = {}) noexcept {
  for (std::size_t i = 0; i + nvfp4_block_size <= in.size(); i += nvfp4_block_size)
    out[i / nvfp4_block_size] = quantise_nvfp4(&in[i], tensor_scale, p);
}

/// The numbers of NVFP4 blocks. Requires: out.size() >= 16 * in.size().
constexpr void dequantise_nvfp4(std::span<const nvfp4_block> in, std::span<float> out, float tensor_scale) noexcept {
  for (std::size_t i = 0; i < in.size() * nvfp4_block_size; ++i)
    out[i] = dequantise_nvfp4(in[i / nvfp4_block_size], i % nvfp4_block_size, tensor_scale);
}

} // namespace fpcheck
