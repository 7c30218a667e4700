// The shipped conversions with constant policies, as functions of integers: what the SMT goals speak about.
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>

namespace {

using namespace fpcheck;

template <class Tag, rounding Round, saturation Saturate = saturation::none>
std::uint32_t narrow(std::uint32_t bits) {
  constexpr policy p = with(with(policy{}, Round), Saturate);
  return encode_bits<Tag>(bits, p).code;
}

template <class Tag, rounding Round>
std::uint32_t narrow64(std::uint64_t bits) {
  constexpr policy p = with(policy{}, Round);
  return encode_bits<Tag>(bits, p).code;
}

} // namespace

// One function a format and a rounding: f32_to_f16_rne and so on, and the decoder f16_to_f32.
#define FPCHECK_MODE(name, mode, round)                                                                                \
  extern "C" std::uint32_t f32_to_##name##_##mode(std::uint32_t x) { return narrow<name##_format, rounding::round>(x); }
#define FPCHECK_WIDE(name)                                                                                             \
  extern "C" std::uint32_t f64_to_##name##_rne(std::uint64_t x) {                                                      \
    return narrow64<name##_format, rounding::nearest_even>(x);                                                         \
  }                                                                                                                    \
  extern "C" std::uint32_t f64_to_##name##_rtz(std::uint64_t x) {                                                      \
    return narrow64<name##_format, rounding::toward_zero>(x);                                                          \
  }                                                                                                                    \
  extern "C" std::uint32_t u64_to_##name##_rne(std::uint64_t x) { return encode<name##_format>(x).code; }              \
  extern "C" std::uint32_t s64_to_##name##_rne(std::int64_t x) { return encode<name##_format>(x).code; }
#define FPCHECK_CONVERSIONS(name)                                                                                      \
  FPCHECK_MODE(name, rne, nearest_even)                                                                                \
  FPCHECK_MODE(name, rna, nearest_away)                                                                                \
  FPCHECK_MODE(name, rtz, toward_zero)                                                                                 \
  FPCHECK_MODE(name, rup, upward)                                                                                      \
  FPCHECK_MODE(name, rdn, downward)                                                                                    \
  extern "C" std::uint32_t f32_to_##name##_sat(std::uint32_t x) {                                                      \
    return narrow<name##_format, rounding::nearest_even, saturation::finite>(x);                                       \
  }                                                                                                                    \
  extern "C" std::uint32_t name##_to_f32(std::uint32_t code) { return decode_bits32(name##_format::row, code); }

FPCHECK_CONVERSIONS(f16)
FPCHECK_CONVERSIONS(bf16)
FPCHECK_CONVERSIONS(e5m2)
FPCHECK_CONVERSIONS(e4m3fn)
FPCHECK_CONVERSIONS(e4m3)
FPCHECK_CONVERSIONS(e3m4)
FPCHECK_CONVERSIONS(e2m3fn)
FPCHECK_CONVERSIONS(e3m2fn)
FPCHECK_CONVERSIONS(e2m1fn)
FPCHECK_CONVERSIONS(e4m3fnuz)
FPCHECK_CONVERSIONS(e5m2fnuz)
FPCHECK_CONVERSIONS(e4m3b11fnuz)

FPCHECK_WIDE(f32)
FPCHECK_WIDE(f16)
FPCHECK_WIDE(bf16)
FPCHECK_WIDE(e5m2)
