// A GoogleTest suite on a kernel. It runs under the emulator; with FPCHECK_TARGET=gpu the same tests run on a GPU.
#include <fpcheck/testing/kernel.hpp>
#include <fpcheck/testing/property.hpp>
#include <fpcheck/testing/shapes.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using namespace fpcheck::testing;
using fpcheck::tensor::array;
using fpcheck::tensor::dtype;
using ::testing::Not;

class softmax : public ::testing::Test {
protected:
  void SetUp() override {
    if (const std::string why = unavailable(default_target()); !why.empty()) GTEST_SKIP() << why;
  }
  /// The kernel on the rows of `inp`.
  static execution run(const array& inp) {
    static const kernel compiled(SOFTMAX_CU, "softmax");
    return compiled.launch(static_cast<std::uint32_t>(inp.shape[0]), 128)
        .arg("inp", inp)
        .output("out", dtype::f32, inp.shape)
        .arg("C", inp.shape[1])
        .reference("softmax(inp, 1)")
        .execute();
  }
};

TEST_F(softmax, of_two_numbers) {
  array inp(dtype::f32, {1, 2}), expected(dtype::f32, {1, 2});
  inp.set(1, std::log(3.0));
  expected.set(0, 0.25), expected.set(1, 0.75);
  const execution e = run(inp);
  EXPECT_THAT(e, has_no_findings());
  EXPECT_THAT(e["out"], within_ulps(2, expected));
}

// One line: rows of every awkward length, ordinary and spiked, agree with the definition within the error that is derived.
TEST_F(softmax, agrees_with_its_definition) {
  // A row of one element has the softmax 1 whatever the kernel does: fpcheck would call that incomplete.
  const auto shapes = rc::gen::map(shape_around({2, 128}), [](fpcheck::tensor::shape s) { return s[1] = std::max<std::uint64_t>(s[1], 3), s; });
  property({"random rows", 8}, [](const array& x) { EXPECT_THAT(run(x), agrees_with("softmax(inp, axis=1)")); }, spiked(dtype::f32, shapes, 1));
  property({"spiked rows", 8}, [](const array& x) { EXPECT_THAT(run(x), has_no_findings()); }, spiked(dtype::f32, shapes, 1e4));
}

TEST_F(softmax, of_rows_with_masks) {
  property({"masked rows", 12}, [](const array& x) {
    const execution e = run(x);
    for (std::uint64_t i = 0; i < x.shape[0]; ++i) {
      bool whole = false;
      double sum = 0;
      for (std::uint64_t k = 0; k < x.shape[1]; ++k) {
        whole = whole || x.value(i * x.shape[1] + k) != -HUGE_VAL;
        sum += e["out"].value(i * x.shape[1] + k);
      }
      // A row without a visible element has no softmax: the kernel makes NaN of it, and fpcheck says so.
      EXPECT_TRUE(whole ? std::fabs(sum - 1) < 1e-5 : std::isnan(sum)) << sum;
      if (!whole) EXPECT_THAT(e, Not(has_no_findings()));
    }
  }, masked_rows(dtype::f32, extent_in(1, 3), extent_around(32)));
}

} // namespace
