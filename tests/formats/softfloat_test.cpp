// Software binary32 against the machine's, in its four modes, flags included.
#include "machine_float.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>

namespace fpcheck {
namespace {

std::uint64_t cases() {
  const char* wanted = std::getenv("FPCHECK_CASES");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 1000000;
}

class softfloat : public testing::TestWithParam<machine::operation> {};

TEST_P(softfloat, is_the_machine_s_arithmetic_in_four_modes_flags_included) {
  const machine::operation& op = GetParam();
  if (!machine::has_fused()) GTEST_SKIP() << "this machine has no fused multiply-add";
  const std::uint64_t seed = std::uint64_t{std::random_device{}()} << 24;
  for (std::uint64_t i = seed; i < seed + cases(); ++i) {
    const machine::operands o = machine::case_of(i);
    for (const machine::mode& m : machine::modes) {
      const auto want = machine::compute(op, o, m), got = op.ours(o, m.round);
      if (machine::one_nan(got.code) == machine::one_nan(want.code) && got.flags == want.flags) continue;
      machine::set_mode(FE_TONEAREST);
      FAIL() << std::hex << o.a << " " << o.b << " " << o.c << " " << m.name << ": got " << got.code << " status "
             << static_cast<int>(got.flags) << ", machine " << want.code << " status " << static_cast<int>(want.flags);
    }
  }
  machine::set_mode(FE_TONEAREST);
}

INSTANTIATE_TEST_SUITE_P(operations, softfloat, testing::ValuesIn(machine::operations),
                         [](const auto& i) { return std::string(i.param.name); });

/// "operation mode a b c result flags": what a machine gave, for machines without these modes or flags.
TEST(softfloat_vectors, on_record) {
  std::ifstream in(FPCHECK_SOURCE_DIR "/tests/formats/softfloat.vectors");
  std::size_t lines = 0;
  machine::operands o{};
  std::uint32_t result = 0, flags = 0;
  for (std::string name, mode; in >> name >> mode >> std::hex >> o.a >> o.b >> o.c >> result >> flags; ++lines) {
    const auto op = std::find_if(std::begin(machine::operations), std::end(machine::operations),
                                 [&](const machine::operation& x) { return name == x.name; });
    const auto m = std::find_if(std::begin(machine::modes), std::end(machine::modes),
                                [&](const machine::mode& x) { return mode == x.name; });
    ASSERT_TRUE(op != std::end(machine::operations) && m != std::end(machine::modes)) << name << " " << mode;
    const auto got = op->ours(o, m->round);
    EXPECT_EQ(machine::one_nan(got.code), result) << name << " " << mode << std::hex << " " << o.a << " " << o.b;
    EXPECT_EQ(static_cast<std::uint32_t>(got.flags), flags)
        << name << " " << mode << std::hex << " " << o.a << " " << o.b;
  }
  EXPECT_TRUE(in.eof());
  EXPECT_EQ(lines, 24u * 64u);
}

#if defined(__x86_64__)
/// The machine with flush-to-zero and denormals-are-zero set, against both in bits.
TEST(softfloat_subnormals, flushing) {
  std::uint64_t index = std::uint64_t{std::random_device{}()} << 24;
  const auto next = [&index] { return machine::tricky(index++); };
  const machine::operation &addition = machine::operations[0], &product = machine::operations[2];
  const unsigned saved = __builtin_ia32_stmxcsr();
  for (std::uint64_t i = 0; i < cases(); ++i) {
    // Exponents at the border of the subnormal numbers; a factor near 1.
    const std::uint32_t a = next() & 0x81ffffff, b = next() & 0x81ffffff, factor = (next() & 0x80ffffff) | 0x3f000000;
    __builtin_ia32_ldmxcsr(0x1f80 | 0x8040);
    const std::uint32_t sum = machine::on_machine(addition, {a, b, 0});
    const std::uint32_t scaled = machine::on_machine(product, {a, factor, 0});
    __builtin_ia32_ldmxcsr(saved);
    const policy p{.subnormal = subnormals::flush_both};
    ASSERT_EQ((add<f32_format>(a, b, p).code), sum) << std::hex << a << " " << b;
    ASSERT_EQ((multiply<f32_format>(a, factor, p).code), scaled) << std::hex << a << " " << factor;
  }
}
#endif

TEST(softfloat_subnormals, a_result_that_rounds_up_to_the_least_normal_number) {
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
