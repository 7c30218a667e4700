// The rules of RESULTS.md, each written down as a function of its own and compared with what the device gave for 2^16
// inputs and the recorded sample. MPFR gives the directed and the unbounded roundings.
#include <fpcheck/base/bits.hpp>

#include "vector_file.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <functional>
#include <map>

namespace {

using word = std::uint64_t;
using words = const word*;
using rule = std::function<word(words)>;
using fpcheck::bits_of;

const std::string folder = std::string(FPCHECK_SOURCE_DIR) + "/tests/gpu/vectors/";

float single(word w) {
  return fpcheck::bit_cast<float>(static_cast<std::uint32_t>(w));
}
double wide(word w) {
  return fpcheck::bit_cast<double>(w);
}
bool is_nan64(word x) {
  return x << 1 > 0xffe0000000000000ull;
}
word quiet(word x) {
  return x | 0x0008000000000000ull;
}
word number(double y) {
  return y != y ? 0xfff8000000000000ull : bits_of(y);
}

/// The first NaN among `order`, quieted; else the number.
word first_nan(std::initializer_list<word> order, double y) {
  for (word x : order)
    if (is_nan64(x)) return quiet(x);
  return number(y);
}

word minimum(words w, bool greater) {
  if (is_nan64(w[0]) && is_nan64(w[1])) return quiet(w[1]);
  if (is_nan64(w[0])) return w[1];
  if (is_nan64(w[1])) return w[0];
  const double x = wide(w[0]), y = wide(w[1]);
  if (x == y) return (w[0] >> 63 != 0) == greater ? w[1] : w[0];
  return (x < y) != greater ? w[0] : w[1];
}

/// An MPFR number for the life of the program.
struct big {
  mpfr_t v;
  explicit big(mpfr_prec_t p) { mpfr_init2(v, p); }
  ~big() { mpfr_clear(v); }
  big(const big&) = delete;
  big& operator=(const big&) = delete;
};

enum class operation { multiply, multiply_add, divide };

std::uint32_t flushed(word x) {
  return static_cast<std::uint32_t>((x & 0x7f800000u) == 0 ? x & 0x80000000u : x);
}

/// f32 with .ftz: operands flushed; the result rounded to 24 bits with unbounded exponent, and flushed if then below
/// 2^-126.
word with_ftz(words w, operation op, mpfr_rnd_t rounding) {
  static big a(24), b(24), c(24), y(24);
  const std::uint32_t x[3] = {flushed(w[0]), flushed(w[1]), op == operation::multiply_add ? flushed(w[2]) : 0};
  const float f[3] = {single(x[0]), single(x[1]), single(x[2])};
  const float special = op == operation::multiply ? f[0] * f[1]
                        : op == operation::divide ? f[0] / f[1]
                                                  : std::fma(f[0], f[1], f[2]);
  if (special != special) return 0x7fffffffu;
  if (std::isinf(f[0]) || std::isinf(f[1]) || std::isinf(f[2]) || (op == operation::divide && f[1] == 0))
    return bits_of(special);
  mpfr_set_flt(a.v, f[0], MPFR_RNDN);
  mpfr_set_flt(b.v, f[1], MPFR_RNDN);
  mpfr_set_flt(c.v, f[2], MPFR_RNDN);
  const mpfr_ptr out = y.v;
  if (op == operation::multiply) mpfr_mul(out, a.v, b.v, rounding);
  if (op == operation::divide) mpfr_div(out, a.v, b.v, rounding);
  if (op == operation::multiply_add) mpfr_fma(out, a.v, b.v, c.v, rounding);
  const bool product_sign = ((x[0] ^ x[1]) >> 31) != 0, sum = op == operation::multiply_add;
  const bool zero_sign = sum && product_sign != (x[2] >> 31 != 0) ? rounding == MPFR_RNDD : product_sign;
  if (mpfr_zero_p(out)) return zero_sign ? 0x80000000u : 0u;
  const bool negative = mpfr_sgn(out) < 0;
  const word sign = negative ? 0x80000000u : 0u;
  if (mpfr_get_exp(out) < -125) return sign;
  if (mpfr_get_exp(out) <= 128) return bits_of(mpfr_get_flt(out, MPFR_RNDN));
  const bool infinite = rounding == MPFR_RNDN || rounding == (negative ? MPFR_RNDD : MPFR_RNDU);
  return sign | (infinite ? 0x7f800000u : 0x7f7fffffu);
}

/// A NaN of a narrower or wider format in binary64, or back: sign and the upper payload bits, quiet.
word narrow_nan(word x, int exponent_bits, int mantissa_bits) {
  const word mantissa = (quiet(x) & 0x000fffffffffffffull) >> (52 - mantissa_bits);
  return (x >> 63) << (exponent_bits + mantissa_bits) | ((word{1} << exponent_bits) - 1) << mantissa_bits | mantissa;
}
word widen(word x, int exponent_bits, int mantissa_bits, double y) {
  const word infinity = ((word{1} << exponent_bits) - 1) << mantissa_bits;
  if ((x & ((word{1} << (exponent_bits + mantissa_bits)) - 1)) <= infinity) return bits_of(y);
  return (x >> (exponent_bits + mantissa_bits) & 1u) << 63 | 0x7ff8000000000000ull |
         (x & ((word{1} << mantissa_bits) - 1)) << (52 - mantissa_bits);
}

word extract64(words w, bool is_signed) {
  const std::uint32_t position = static_cast<std::uint32_t>(w[1]), length = static_cast<std::uint32_t>(w[2]);
  const std::int64_t a = static_cast<std::int64_t>(w[0]);
  if (length == 0) return 0;
  if (is_signed) {
    const word shifted = static_cast<word>(a >> std::min(position, 63u));
    return length >= 64 ? shifted
                        : static_cast<word>(static_cast<std::int64_t>(shifted << (64 - length)) >> (64 - length));
  }
  const word shifted = position >= 64 ? 0 : w[0] >> position;
  return length >= 64 ? shifted : shifted & ((word{1} << length) - 1);
}

/// Half away from zero to 10 bits of mantissa. A NaN is cut, so that one may become an infinity.
word tf32(word x, bool finite) {
  const bool special = (x & 0x7f800000u) == 0x7f800000u;
  const word y = (special ? x : x + 0x1000u) & 0xffffe000u;
  return finite && (y & 0x7f800000u) == 0x7f800000u ? y - 0x2000u : y;
}

/// Two halves of a word, each with `rule` applied.
word halves(words w, const std::function<word(word, word)>& rule) {
  return rule(w[0] & 0xffffu, w[1] & 0xffffu) | rule(w[0] >> 16, w[1] >> 16) << 16;
}

/// -0 and +0 as 0, every other number by its place in the order of values.
int rank(word half) {
  const int magnitude = static_cast<int>(half & 0x7fffu);
  return half >> 15 != 0 ? -magnitude : magnitude;
}
bool is_nan16(word half) {
  return (half & 0x7fffu) > 0x7c00u;
}

void add_ftz_rules(std::map<std::string, rule>& r) {
  const std::pair<const char*, mpfr_rnd_t> modes[] = {
      {".rn", MPFR_RNDN}, {".rz", MPFR_RNDZ}, {".rm", MPFR_RNDD}, {".rp", MPFR_RNDU}};
  for (const auto& [text, mode] : modes) {
    const std::string suffix = std::string(text) + ".ftz.f32";
    r["mul" + suffix] = [mode](words w) { return with_ftz(w, operation::multiply, mode); };
    r["fma" + suffix] = [mode](words w) { return with_ftz(w, operation::multiply_add, mode); };
    r["div" + suffix] = [mode](words w) { return with_ftz(w, operation::divide, mode); };
  }
}

std::map<std::string, rule> rules() {
  std::map<std::string, rule> r = {
      {"add.rn.f64",
       [](words w) {
         return first_nan({w[1], w[0]}, wide(w[0]) + wide(w[1]));
       }},
      {"sub.rn.f64",
       [](words w) {
         return first_nan({w[1], w[0]}, wide(w[0]) - wide(w[1]));
       }},
      {"mul.rn.f64",
       [](words w) {
         return first_nan({w[1], w[0]}, wide(w[0]) * wide(w[1]));
       }},
      {"div.rn.f64",
       [](words w) {
         return first_nan({w[0], w[1]}, wide(w[0]) / wide(w[1]));
       }},
      {"fma.rn.f64",
       [](words w) {
         return first_nan({w[1], w[2], w[0]}, std::fma(wide(w[0]), wide(w[1]), wide(w[2])));
       }},
      {"sqrt.rn.f64", [](words w) { return first_nan({w[0]}, std::sqrt(wide(w[0]))); }},
      {"rcp.rn.f64", [](words w) { return first_nan({w[0]}, 1 / wide(w[0])); }},
      {"min.f64", [](words w) { return minimum(w, false); }},
      {"max.f64", [](words w) { return minimum(w, true); }},
      {"abs.f64", [](words w) { return is_nan64(w[0]) ? quiet(w[0]) : w[0] & ~(word{1} << 63); }},
      {"neg.f64", [](words w) { return is_nan64(w[0]) ? quiet(w[0]) : w[0] ^ (word{1} << 63); }},
      {"cvt.f32.bf16", [](words w) { return w[0] << 16; }},
      {"cvt.f32.f32", [](words w) { return w[0]; }},
      {"cvt.f64.f64", [](words w) { return w[0]; }},
      {"cvt.f64.f32", [](words w) { return widen(w[0], 8, 23, single(w[0])); }},
      {"cvt.f64.bf16", [](words w) { return widen(w[0], 8, 7, single(w[0] << 16)); }},
      {"cvt.rn.f32.f64",
       [](words w) -> word {
         return is_nan64(w[0]) ? narrow_nan(w[0], 8, 23) : bits_of(static_cast<float>(wide(w[0])));
       }},
      {"cvt.rn.ftz.f32.f64",
       [](words w) -> word {
         if (is_nan64(w[0])) return narrow_nan(w[0], 8, 23);
         return std::abs(wide(w[0])) < 0x1.ffffffp-127 ? w[0] >> 32 & 0x80000000u
                                                       : bits_of(static_cast<float>(wide(w[0])));
       }},
      {"rem.u32", [](words w) -> word { return w[1] != 0 ? w[0] % w[1] : 0xffffffffu; }},
      {"rem.u64", [](words w) -> word { return w[1] != 0 ? w[0] % w[1] : ~word{0}; }},
      {"rem.u16", [](words w) -> word { return w[1] != 0 ? w[0] % w[1] : 0xffffu; }},
      {"cvt.rna.tf32.f32", [](words w) { return tf32(w[0], false); }},
      {"cvt.rna.satfinite.tf32.f32", [](words w) { return tf32(w[0], true); }},
      {"set.gt.u32.f16x2",
       [](words w) {
         return halves(w, [](word x, word y) -> word {
           return !is_nan16(x) && !is_nan16(y) && rank(x) > rank(y) ? 0xffffu : 0u;
         });
       }},
      {"set.leu.u32.f16x2",
       [](words w) {
         return halves(
             w, [](word x, word y) -> word { return is_nan16(x) || is_nan16(y) || rank(x) <= rank(y) ? 0xffffu : 0u; });
       }},
      {"bfe.u64", [](words w) { return extract64(w, false); }},
      {"bfe.s64", [](words w) { return extract64(w, true); }},
      {"red.global.add.f64",
       [](words w) { return is_nan64(w[1])   ? w[1]
                            : is_nan64(w[0]) ? w[0]
                                             : number(wide(w[0]) + wide(w[1])); }},
      {"red.shared.add.f64", [](words w) {
         return first_nan({w[0], w[1]}, wide(w[0]) + wide(w[1]));
       }}};
  add_ftz_rules(r);
  return r;
}

TEST(rules, give_what_the_device_gave) {
  const std::map<std::string, rule> all = rules();
  std::size_t compared = 0;
  for (const char* name : {"arithmetic.vec", "conversion.vec", "integer.vec", "atomic.vec"}) {
    std::ifstream in(folder + name);
    gpu::vector_file file;
    std::string error;
    ASSERT_TRUE(gpu::read_vectors(in, file, error)) << error;
    for (const gpu::vector_record& r : file.records) {
      const auto meaning = all.find(r.form.name);
      if (meaning == all.end()) continue;
      ++compared;
      for (std::size_t i = 0; i < r.outputs.size(); ++i)
        EXPECT_EQ(meaning->second(r.inputs[i].data()), r.outputs[i])
            << r.form.name << " of " << std::hex << r.inputs[i][0];
      for (const std::size_t b : {std::size_t{0}, r.digests.size() - 1}) {
        std::vector<word> outputs(file.block);
        for (word i = 0; i < file.block; ++i)
          outputs[i] = meaning->second(gpu::inputs_at(r.seed, b * file.block + i, r.form.inputs.data(),
                                                      static_cast<std::uint32_t>(r.form.inputs.size()))
                                           .word);
        EXPECT_EQ(gpu::digest(b * file.block, outputs), r.digests[b]) << r.form.name << ", block " << b;
      }
    }
  }
  EXPECT_EQ(compared, all.size());
}

TEST(rules, know_nan_codes) {
  EXPECT_TRUE(is_nan64(0x7ff0000000000001ull));
  EXPECT_FALSE(is_nan64(0xfff0000000000000ull));
  EXPECT_EQ(narrow_nan(0xfff8123456789abcull, 8, 23), 0xffc091a2u);
}

} // namespace
