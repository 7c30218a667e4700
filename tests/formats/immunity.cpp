// A digest of what the library computes, under every rounding mode of the machine and with subnormals flushed: it must
// not change, nor with -ffast-math or another level of optimisation, for which this file is compiled again.
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/formats/bulk.hpp>
#include <fpcheck/formats/integer.hpp>
#include <fpcheck/formats/remainder.hpp>
#include <fpcheck/metric/ulp.hpp>

#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace fpcheck;

namespace {

std::uint64_t state = 0;
std::uint64_t digest = 0;

std::uint64_t next() {
  state += 0x9e3779b97f4a7c15ull;
  std::uint64_t x = state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}
void take(std::uint64_t x) {
  digest = (digest ^ x) * 0x100000001b3ull + (digest >> 29);
}

std::uint32_t operand32() {
  const std::uint64_t r = next();
  std::uint32_t x = static_cast<std::uint32_t>(r);
  if ((r >> 33 & 3) == 0) x &= 0x807fffff;  // subnormal
  if ((r >> 35 & 31) == 0) x |= 0x7f800000; // infinity or NaN
  return x;
}

template <class Tag>
void arithmetic_of(const policy& p) {
  const auto a = static_cast<code_type<Tag>>(operand32() & code_mask(Tag::row)),
             b = static_cast<code_type<Tag>>(operand32() & code_mask(Tag::row)),
             c = static_cast<code_type<Tag>>(operand32() & code_mask(Tag::row));
  take(add<Tag>(a, b, p).code), take(subtract<Tag>(a, b, p).code), take(multiply<Tag>(a, b, p).code);
  take(divide<Tag>(a, b, p).code), take(sqrt<Tag>(a, p).code), take(fma<Tag>(a, b, c, p).code);
  take(remainder<Tag>(a, b, p).code);
  take(static_cast<std::uint64_t>(to_integer<std::int32_t, Tag>(a, p.round).value));
  take(decode_bits64(Tag::row, a));
  take(basic_float<Tag>::from_code(a) < basic_float<Tag>::from_code(b));
}

void conversions(const policy& p) {
  const std::uint32_t x = operand32();
  const std::uint64_t y = next();
  take(encode_bits<e4m3fn_format>(x, p).code), take(encode_bits<bf16_format>(x, p).code);
  take(encode_bits<f16_format>(y, p).code), take(encode_bits<f32_format>(y, p).code);
  take(encode<bf16_format>(static_cast<std::int64_t>(y), p).code);
  take(static_cast<std::uint64_t>(encode_bits<f32_format>(y, p).flags));
}

std::uint64_t run() {
  state = digest = 0;
  for (int i = 0; i < 3000; ++i) {
    const policy p{.round = static_cast<rounding>(i % 7), .saturate = static_cast<saturation>(i % 3)};
    arithmetic_of<f32_format>(p);
    arithmetic_of<bf16_format>(p);
    arithmetic_of<e4m3fn_format>(p);
    conversions(p);
  }
  std::vector<float> in(1000);
  std::vector<std::uint8_t> codes(1000);
  for (auto& x : in) x = bit_cast<float>(operand32());
  for (const auto level : {isa_level::baseline, isa_level::avx2, isa_level::avx512}) {
    if (level > best_isa_level()) continue;
    encode<e4m3fn_format>(in, codes, policy{}, level);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) sum = sum * 31 + codes[i];
    static std::uint64_t first = sum;
    if (sum != first) std::printf("level %d differs\n", static_cast<int>(level)), std::exit(1);
  }
  return digest;
}

} // namespace

int main() {
  constexpr int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (const int mode : modes)
    for (const unsigned flush : {0u, 0x8040u}) { // flush to zero and denormals are zero
      std::fesetround(mode);
#if defined(__x86_64__)
      __builtin_ia32_ldmxcsr((__builtin_ia32_stmxcsr() & ~0x8040u) | flush);
#endif
      const std::uint64_t got = run();
#if defined(__x86_64__)
      __builtin_ia32_ldmxcsr(0x1f80);
#endif
      std::fesetround(FE_TONEAREST);
      std::printf("mode %d flush %x digest %016llx\n", mode, flush, static_cast<unsigned long long>(got));
    }
}
