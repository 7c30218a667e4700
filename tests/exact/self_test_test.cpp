#include <fpcheck/exact/self_test.hpp>

#include <gtest/gtest.h>

#include <cfenv>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fpcheck::exact {
namespace {

TEST(arithmetic_self_test, passes_here) {
  EXPECT_EQ(arithmetic_self_test(), arithmetic_defect::none);
}

TEST(arithmetic_self_test, sees_every_rounding_mode) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const arithmetic_defect seen = arithmetic_self_test();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(seen, arithmetic_defect::rounding_mode);
  }
}

#if defined(__x86_64__)
TEST(arithmetic_self_test, sees_flushing) {
  const unsigned saved = _mm_getcsr();
  _mm_setcsr(saved | 0x8000);
  const arithmetic_defect results = arithmetic_self_test();
  _mm_setcsr(saved | 0x0040);
  const arithmetic_defect inputs = arithmetic_self_test();
  _mm_setcsr(saved);
  EXPECT_EQ(results, arithmetic_defect::flushed_result);
  EXPECT_EQ(inputs, arithmetic_defect::flushed_input);
}
#endif

} // namespace
} // namespace fpcheck::exact
