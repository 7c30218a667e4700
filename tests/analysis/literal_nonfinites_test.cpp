// Which texts spell an infinity or a NaN: what decides whether such an output was meant.
#include "../../src/analysis/literal_nonfinites.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace fpcheck::analysis {
namespace {

TEST(LiteralNonfinites, WordsThatNameAnInfinity) {
  for (const char* text : {"float m = -INFINITY;", "x = float('-inf')", "std::numeric_limits<float>::infinity()", "CUDART_INF_F", "NEG_INF", "kInf", "neginf", "HUGE_VALF",
                           "__int_as_float(0x7f800000)", "__int_as_float(0xff800000u)", "__ushort_as_half(0xFC00)", "0x7ff0000000000000ULL"})
    EXPECT_TRUE(spelled_in(text).infinity) << text;
}

TEST(LiteralNonfinites, AMinusBeforeTheWord) {
  for (const char* text : {"float m = -INFINITY;", "return -INFINITY;", "f(x, - INFINITY)", "i == 5 ? -INFINITY : v", "0xff800000", "NEG_INF"}) {
    EXPECT_TRUE(spelled_in(text).infinity) << text;
    EXPECT_FALSE(spelled_in(text).positive) << text;
  }
  for (const char* text : {"float m = INFINITY;", "x - INFINITY", "a[0] - INFINITY", "f(x) - INFINITY", "-INFINITY, INFINITY", "0x7f800000"}) EXPECT_TRUE(spelled_in(text).positive) << text;
}

TEST(LiteralNonfinites, WordsThatDoNot) {
  for (const char* text : {"sinf(x) + asinf(y)", "fminf(a, b)", "isinf(x)", "std::isinf(x)", "int info = 0;", "infer(x)", "// overflows to inf\nx;", "/* INFINITY */ y;", "0x7f8000001", "0x3f800000"})
    EXPECT_FALSE(spelled_in(text).infinity) << text;
}

TEST(LiteralNonfinites, WordsThatNameANan) {
  for (const char* text : {"return NAN;", "nanf(\"\")", "CUDART_NAN_F", "numeric_limits<double>::quiet_NaN()", "__int_as_float(0x7fffffff)", "float('nan')"}) EXPECT_TRUE(spelled_in(text).nan) << text;
  for (const char* text : {"isnan(x)", "__nanosleep(20)", "nanoseconds", "banana", "// NAN\n1"}) EXPECT_FALSE(spelled_in(text).nan) << text;
}

TEST(LiteralNonfinites, TheToolkitIsWhereItsHeadersAre) {
  for (const char* file : {"/usr/include/math.h", "/usr/lib/gcc/x86_64-linux-gnu/12/include/float.h", "/opt/cuda-99.9/targets/x86_64-linux/include/cuda_fp16.hpp", "/nowhere/cuda/include/crt/math.hpp"})
    EXPECT_TRUE(is_toolkit(file)) << file;
  for (const char* file : {"/usr/local/src/sums.cu", "/usr/share/kernels/sums.cuh", "/home/me/cuda/sums.cu", "cuda/sums.cu", "/home/me/cudart/include/sums.cuh"}) EXPECT_FALSE(is_toolkit(file)) << file;
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "toolkit_test" / "cuda" / "include";
  std::filesystem::create_directories(folder);
  EXPECT_FALSE(is_toolkit((folder / "mine.cuh").string()));
  std::ofstream(folder / "cuda_runtime_api.h") << "";
  EXPECT_TRUE(is_toolkit((folder / "mine.cuh").string()));
  std::filesystem::remove_all(folder.parent_path().parent_path());
}

} // namespace
} // namespace fpcheck::analysis
