// Kernels under the fluent interface: what passes, what must not, and the device that may not be there.
#include <fpcheck/testing/kernel.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace fpcheck::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tensor::array;
using tensor::dtype;

std::string example(const std::string& name) {
  return FPCHECK_SOURCE_DIR "/examples/01_first_run/" + name;
}

array rows(double mean) {
  array x(dtype::f32, {4, 64});
  for (std::uint64_t i = 0; i < x.size(); ++i) x.set(i, mean + static_cast<double>(i * 37 % 64) / 64 * static_cast<double>(1 + i / 64)); // rows of unlike variance
  return x;
}

kernel variance(const std::string& name) {
  return kernel{example(name + ".cu"), name}.launch(4, 256).output("variance", dtype::f32, {4}).arg("C", 64);
}

TEST(kernel, passes_and_gives_its_buffers) {
  const execution e = variance("two_pass_variance").arg("x", rows(1000)).reference("var(x, 1)").tolerance("2ulp").execute(target::emulator);
  EXPECT_THAT(e, has_no_findings()) << e.text();
  EXPECT_EQ(e["variance"].shape, (tensor::shape{4}));
  EXPECT_THAT(e["variance"], agrees_with("var(x, 1)", {{"x", rows(1000)}}));
  EXPECT_THAT(e, agrees_with("var(x, 1)"));
  EXPECT_THAT(e, Not(agrees_with("var(x, 1) * 1.01")));
  EXPECT_THAT(e["x"], bitwise_equal(rows(1000)));
  EXPECT_THAT(e["no such buffer"], Not(bitwise_equal(array(dtype::f32, {0}))));
}

TEST(kernel, a_broken_one_has_findings_in_the_words_of_the_command_line) {
  const execution e = variance("naive_variance").arg("x", rows(1000)).execute(target::emulator);
  EXPECT_THAT(e, Not(has_no_findings()));
  std::ostringstream why;
  has_no_findings().MatchAndExplain(e, &why);
  EXPECT_THAT(why.str(), HasSubstr("[cancellation]"));
  EXPECT_THAT(why.str(), HasSubstr("variance[blockIdx.x] = squares[0] / C - mean * mean;"));
  EXPECT_THAT(e, Not(agrees_with("var(x, 1)")));
  EXPECT_THAT(e["variance"], Not(within_ulps(100, std::vector<float>(4, 1.0f / 12))));
}

TEST(kernel, nan_in_an_output_never_agrees) {
  array x = rows(0);
  x.set(70, std::nan(""));
  const execution e = variance("two_pass_variance").arg("x", x).execute(target::emulator);
  EXPECT_THAT(e, Not(agrees_with("var(y, 1)", {{"y", rows(0)}})));
  EXPECT_THAT(e["variance"], Not(within_ulps(1e9, std::vector<float>{0, 0, 0, 0})));
}

TEST(kernel, arguments_by_position_and_as_words) {
  const execution e = kernel{example("two_pass_variance.ptx")}.launch("4, 256").arg("0", "uniform(1000,1001):4x64").arg("1", "empty:4").arg("2", 64).execute(target::emulator);
  EXPECT_THAT(e, has_no_findings());
  EXPECT_EQ(e["1"].size(), 4u);
}

TEST(kernel, what_goes_wrong_never_passes) {
  const kernel good = variance("two_pass_variance").arg("x", rows(0));
  EXPECT_EQ(good.execute(target::emulator).code(), exit_code::passed);
  EXPECT_EQ(good.option("tol", "a bit").reference("var(x, 1)").execute(target::emulator).code(), exit_code::usage);
  EXPECT_EQ(good.option("tlo", "1ulp").execute(target::emulator).code(), exit_code::usage);
  EXPECT_EQ(good.arg("nosuch", 1).execute(target::emulator).code(), exit_code::usage);
  EXPECT_EQ((kernel{"nowhere.cu"}.launch(1, 1).execute(target::emulator).code()), exit_code::usage);
  EXPECT_EQ((kernel{example("two_pass_variance.cu"), "nosuch"}.launch(1, 1).execute(target::emulator).code()), exit_code::usage);
  EXPECT_THAT(kernel{"nowhere.cu"}.launch(1, 1).execute(target::emulator), Not(has_no_findings()));
  EXPECT_THAT(kernel{"nowhere.cu"}.launch(1, 1).execute(target::emulator), Not(agrees_with("1")));
}

TEST(kernel, without_a_launch_the_cases_of_the_source_run) {
  EXPECT_THAT(kernel{example("two_pass_variance.cu")}.execute(target::emulator), has_no_findings());
  EXPECT_THAT(kernel{example("naive_variance.cu")}.execute(target::emulator), Not(has_no_findings()));
}

TEST(kernel_on_gpu, the_same_test_runs_or_says_why_not) {
  const kernel k = variance("two_pass_variance").arg("x", rows(1000));
  if (const std::string why = unavailable(target::gpu); !why.empty()) {
    EXPECT_EQ(k.execute(target::gpu).code(), exit_code::incomplete); // never a pass
    GTEST_SKIP() << why;
  }
  EXPECT_EQ(k.execute(target::gpu).code(), exit_code::incomplete); // nothing judges there without a reference
  const execution there = k.reference("var(x, 1)").execute(target::gpu);
  EXPECT_THAT(there, has_no_findings());
  EXPECT_THAT(there["variance"], bitwise_equal(k.execute(target::emulator)["variance"]));
}

TEST(kernel_on_gpu, the_target_comes_from_the_environment) {
  unsetenv("FPCHECK_TARGET");
  EXPECT_EQ(default_target(), target::emulator);
  setenv("FPCHECK_TARGET", "gpu", 1);
  EXPECT_EQ(default_target(), target::gpu);
  unsetenv("FPCHECK_TARGET");
}

} // namespace
} // namespace fpcheck::testing
