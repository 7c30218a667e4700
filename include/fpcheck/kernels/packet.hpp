#pragma once
#include <fpcheck/formats/bulk_device.hpp>
#include <fpcheck/kernels/element.hpp>

/// Several neighbouring elements in registers, moved by accesses of up to 16 bytes. Needs a compiler of CUDA code.
namespace fpcheck::kernels {

/// How memory is asked for: as it comes, or as data that is touched once.
enum class access_hint : std::uint8_t { cached, streaming };

/// `Count` codes of the format `Tag`, the first in the low bits of the first word.
template <class Tag, int Count>
struct packet {
  static constexpr int bytes = Count * static_cast<int>(sizeof(code_type<Tag>));
  static constexpr int words = bytes < 4 ? 1 : bytes / 4;
  std::uint32_t word[words];
};

namespace detail {
template <access_hint Hint, class T>
__device__ __forceinline__ T read(const T* p) {
  if constexpr (Hint == access_hint::streaming) return __ldcs(p);
  else return *p;
}
template <access_hint Hint, class T>
__device__ __forceinline__ void write(T* p, T v) {
  if constexpr (Hint == access_hint::streaming) __stcs(p, v);
  else *p = v;
}
} // namespace detail

/// The packet at `p`. Requires: `p` aligned to the packet's size or 16 bytes, whichever is less.
template <class Tag, int Count, access_hint Hint>
__device__ __forceinline__ packet<Tag, Count> load_packet(const code_type<Tag>* p) {
  using held = packet<Tag, Count>;
  held out;
  if constexpr (held::bytes >= 16) {
#pragma unroll
    for (int i = 0; i < held::bytes / 16; ++i) {
      const uint4 v = detail::read<Hint>(reinterpret_cast<const uint4*>(p) + i);
      out.word[4 * i] = v.x, out.word[4 * i + 1] = v.y, out.word[4 * i + 2] = v.z, out.word[4 * i + 3] = v.w;
    }
  } else if constexpr (held::bytes == 8) {
    const uint2 v = detail::read<Hint>(reinterpret_cast<const uint2*>(p));
    out.word[0] = v.x, out.word[1] = v.y;
  } else if constexpr (held::bytes == 4) {
    out.word[0] = detail::read<Hint>(reinterpret_cast<const unsigned*>(p));
  } else {
    out.word[0] = detail::read<Hint>(p);
  }
  return out;
}

/// Writes the packet to `p`. Requires: as `load_packet`.
template <class Tag, int Count, access_hint Hint>
__device__ __forceinline__ void store_packet(code_type<Tag>* p, const packet<Tag, Count>& v) {
  constexpr int bytes = packet<Tag, Count>::bytes;
  if constexpr (bytes >= 16) {
#pragma unroll
    for (int i = 0; i < bytes / 16; ++i)
      detail::write<Hint>(reinterpret_cast<uint4*>(p) + i,
                          make_uint4(v.word[4 * i], v.word[4 * i + 1], v.word[4 * i + 2], v.word[4 * i + 3]));
  } else if constexpr (bytes == 8) {
    detail::write<Hint>(reinterpret_cast<uint2*>(p), make_uint2(v.word[0], v.word[1]));
  } else if constexpr (bytes == 4) {
    detail::write<Hint>(reinterpret_cast<unsigned*>(p), v.word[0]);
  } else {
    detail::write<Hint>(p, static_cast<code_type<Tag>>(v.word[0]));
  }
}

namespace detail {
/// Two binary16 numbers from the halves of a word.
__device__ __forceinline__ void widen_halves(std::uint32_t word, float& low, float& high) {
  asm("{.reg .f16 l, h;\n\tmov.b32 {l, h}, %2;\n\tcvt.f32.f16 %0, l;\n\tcvt.f32.f16 %1, h;}" : "=f"(low), "=f"(high) : "r"(word));
}
/// Two binary16 numbers from two 8-bit ones.
template <class Tag>
__device__ __forceinline__ std::uint32_t widen_quarters(std::uint32_t word) {
  std::uint32_t out;
  const auto pair = static_cast<unsigned short>(word);
  if constexpr (Tag::row == e4m3fn_format::row) asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(out) : "h"(pair));
  else asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(out) : "h"(pair));
  return out;
}
/// Whether the card converts the format itself.
template <class Tag>
inline constexpr bool converted_by_card = Tag::row == f16_format::row || Tag::row == bf16_format::row ||
                                          Tag::row == e4m3fn_format::row || Tag::row == e5m2_format::row;
} // namespace detail

/// The values of a packet. Requires: fits_binary32(Tag::row), codes of 8, 16 or 32 bits. Error: none.
template <class Tag, int Count>
__device__ __forceinline__ void unpack(const packet<Tag, Count>& p, float (&x)[Count]) {
  constexpr int bits = 8 * static_cast<int>(sizeof(code_type<Tag>));
  if constexpr (bits == 32) {
#pragma unroll
    for (int i = 0; i < Count; ++i) x[i] = bit_cast<float>(p.word[i]);
  } else if constexpr (Tag::row == bf16_format::row) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      x[i] = bit_cast<float>(i % 2 == 0 ? p.word[i / 2] << 16 : p.word[i / 2] & 0xffff0000u);
  } else if constexpr (detail::converted_by_card<Tag>) {
#pragma unroll
    for (int i = 0; i < Count; i += 2) {
      const std::uint32_t word = p.word[i * bits / 32] >> (i * bits % 32);
      float low, high;
      detail::widen_halves(bits == 16 ? word : detail::widen_quarters<Tag>(word), low, high);
      x[i] = low;
      if (i + 1 < Count) x[i + 1] = high;
    }
  } else {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      x[i] = bit_cast<float>(decode_bits32(row_of<Tag>(), (p.word[i * bits / 32] >> (i * bits % 32)) & (0xffffffffu >> (32 - bits))));
  }
}

/// The codes of `x`, each as `element_code` gives it.
template <class Tag, int Count>
__device__ __forceinline__ packet<Tag, Count> pack(const float (&x)[Count]) {
  constexpr int bits = 8 * static_cast<int>(sizeof(code_type<Tag>));
  packet<Tag, Count> out;
  if constexpr (bits == 32) {
#pragma unroll
    for (int i = 0; i < Count; ++i) out.word[i] = bits_of(x[i]);
  } else if constexpr (Tag::row == bf16_format::row || Tag::row == f16_format::row) {
#pragma unroll
    for (int i = 0; i < Count; i += 2) {
      const float high = i + 1 < Count ? x[i + 1 < Count ? i + 1 : i] : 0.0f;
      if constexpr (Tag::row == bf16_format::row) asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(out.word[i / 2]) : "f"(high), "f"(x[i]));
      else asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(out.word[i / 2]) : "f"(high), "f"(x[i]));
    }
  } else if constexpr (bits == 8 && Count % 4 == 0) {
#pragma unroll
    for (int i = 0; i < Count; i += 4) out.word[i / 4] = encode_four<Tag>(x[i], x[i + 1], x[i + 2], x[i + 3]);
  } else {
#pragma unroll
    for (int i = 0; i < packet<Tag, Count>::words; ++i) out.word[i] = 0;
#pragma unroll
    for (int i = 0; i < Count; ++i) out.word[i * bits / 32] |= std::uint32_t{element_code<Tag>(x[i])} << (i * bits % 32);
  }
  return out;
}

} // namespace fpcheck::kernels
