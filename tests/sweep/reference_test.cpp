#include <fpcheck/sweep/library_tally.hpp>
#include <fpcheck/sweep/reference_definition.hpp>

#include "../../src/sweep/exact_function.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace fpcheck::sweep {
namespace {

/// Inputs a function: 10^6 with FPCHECK_EVERY_INPUT, a slice without.
int inputs_wanted() {
  return std::getenv("FPCHECK_EVERY_INPUT") != nullptr ? 1000000 : 2000;
}

class reference : public ::testing::TestWithParam<std::string> {};

/// Where branches and tables may end: powers of two, sixteenths, and their neighbours, of both signs.
std::vector<float> edges() {
  std::vector<float> out;
  const auto add = [&](float x) {
    for (const float y : {std::nextafter(x, 0.0f), x, std::nextafter(x, INFINITY)}) out.push_back(y), out.push_back(-y);
  };
  for (int e = -148; e < 128; ++e) add(std::ldexp(1.0f, e)); // the least number's neighbour is a zero, whose sign MPFR treats otherwise
  for (int i = 1; i < 64; ++i) add(static_cast<float>(i) / 16);
  return out;
}

/// Whether the exact value lies within the error.
::testing::AssertionResult holds(const expected_value& e, exact_function f, float x) {
  precise argument(24), y(300), distance(300);
  mpfr_set_flt(argument, x, MPFR_RNDN);
  f(y, argument);
  const auto failed = [&] { return ::testing::AssertionFailure() << std::hexfloat << "x = " << x << ": " << e.value << " +- " << e.error << ", exactly " << mpfr_get_d(y, MPFR_RNDN); };
  if (std::isnan(e.value)) return mpfr_nan_p(y) ? ::testing::AssertionSuccess() : failed();
  if (mpfr_nan_p(y)) return failed();
  if (std::isinf(e.value)) return mpfr_get_d(y, MPFR_RNDN) == e.value ? ::testing::AssertionSuccess() : failed();
  // Beyond every number of binary32 nobody asks how far.
  if (std::fabs(mpfr_get_d(y, MPFR_RNDN)) >= 0x1p128 && std::fabs(e.value) - e.error >= 0x1p128) return ::testing::AssertionSuccess();
  mpfr_sub_d(distance, y, e.value, MPFR_RNDN);
  mpfr_abs(distance, distance, MPFR_RNDN);
  return mpfr_cmp_d(distance, e.error) <= 0 ? ::testing::AssertionSuccess() : failed();
}

TEST_P(reference, encloses_what_mpfr_says) {
  const exact_function f = exact_function_named(GetParam());
  ASSERT_NE(f, nullptr);
  const auto made = reference_tables::make(GetParam());
  ASSERT_TRUE(made) << made.error().text();
  std::mt19937_64 random(7);
  int open = 0;
  // Solving for one of these takes MPFR a millisecond.
  const bool slow = GetParam().find("inv") != std::string::npos || GetParam() == "erfcx" || GetParam() == "i0" || GetParam() == "i1";
  if (slow && std::getenv("FPCHECK_EVERY_INPUT") == nullptr) GTEST_SKIP() << "MPFR takes seconds for its tables: FPCHECK_EVERY_INPUT=1 checks this one too";
  for (const float x : edges()) ASSERT_TRUE(holds(expected(made->host(), x), f, x)) << GetParam();
  const int count = slow ? inputs_wanted() / 10 : inputs_wanted();
  for (int i = 0; i < count; ++i) {
    // Half of the inputs in the binades where most functions do something.
    std::uint64_t code = random();
    if (i % 2 == 0) code = (code & 0x807fffffu) | ((100 + code / 0x100000000u % 40) << 23);
    const float x = bit_cast<float>(static_cast<std::uint32_t>(code));
    const expected_value e = expected(made->host(), x);
    ASSERT_TRUE(holds(e, f, x)) << GetParam();
    library_tally t;
    if (!judge(t, e, bits_of(x), bits_of(static_cast<float>(e.value)), subnormals::kept)) ++open;
  }
  EXPECT_LE(open, 2 + count / 500) << "the tables leave too much to MPFR";
}

INSTANTIATE_TEST_SUITE_P(every_function, reference,
                         ::testing::ValuesIn([] {
                           std::vector<std::string> out;
                           for (const std::string_view n : reference_names()) out.emplace_back(n);
                           return out;
                         }()),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace fpcheck::sweep
