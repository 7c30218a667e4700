// Every row kernel of row_kernels.ptx under the emulator gives the bits of its twin on the host, and those that a card gave.
#include "emulated.hpp"
#include "row_sweep.hpp"

#include <gtest/gtest.h>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

const emulated::module& kernels_under_test() {
  static const emulated::module m(std::string(FPCHECK_SOURCE_DIR) + "/tests/kernels/row_kernels.ptx");
  return m;
}

const auto run = [](const std::string& name, unsigned grid, unsigned block, const auto& arguments, const std::vector<rows::member>& members,
                    emulated::launch_extras extras = {}) { return emulated::run(kernels_under_test(), name, grid, block, arguments, members, extras); };

TEST(RowKernels, ModuleIsRead) { ASSERT_EQ(kernels_under_test().error(), ""); }

TEST(RowKernels, ScaleOfHeads) { EXPECT_EQ(rows::compare_heads("scale_of_heads", run), ""); }

TEST(RowKernels, Products) {
  for (const rows::product_case& c : rows::product_cases) {
    EXPECT_EQ((rows::compare_product<f32_format, f32_format>("product_f32", c, 0, run)), "") << c.m << " x " << c.n << " x " << c.k;
    EXPECT_EQ((rows::compare_product<f32_format, bf16_format>("product_f32_bf16", c, 6, run)), "") << c.m << " x " << c.n << " x " << c.k;
  }
}

void expect_equal(const char* name, const rows::outcome& o) {
  EXPECT_EQ(o.differences, "");
  EXPECT_EQ(device_digests::difference_from_device(name, o.results), "");
}

#define SWEEP_ROW_KERNEL(name, ...)                                                                                    \
  TEST(RowKernels, name) { expect_equal(#name, __VA_ARGS__); }
#include "row_kernels.def"

} // namespace
