// Each matcher takes what it must and rejects what it must, NaN first; what it says is what the command line says.
#include <fpcheck/cli/app.hpp>
#include <fpcheck/interval/arithmetic.hpp>
#include <fpcheck/tensor/file.hpp>
#include <fpcheck/testing/matchers.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>

namespace fpcheck::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr float nan_f = std::numeric_limits<float>::quiet_NaN(), infinity_f = std::numeric_limits<float>::infinity();

template <class Matcher, class T>
std::string why(const Matcher& m, const T& actual) {
  std::ostringstream out;
  m.MatchAndExplain(actual, &out);
  return out.str();
}

TEST(within_ulps, nan_and_infinity_are_never_within) {
  EXPECT_THAT(nan_f, Not(within_ulps(1e9, 1.0f)));
  EXPECT_THAT(1.0f, Not(within_ulps(1e9, nan_f)));
  EXPECT_THAT(infinity_f, Not(within_ulps(1e9, std::numeric_limits<float>::max())));
  EXPECT_THAT(std::numeric_limits<float>::max(), Not(within_ulps(1e9, infinity_f)));
  EXPECT_THAT(infinity_f, Not(within_ulps(1e9, -infinity_f)));
  EXPECT_THAT(nan_f, within_ulps(0, nan_f));
  EXPECT_THAT(infinity_f, within_ulps(0, infinity_f));
}

TEST(within_ulps, counts_ulps_of_the_actual_type) {
  EXPECT_THAT(0x1.000002p0f, within_ulps(1, 1.0f));
  EXPECT_THAT(0x1.000004p0f, Not(within_ulps(1, 1.0f)));
  EXPECT_THAT(0x1.000004p0f, within_ulps(2, 1.0));
  EXPECT_THAT(bf16_t(1.01), within_ulps(1, 1.0f));
  EXPECT_THAT(f16_t(1.01), Not(within_ulps(1, 1.0f)));
  EXPECT_THAT((std::vector<float>{1, 2, 3}), within_ulps(0, std::vector<double>{1, 2, 3}));
  EXPECT_THAT((std::vector<float>{1, 2, nan_f}), Not(within_ulps(4, std::vector<double>{1, 2, 3})));
}

TEST(within_ulps, other_shapes_and_no_elements_do_not_match) {
  EXPECT_THAT((std::vector<float>{1, 2}), Not(within_ulps(1e9, std::vector<float>{1, 2, 3})));
  EXPECT_THAT(std::vector<float>{}, Not(within_ulps(1e9, std::vector<float>{})));
}

TEST(within_ulps, says_what_diff_says) {
  const tensor::array actual = *to_tensor(std::vector<float>{1, 2, nan_f, 4}), expected = *to_tensor(std::vector<float>{1, 2.5f, 3, 4});
  const auto folder = std::filesystem::temp_directory_path() / ("fpcheck_matchers_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string a = (folder / "a.npy").string(), b = (folder / "b.npy").string();
  ASSERT_TRUE(tensor::save(a, actual) && tensor::save(b, expected));
  std::ostringstream out, err;
  EXPECT_EQ(cli::run({"diff", a, b, "--tol", "2ulp"}, out, err), exit_code::findings);
  EXPECT_EQ(why(within_ulps(2, expected), actual), '\n' + out.str());
  EXPECT_THAT(out.str(), HasSubstr("1 NaN for a number"));
  std::filesystem::remove_all(folder);
}

TEST(bitwise_equal, tells_zeros_apart_and_nan_from_numbers) {
  EXPECT_THAT(nan_f, Not(bitwise_equal(0.0f)));
  EXPECT_THAT(0.0f, Not(bitwise_equal(nan_f)));
  EXPECT_THAT(-0.0f, Not(bitwise_equal(0.0f)));
  EXPECT_THAT(0x1.000002p0f, Not(bitwise_equal(1.0f)));
  EXPECT_THAT(1.0f, bitwise_equal(1.0f));
  EXPECT_THAT(-0.0, bitwise_equal(-0.0));
  EXPECT_THAT((std::vector<std::int32_t>{1, -2}), bitwise_equal(std::vector<std::int32_t>{1, -2}));
  EXPECT_THAT((std::vector<std::int32_t>{1, -2}), Not(bitwise_equal(std::vector<std::int32_t>{1, 2})));
}

TEST(correctly_rounded, in_every_direction) {
  using enum reference::rounding;
  const inputs third{{"a", 1.0f}, {"b", 3.0f}};
  EXPECT_THAT(nan_f, Not(correctly_rounded("a / b", third)));
  EXPECT_THAT(1.0f / 3.0f, correctly_rounded("a / b", third));
  EXPECT_THAT(1.0 / 3.0, correctly_rounded("a / b", third));
  EXPECT_THAT(0x1.555556p-2f, correctly_rounded("a / b", third, up));
  EXPECT_THAT(0x1.555556p-2f, Not(correctly_rounded("a / b", third, down)));
  EXPECT_THAT(0x1.555554p-2f, correctly_rounded("a / b", third, down));
  EXPECT_THAT(0x1.555554p-2f, correctly_rounded("a / b", third, toward_zero));
  EXPECT_THAT(-0x1.555554p-2f, correctly_rounded("-a / b", third, up));
  EXPECT_THAT(-0x1.555556p-2f, correctly_rounded("-a / b", third, away));
  EXPECT_THAT(bf16_t(1.0 / 3), correctly_rounded("a / b", third));
}

TEST(correctly_rounded, exact_results_are_exact_in_every_direction) {
  for (const auto direction : {reference::rounding::nearest, reference::rounding::down, reference::rounding::up, reference::rounding::toward_zero, reference::rounding::away}) {
    EXPECT_THAT(3.0f, correctly_rounded("x + y", {{"x", 1.0f}, {"y", 2.0f}}, direction));
    EXPECT_THAT(0.0, correctly_rounded("x - x", {{"x", 0.1}}, direction));
    EXPECT_THAT(1.5, correctly_rounded("sqrt(x)", {{"x", 2.25}}, direction));
    EXPECT_THAT(0.1, correctly_rounded("x", {{"x", 0.1}}, direction));
  }
}

TEST(correctly_rounded, one_ulp_away_is_rejected_for_functions) {
  const float x = 0.7f, y = static_cast<float>(std::exp(static_cast<double>(x)));
  EXPECT_THAT(y, correctly_rounded("exp(x)", {{"x", x}}));
  EXPECT_THAT(std::nextafterf(y, 9), Not(correctly_rounded("exp(x)", {{"x", x}})));
  EXPECT_THAT(why(correctly_rounded("exp(x)", {{"x", x}}), std::nextafterf(y, 9)), HasSubstr("exactly it is 2.01375"));
}

TEST(correctly_rounded, overflow_is_that_of_the_format) {
  const inputs x{{"x", 460.0f}};
  EXPECT_THAT(e4m3fn_t(460.0), correctly_rounded("x", x)); // below the midpoint to what would be the next number
  EXPECT_THAT(e4m3fn_t(470.0), correctly_rounded("x + 10", x));
  EXPECT_THAT(e4m3fn_t(448.0), Not(correctly_rounded("x + 10", x)));
  EXPECT_THAT(e4m3fn_t(448.0), correctly_rounded("x + 10", x, reference::rounding::toward_zero));
  EXPECT_THAT(std::numeric_limits<float>::max(), correctly_rounded("x * 2", {{"x", 3e38}}, reference::rounding::down));
  EXPECT_THAT(infinity_f, correctly_rounded("x * 2", {{"x", 3e38}}));
}

TEST(agrees_with, within_the_derived_error_only) {
  const std::vector<float> x{0.5f, -1, 2, 3};
  std::vector<float> y;
  double sum = 0;
  for (const float v : x) sum += std::exp(static_cast<double>(v));
  for (const float v : x) y.push_back(static_cast<float>(std::exp(static_cast<double>(v)) / sum));
  const agreement_matcher softmax = agrees_with("softmax(inp, axis=0)", {{"inp", x}});
  EXPECT_THAT(y, softmax);
  std::vector<float> wrong = y;
  wrong[2] = nan_f;
  EXPECT_THAT(wrong, Not(softmax));
  wrong[2] = y[2] * 1.001f;
  EXPECT_THAT(wrong, Not(softmax));
  EXPECT_THAT(wrong, Not(softmax.within("rtol=0.2"))); // a fifth of an element would pass
  EXPECT_THAT(why(softmax, wrong), HasSubstr("FAILED: "));
  wrong.assign(4, 0);
  EXPECT_THAT(wrong, Not(softmax));
}

TEST(agrees_with, what_cannot_be_evaluated_does_not_match) {
  EXPECT_THAT(1.0f, Not(agrees_with("sofmax(x, 0)", {{"x", std::vector<float>{1, 2}}})));
  EXPECT_THAT(why(agrees_with("sofmax(x, 0)", {{"x", std::vector<float>{1, 2}}}), 1.0f), HasSubstr("softmax"));
  EXPECT_THAT(1.0f, Not(agrees_with("y", {{"x", 1.0f}})));
  EXPECT_THAT(1.0f, Not(agrees_with("x", {{"x", 1.0f}}).within("a bit")));
}

TEST(encloses, only_what_is_inside) {
  using box = interval::interval<double>;
  EXPECT_THAT(box(1, 2), encloses(1.0));
  EXPECT_THAT(box(1, 2), encloses(2.0));
  EXPECT_THAT(box(1, 2), Not(encloses(std::nextafter(2.0, 3))));
  EXPECT_THAT(box(1, 2), Not(encloses(std::nan(""))));
  EXPECT_THAT(box(), Not(encloses(0.0)));
  const inputs x{{"x", 2.0}};
  const double low = std::sqrt(2.0), high = std::nextafter(low, 2); // 2^(1/2) rounds up
  EXPECT_THAT(box(std::nextafter(low, 1), low), encloses("sqrt(x)", x));
  EXPECT_THAT(box(low, high), Not(encloses("sqrt(x)", x)));
  EXPECT_THAT(box(low, low), Not(encloses("sqrt(x)", x)));
}

TEST(oracle, values_of_expressions_in_every_direction) {
  const auto e = oracle::evaluate("exp(x)", {{"x", 1.0}});
  ASSERT_TRUE(e) << e.error().text();
  EXPECT_EQ(e->nearest(0), M_E);
  EXPECT_EQ(e->enclosure(0).low, M_E);
  EXPECT_EQ(e->enclosure(0).high, std::nextafter(M_E, 4));
  EXPECT_EQ(e->rounded(0, tensor::dtype::f32, reference::rounding::nearest), 0x1.5bf0a8p+1);
  EXPECT_EQ(e->rounded(0, tensor::dtype::f32, reference::rounding::up), 0x1.5bf0aap+1);
  EXPECT_EQ(e->rounded(0, tensor::dtype::bf16, reference::rounding::up), 2.71875);
  EXPECT_FALSE(e->rounded(0, tensor::dtype::i32));
  EXPECT_THAT(e->decimal(0), HasSubstr("2.7182818284590452353602874713526624977572"));
  const auto exact = oracle::evaluate("x + y", {{"x", 1.0}, {"y", 0x1p-60}});
  ASSERT_TRUE(exact);
  EXPECT_EQ(exact->rounded(0, tensor::dtype::f64, reference::rounding::up), 0x1.0000000000001p0);
  EXPECT_EQ(exact->rounded(0, tensor::dtype::f64), 1.0);
  EXPECT_FALSE(oracle::evaluate("x +", {{"x", 1.0}}));
}

} // namespace
} // namespace fpcheck::testing
