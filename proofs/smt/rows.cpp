// The shipped conversions to the rows that conversions.cpp leaves out, and to every P3109 row of a precision at once: the
// row's width, sign and domain are arguments.
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>

namespace {

using namespace fpcheck;

template <rounding Round, saturation Saturate = saturation::none>
FPCHECK_INLINE std::uint32_t narrow(format_row row, std::uint32_t bits) {
  constexpr policy p = with(with(policy{}, Round), Saturate);
  return encode_bits(row, bits, p).code;
}

template <int Precision>
FPCHECK_INLINE format_row p3109(std::uint32_t bits, std::uint32_t is_unsigned, std::uint32_t is_finite) {
  return p3109_row(static_cast<int>(bits), Precision, is_unsigned != 0 ? signedness::unsigned_ : signedness::signed_,
                   is_finite != 0 ? special_codes::p3109_finite : special_codes::p3109_extended);
}

} // namespace

#define FPCHECK_ROW(name)                                                                                              \
  FPCHECK_ROW_MODE(name, rne, rounding::nearest_even)                                                                  \
  FPCHECK_ROW_MODE(name, rna, rounding::nearest_away)                                                                  \
  FPCHECK_ROW_MODE(name, rtz, rounding::toward_zero)                                                                   \
  FPCHECK_ROW_MODE(name, rup, rounding::upward)                                                                        \
  FPCHECK_ROW_MODE(name, rdn, rounding::downward)                                                                      \
  FPCHECK_ROW_MODE(name, sat, rounding::nearest_even, saturation::finite)                                              \
  extern "C" std::uint64_t name##_to_f64(std::uint32_t code) { return decode_bits64(name##_format::row, code); }
#define FPCHECK_ROW_MODE(name, mode, ...)                                                                              \
  extern "C" std::uint32_t f32_to_##name##_##mode(std::uint32_t x) {                                                   \
    return narrow<__VA_ARGS__>(name##_format::row, x);                                                                 \
  }
#define FPCHECK_P3109(precision)                                                                                       \
  FPCHECK_P3109_MODE(precision, rne, rounding::nearest_even)                                                           \
  FPCHECK_P3109_MODE(precision, rna, rounding::nearest_away)                                                           \
  FPCHECK_P3109_MODE(precision, rtz, rounding::toward_zero)                                                            \
  FPCHECK_P3109_MODE(precision, rup, rounding::upward)                                                                 \
  FPCHECK_P3109_MODE(precision, rdn, rounding::downward)                                                               \
  FPCHECK_P3109_MODE(precision, sat, rounding::nearest_even, saturation::finite)                                       \
  extern "C" std::uint64_t p3109p##precision##_to_f64(std::uint32_t code, std::uint32_t k, std::uint32_t u, std::uint32_t f) { \
    return decode_bits64(p3109<precision>(k, u, f), code);                                                             \
  }
#define FPCHECK_P3109_MODE(precision, mode, ...)                                                                       \
  extern "C" std::uint32_t f32_to_p3109p##precision##_##mode(std::uint32_t x, std::uint32_t k, std::uint32_t u, std::uint32_t f) { \
    return narrow<__VA_ARGS__>(p3109<precision>(k, u, f), x);                                                          \
  }

FPCHECK_ROW(e8m0fnu)
FPCHECK_ROW(ue4m3)
FPCHECK_ROW(ue5m3)

FPCHECK_P3109(1)
FPCHECK_P3109(2)
FPCHECK_P3109(3)
FPCHECK_P3109(4)
FPCHECK_P3109(5)
FPCHECK_P3109(6)
FPCHECK_P3109(7)
FPCHECK_P3109(8)
FPCHECK_P3109(9)
FPCHECK_P3109(10)
FPCHECK_P3109(11)
FPCHECK_P3109(12)
FPCHECK_P3109(13)
FPCHECK_P3109(14)
FPCHECK_P3109(15)
