// Software binary32 against the machine's, in its four modes, flags included.
#include <fpcheck/formats/arithmetic.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <random>

namespace fpcheck {
namespace {

struct machine_mode {
  rounding mode;
  int fe;
};
constexpr machine_mode machine_modes[] = {{rounding::nearest_even, FE_TONEAREST},
                                          {rounding::toward_zero, FE_TOWARDZERO},
                                          {rounding::upward, FE_UPWARD},
                                          {rounding::downward, FE_DOWNWARD}};

status machine_status() {
  const int raised = std::fetestexcept(FE_ALL_EXCEPT);
  status s = status::none;
  if (raised & FE_INEXACT) s = s | status::inexact;
  if (raised & FE_UNDERFLOW) s = s | status::underflow;
  if (raised & FE_OVERFLOW) s = s | status::overflow;
  if (raised & FE_DIVBYZERO) s = s | status::divide_by_zero;
  if (raised & FE_INVALID) s = s | status::invalid;
  return s;
}

/// Codes whose exponents meet often and whose significands have long runs, so that ties and cancellation occur.
class tricky {
public:
  explicit tricky(std::uint64_t seed) : random_(seed) {}

  std::uint32_t operator()() {
    const auto r = random_();
    const auto sign = static_cast<std::uint32_t>(r & 1) << 31;
    std::uint32_t exponent = static_cast<std::uint32_t>(r >> 1) & 255;
    switch ((r >> 9) & 7) {
    case 0:
      exponent = static_cast<std::uint32_t>(r >> 16) & 1 ? 255 : 0;
      break;
    case 1:
      exponent = 1 + (static_cast<std::uint32_t>(r >> 16) & 3);
      break;
    case 2:
      exponent = 254 - (static_cast<std::uint32_t>(r >> 16) & 3);
      break;
    case 3:
    case 4:
    case 5:
      exponent = 120 + (static_cast<std::uint32_t>(r >> 16) & 15);
      break;
    default:
      break;
    }
    std::uint32_t fraction = static_cast<std::uint32_t>(r >> 32) & 0x7fffff;
    const auto run = static_cast<unsigned>(r >> 20) % 24;
    switch ((r >> 12) & 7) {
    case 0:
      fraction = 0;
      break;
    case 1:
      fraction = 0x7fffff;
      break;
    case 2:
      fraction = (fraction >> run) << run;
      break;
    case 3:
      fraction |= (1u << run) - 1;
      break;
    case 4:
      fraction = 1u << run & 0x7fffff;
      break;
    default:
      break;
    }
    return sign | exponent << 23 | fraction;
  }

private:
  std::mt19937_64 random_;
};

float from(std::uint32_t c) {
  return std::bit_cast<float>(c);
}

/// One operation of the machine, kept from being moved across the mode change.
template <class Operation>
__attribute__((noinline)) std::uint32_t on_machine(Operation op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  volatile float x = from(a), y = from(b), z = from(c);
  volatile float r = op(x, y, z);
  return std::bit_cast<std::uint32_t>(static_cast<float>(r));
}

template <class Ours, class Machine>
void compare(std::uint64_t count, Ours ours, Machine machine) {
  tricky next(std::random_device{}());
  for (const auto& [mode, fe] : machine_modes) {
    std::fesetround(fe);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint32_t a = next(), b = next(), c = next();
      std::feclearexcept(FE_ALL_EXCEPT);
      const std::uint32_t want = on_machine(machine, a, b, c);
      const status flags = machine_status();
      const auto got = ours(a, b, c, policy{.round = mode, .nan = nan_rule::payload});
      const bool nan = (want & 0x7fffffff) > 0x7f800000;
      const bool same = nan ? (got.code & 0x7fffffff) > 0x7f800000 : got.code == want;
      if (!same || got.flags != flags) {
        std::fesetround(FE_TONEAREST);
        FAIL() << std::hex << a << " " << b << " " << c << " mode " << fe << ": got " << got.code << " status "
               << static_cast<int>(got.flags) << ", machine " << want << " status " << static_cast<int>(flags);
      }
    }
  }
  std::fesetround(FE_TONEAREST);
}

std::uint64_t cases() {
  const char* wanted = std::getenv("FPCHECK_CASES");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 1000000;
}

TEST(softfloat, add) {
  compare(
      cases(), [](auto a, auto b, auto, policy p) { return add<f32_format>(a, b, p); },
      [](float x, float y, float) { return x + y; });
}
TEST(softfloat, subtract) {
  compare(
      cases(), [](auto a, auto b, auto, policy p) { return subtract<f32_format>(a, b, p); },
      [](float x, float y, float) { return x - y; });
}
TEST(softfloat, multiply) {
  compare(
      cases(), [](auto a, auto b, auto, policy p) { return multiply<f32_format>(a, b, p); },
      [](float x, float y, float) { return x * y; });
}
TEST(softfloat, divide) {
  compare(
      cases(), [](auto a, auto b, auto, policy p) { return divide<f32_format>(a, b, p); },
      [](float x, float y, float) { return x / y; });
}
TEST(softfloat, sqrt) {
  compare(
      cases(), [](auto a, auto, auto, policy p) { return sqrt<f32_format>(a, p); },
      [](float x, float, float) { return __builtin_sqrtf(x); });
}
TEST(softfloat, fma) {
  compare(
      cases() / 4, [](auto a, auto b, auto c, policy p) { return fma<f32_format>(a, b, c, p); },
      [](float x, float y, float z) { return std::fma(x, y, z); });
}

#if defined(__x86_64__)
/// The machine with flush-to-zero and denormals-are-zero set, against both in bits.
TEST(softfloat, flushing) {
  tricky next(std::random_device{}());
  const unsigned saved = __builtin_ia32_stmxcsr();
  for (std::uint64_t i = 0; i < cases(); ++i) {
    // Exponents at the border of the subnormal numbers; a factor near 1.
    const std::uint32_t a = next() & 0x81ffffff, b = next() & 0x81ffffff, factor = (next() & 0x80ffffff) | 0x3f000000;
    __builtin_ia32_ldmxcsr(0x1f80 | 0x8040);
    const std::uint32_t sum = on_machine([](float x, float y, float) { return x + y; }, a, b, 0);
    const std::uint32_t product = on_machine([](float x, float y, float) { return x * y; }, a, factor, 0);
    __builtin_ia32_ldmxcsr(saved);
    const policy p{.subnormal = subnormals::flush_both};
    ASSERT_EQ((add<f32_format>(a, b, p).code), sum) << std::hex << a << " " << b;
    ASSERT_EQ((multiply<f32_format>(a, factor, p).code), product) << std::hex << a << " " << factor;
  }
}
#endif

TEST(softfloat, a_result_that_rounds_up_to_the_least_normal_number) {
  // (1 - 2^-24) 2^-126 is below it with unbounded exponent in every mode, (1 - 2^-46) 2^-126 only toward zero.
  const auto flushed = [](std::uint32_t a, std::uint32_t b, rounding r) {
    return multiply<f32_format>(a, b, {.round = r, .subnormal = subnormals::flush_both}).code == 0;
  };
  for (const rounding r : {rounding::nearest_even, rounding::upward, rounding::toward_zero, rounding::downward})
    EXPECT_TRUE(flushed(0x3f7fffff, 0x00800000, r));
  EXPECT_FALSE(flushed(0x3f7ffffe, 0x00800001, rounding::nearest_even));
  EXPECT_FALSE(flushed(0x3f7ffffe, 0x00800001, rounding::upward));
  EXPECT_TRUE(flushed(0x3f7ffffe, 0x00800001, rounding::toward_zero));
  EXPECT_TRUE(flushed(0x3f7ffffe, 0x00800001, rounding::downward));
}

} // namespace
} // namespace fpcheck
