// The error stated for the card's 2^x, over the emulator's model of it (which has the card's bits, tests/gpu/RESULTS.md).
#include "row_plans.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

struct worst_errors {
  double relative = 0, below = 0;
};

/// Over every `step`-th binary32 number of [-150, 0].
worst_errors measure(std::uint32_t step) {
  worst_errors w;
  for (std::uint32_t code = 0x80000000u; code <= bits_of(-150.0f); code += step) {
    const float x = bit_cast<float>(code);
    const double exact = std::exp2(static_cast<double>(x)), error = std::fabs(static_cast<double>(rows::modelled_exp2::of(x)) - exact);
    if (x >= -126) w.relative = std::fmax(w.relative, error / exact);
    else w.below = std::fmax(w.below, error);
  }
  return w;
}

void expect_stated(const worst_errors& w) {
  EXPECT_LE(w.relative, special_exp2::relative_error);
  EXPECT_LE(w.below, special_exp2::kept_floor);
  EXPECT_GE(w.relative, 0.9 * special_exp2::relative_error) << "the stated error is far from what is attained";
}

/// A slice, or every number where FPCHECK_EVERY_VECTOR is set (half a minute).
TEST(Exp2Unit, StatedError) { expect_stated(measure(std::getenv("FPCHECK_EVERY_VECTOR") != nullptr ? 1 : 509)); }

TEST(Exp2Unit, SumTermsFlush) {
  EXPECT_EQ(rows::modelled_exp2::sum_term(-127.0f), 0.0f);
  EXPECT_NEAR(rows::modelled_exp2::of(-127.0f), 0x1p-127f, special_exp2::kept_floor);
}

} // namespace
