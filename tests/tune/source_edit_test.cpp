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
  EXPECT_EQ(*out, "void k(const __half* x, float* y) {\n  double s = __float2half(0.f);\n  s = __dadd_rn((double)s, (double)(float)x[0]);\n  y[0] = (float)(s);\n}\n");
}

TEST(source_edit, halves_that_are_read_elsewhere) {
  const auto out = widened_source("void k(const float* p, const __half* q, float* y) {\n  __half s = __float2half(p[0]);\n  y[0] = log2f(__half2float(s)) + __half2float(q[0]);\n}\n", {2, 3});
  ASSERT_TRUE(out);
  EXPECT_EQ(*out, "void k(const float* p, const __half* q, float* y) {\n  double s = ((double)p[0]);\n  y[0] = log2(((double)s)) + ((double)(float)q[0]);\n}\n");
}

TEST(source_edit, narrower_operations_are_those_of_a_class) {
  const std::string source = "__global__ void k(const float* x, float* y, int n) {\n  float acc = 0.f; // 1\n  for (int i = 0; i < n; ++i) acc += x[i] * 2.f; // acc = 2\n  y[n] = expf(acc);\n}\n";
  const auto out = narrowed_source(source, {{3, "bf16"}, {4, "f16"}});
  ASSERT_TRUE(out);
  EXPECT_NE(out->find("  for (int i = 0; i < n; ++i) acc = (in_bf16)acc + ( (in_bf16)x[i] * 2.f); // acc = 2\n"), std::string::npos) << *out;
  EXPECT_NE(out->find("  y[n] = (to_f16)expf((in_f16)acc);\n"), std::string::npos) << *out;
  EXPECT_NE(out->find("struct in_bf16"), std::string::npos);
  EXPECT_FALSE(narrowed_source(source, {{1, "bf16"}, {9, "bf16"}, {3, "f64"}}));
  for (const std::string text : {"float", "float a; a +=", "float a; +=", "float a; ] += 2", "float a; a[ *= [", "float x; x[[] -= ]"}) EXPECT_NO_THROW((void)narrowed_source(text, {{1, "bf16"}})) << text;
}

TEST(source_edit, nothing_to_edit_and_hostile_text) {
  EXPECT_FALSE(widened_source("int a;\n", {1}));
  EXPECT_FALSE(widened_source("", {0, 1, 7}));
  for (const std::string text : {"float", "float a[", "float a[ = [", "x[ = \"", "/* float", "float ,,,= (", "a[[[[ = float", "(float) = [[", "=", "float4 v = v"}) EXPECT_NO_THROW((void)widened_source(text, {1})) << text;
}

} // namespace
} // namespace fpcheck::tune
