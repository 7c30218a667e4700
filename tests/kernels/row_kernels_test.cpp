// Every row kernel of row_kernels.ptx under the emulator gives the bits of its twin on the host.
#include "emulated.hpp"
#include "product_compare.hpp"

#include <gtest/gtest.h>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

const emulated::module& kernels_under_test() {
  static const emulated::module m(std::string(FPCHECK_SOURCE_DIR) + "/tests/kernels/row_kernels.ptx");
  return m;
}

const auto run = [](const std::string& name, unsigned grid, unsigned block, const auto& arguments, const std::vector<rows::member>& members) {
  return emulated::run(kernels_under_test(), name, grid, block, arguments, members);
};

TEST(RowKernels, ModuleIsRead) { ASSERT_EQ(kernels_under_test().error(), ""); }

TEST(RowKernels, ScaleOfHeads) { EXPECT_EQ(rows::compare_heads("scale_of_heads", run), ""); }

TEST(RowKernels, Products) {
  for (const rows::product_case& c : rows::product_cases) {
    EXPECT_EQ((rows::compare_product<f32_format, f32_format>("product_f32", c, 0, run)), "") << c.m << " x " << c.n << " x " << c.k;
    EXPECT_EQ((rows::compare_product<f32_format, bf16_format>("product_f32_bf16", c, 6, run)), "") << c.m << " x " << c.n << " x " << c.k;
  }
}

#define COMPARE(kind, name, ...)                                                                                       \
  TEST(RowKernels, name) {                                                                                             \
    using plan = __VA_ARGS__;                                                                                          \
    for (const rows::geometry& g : rows::shapes<plan>())                                                               \
      for (std::uint32_t seed : {0u, 4u})                                                                              \
        EXPECT_EQ((rows::compare_##kind<plan>(#name, g, seed, run)), "") << g.rows << " x " << g.columns;              \
  }
#define SOFTMAX(name, ...) COMPARE(softmax, name, __VA_ARGS__)
#define GRADIENT(name, ...) COMPARE(gradient, name, __VA_ARGS__)
#define SCALE(name, ...) COMPARE(scale, name, __VA_ARGS__)
#define LOSS(name, ...) COMPARE(loss, name, __VA_ARGS__)
#include "row_kernels.def"

} // namespace
