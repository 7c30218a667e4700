// The shipped exp2 in its parts and the unit-interval maps, as functions that the SMT goals speak about.
#include <fpcheck/exact/double_double.hpp>
#include <fpcheck/interval/arithmetic.hpp>
#include <fpcheck/kernels/exp2.hpp>
#include <fpcheck/kernels/hash.hpp>

using namespace fpcheck;
using namespace fpcheck::kernels;

extern "C" std::int32_t reduce_whole(float x) { return exp2_reduce(x).whole; }
extern "C" float reduce_fraction(float x) { return exp2_reduce(x).fraction; }
extern "C" float scale(float p, std::int32_t n) { return exp2_scale(p, n); }
extern "C" float whole_exp2(float x) { return kernels::exp2(x); }

extern "C" float closed_open(std::uint32_t n) { return unit_closed_open(n); }
extern "C" float open_closed(std::uint32_t n) { return unit_open_closed(n); }
extern "C" float open_open(std::uint32_t n) { return unit_open(n); }
extern "C" float naive(std::uint32_t n) { return static_cast<float>(n) * 0x1p-32f; }

#define FPCHECK_UNIT(name)                                                                                             \
  extern "C" std::uint32_t closed_open_##name(std::uint32_t n) { return unit_closed_open_as<name##_format>(n).code(); } \
  extern "C" std::uint32_t open_closed_##name(std::uint32_t n) { return unit_open_closed_as<name##_format>(n).code(); } \
  extern "C" std::uint32_t open_open_##name(std::uint32_t n) { return unit_open_as<name##_format>(n).code(); }
FPCHECK_UNIT(f16)
FPCHECK_UNIT(bf16)
FPCHECK_UNIT(e4m3fn)
FPCHECK_UNIT(e5m2)

extern "C" std::uint32_t representable_f32(std::uint64_t n) { return representable<f32_format>(n); }
extern "C" std::uint32_t representable_f16(std::uint64_t n) { return representable<f16_format>(n); }
extern "C" std::uint32_t representable_bf16(std::uint64_t n) { return representable<bf16_format>(n); }
extern "C" std::uint32_t representable_e5m2(std::uint64_t n) { return representable<e5m2_format>(n); }
extern "C" std::uint32_t loses_f32(std::uint64_t n) { return bits_lost<f32_format>(n) != 0; }
extern "C" std::uint32_t fits_24(std::uint64_t n) { return fits_precision(24, n); }

#define FPCHECK_TRANSFORMS(type)                                                                                       \
  extern "C" type two_sum_value_##type(type a, type b) { return exact::two_sum(a, b).value; }                          \
  extern "C" type two_sum_error_##type(type a, type b) { return exact::two_sum(a, b).error; }                          \
  extern "C" type fast_two_sum_value_##type(type a, type b) { return exact::fast_two_sum(a, b).value; }                \
  extern "C" type fast_two_sum_error_##type(type a, type b) { return exact::fast_two_sum(a, b).error; }                \
  extern "C" type two_prod_value_##type(type a, type b) { return exact::two_prod(a, b).value; }                        \
  extern "C" type two_prod_error_##type(type a, type b) { return exact::two_prod(a, b).error; }                        \
  extern "C" type split_value_##type(type a) { return exact::split(a).value; }                                         \
  extern "C" type split_error_##type(type a) { return exact::split(a).error; }
FPCHECK_TRANSFORMS(float)
FPCHECK_TRANSFORMS(double)

// Operations on double words a, b and c, of which some use a number for b: the two words of the result.
#define FPCHECK_PART(type, name, part, value)                                                                          \
  extern "C" type name##_##part##_##type(type ah, type al, type bh, type bl, type ch, type cl) {                       \
    const exact::double_word<type> a{ah, al}, b{bh, bl}, c{ch, cl};                                                    \
    return exact::value.part;                                                                                          \
  }
#define FPCHECK_WORD(type, name, value)                                                                                \
  FPCHECK_PART(type, name, high, value)                                                                                \
  FPCHECK_PART(type, name, low, value)
#define FPCHECK_WORDS(type)                                                                                            \
  FPCHECK_WORD(type, add_words, add(a, b))                                                                             \
  FPCHECK_WORD(type, sub_words, sub(a, b))                                                                             \
  FPCHECK_WORD(type, mul_words, mul(a, b))                                                                             \
  FPCHECK_WORD(type, div_words, div(a, b))                                                                             \
  FPCHECK_WORD(type, fma_words, fma(a, b, c))                                                                          \
  FPCHECK_WORD(type, add_number, add(a, bh))                                                                           \
  FPCHECK_WORD(type, mul_number, mul(a, bh))                                                                           \
  FPCHECK_WORD(type, div_number, div(a, bh))                                                                           \
  FPCHECK_WORD(type, sqrt_word, sqrt(a))
FPCHECK_WORDS(float)
FPCHECK_WORDS(double)

// Intervals: rounding downward, and which bounds the products and quotients take.
extern "C" double next_below(double x) { return exact::next_down(x); }
extern "C" double next_above(double x) { return exact::next_up(x); }
extern "C" double down_add(double a, double b) { return interval::down::add(a, b); }
extern "C" double down_mul(double a, double b) { return interval::down::mul(a, b); }
extern "C" double down_div(double a, double b) { return interval::down::div(a, b); }
extern "C" double down_sqrt(double a) { return interval::down::sqrt(a); }
#define FPCHECK_OPERAND(side, part)                                                                                    \
  extern "C" double side##_##part(double al, double au, double bl, double bu) {                                        \
    return interval::detail::side##_operands(interval::between(al, au), interval::between(bl, bu)).part;               \
  }
#define FPCHECK_OPERANDS(side)                                                                                         \
  FPCHECK_OPERAND(side, a1)                                                                                            \
  FPCHECK_OPERAND(side, b1)                                                                                            \
  FPCHECK_OPERAND(side, a2)                                                                                            \
  FPCHECK_OPERAND(side, b2)
FPCHECK_OPERANDS(lower)
FPCHECK_OPERANDS(upper)
