// A property test of a kernel, as a project that uses fpcheck writes it.
#include <fpcheck/testing/kernel.hpp>
#include <fpcheck/testing/property.hpp>
#include <fpcheck/testing/shapes.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace testing_kit = fpcheck::testing;
using fpcheck::tensor::array;
using fpcheck::tensor::dtype;

TEST(variance, agrees_with_its_definition_for_any_mean) {
  const testing_kit::kernel variance = testing_kit::kernel{KERNEL}.launch(4, 256).output("variance", dtype::f32, {4}).arg("C", 64);
  testing_kit::property({"rows far from zero", 10}, [&](int offset) {
    array x(dtype::f32, {4, 64});
    for (std::uint64_t i = 0; i < x.size(); ++i) x.set(i, offset + static_cast<double>(i * 37 % 64) / 64 * static_cast<double>(1 + i / 64));
    const auto run = variance.arg("x", x).execute();
    EXPECT_THAT(run, testing_kit::has_no_findings());
    EXPECT_THAT(run, testing_kit::agrees_with("var(x, axis=1)"));
  }, rc::gen::element(0, 100, 1000));
}
