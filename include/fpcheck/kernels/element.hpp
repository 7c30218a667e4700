#pragma once
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>

/// Elements of a tensor in memory: values are computed with in binary32 and stored as codes of a format.
namespace fpcheck::kernels {

/// The value of a stored code. Requires: fits_binary32(Tag::row). Error: none.
template <class Tag>
FPCHECK_HD FPCHECK_INLINE float load_element(const code_type<Tag>* codes, std::int64_t index) noexcept {
  return bit_cast<float>(decode_bits32(row_of<Tag>(), codes[index]));
}

/// `x`, a NaN as every operation of the card gives it: where the card computed `x` this changes nothing.
FPCHECK_HD FPCHECK_INLINE float with_card_nan(float x) noexcept { return x != x ? bit_cast<float>(0x7fffffffu) : x; }

/// `x` rounded once as the card's conversions do: to nearest, ties to even; 8-bit formats saturate.
template <class Tag>
FPCHECK_HD FPCHECK_INLINE code_type<Tag> element_code(float x) noexcept {
  if constexpr (Tag::row.bits == 32) return bits_of(with_card_nan(x));
  else return encode<Tag>(x, policy_for<Tag>(preset::cuda)).code;
}

/// How many elements of the wider of two formats an access of 16 bytes takes, for the narrower one.
template <class In, class Out>
inline constexpr int widest_packet =
    16 / static_cast<int>(sizeof(code_type<In>) < sizeof(code_type<Out>) ? sizeof(code_type<In>) : sizeof(code_type<Out>));

} // namespace fpcheck::kernels
