#include <fpcheck/tune/tune.hpp>

#include <gtest/gtest.h>

namespace fpcheck::tune {
namespace {

TEST(source_edit, operands_are_cast_and_variables_declared_as_double) {
  const std::string source = "__global__ void k(const float* x, float* y, int n) {\n  float acc = 0.f, other = 1; // acc = 2\n  for (int i = 0; i < n; ++i)\n    acc += x[i] * expf(x[i + 1] - other);\n  y[0] = acc;\n}\n";
  const auto out = widened_source(source, {4});
  ASSERT_TRUE(out);
  EXPECT_NE(out->find("  double acc = 0.f, other = 1; // acc = 2\n"), std::string::npos) << *out;
  EXPECT_NE(out->find("    acc += (double)x[i] * exp((double)x[i + 1] - (double)other);\n"), std::string::npos) << *out;
  EXPECT_NE(out->find("  y[0] = acc;\n"), std::string::npos) << *out;
}

TEST(source_edit, only_the_nearest_declaration_and_no_parameter_changes_its_type) {
  const auto out = widened_source("void a() {\n  float s = 0;\n}\nvoid b(float v) {\n  float s = 0;\n  for (int k = 1; k; k /= 2) s += fmaf(v, s, 1);\n}\n", {6});
  ASSERT_TRUE(out);
  EXPECT_EQ(*out, "void a() {\n  float s = 0;\n}\nvoid b(float v) {\n  double s = 0;\n  for (int k = 1; k; k /= 2) s += __fma_rn((double)v, (double)s, 1);\n}\n");
}

TEST(source_edit, several_declarators_members_and_casts) {
  const auto out = widened_source("void k(const float4* p, int w) {\n  const float4 v = p[0];\n  const float a = v.x * v.y, b = (float)w * v.z;\n}\n", {3});
  ASSERT_TRUE(out);
  EXPECT_EQ(*out, "void k(const float4* p, int w) {\n  const float4 v = p[0];\n  const double a = (double)v.x * (double)v.y, b = (double)w * (double)v.z;\n}\n");
}

TEST(source_edit, halves_lose_their_conversions) {
  const auto out = widened_source("void k(const __half* x, float* y) {\n  __half s = __float2half(0.f);\n  s = __hadd(s, x[0]);\n  y[0] = __half2float(s);\n}\n", {3});
  ASSERT_TRUE(out);
  EXPECT_EQ(*out, "void k(const __half* x, float* y) {\n  double s = __float2half(0.f);\n  s = __dadd_rn((double)(float)s, (double)(float)x[0]);\n  y[0] = (float)(s);\n}\n");
}

TEST(source_edit, nothing_to_edit_and_hostile_text) {
  EXPECT_FALSE(widened_source("int a;\n", {1}));
  EXPECT_FALSE(widened_source("", {0, 1, 7}));
  for (const std::string text : {"float", "float a[", "float a[ = [", "x[ = \"", "/* float", "float ,,,= (", "a[[[[ = float", "(float) = [[", "=", "float4 v = v"}) EXPECT_NO_THROW((void)widened_source(text, {1})) << text;
}

} // namespace
} // namespace fpcheck::tune
