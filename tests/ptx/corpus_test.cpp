// What nvcc makes of kernels of every kind: no instruction may be unknown, and each module must print and read back.
#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/ptx/print.hpp>

#include "tool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <ostream>

namespace fpcheck::ptx {
namespace {

struct compilation {
  std::string kernel, flags;
  int sm = 90;
};

/// What GoogleTest prints in place of the bytes, which hold addresses and differ from run to run.
void PrintTo(const compilation& c, std::ostream* out) { *out << c.kernel << ' ' << c.flags << " sm_" << c.sm; }

std::string test_name(const testing::TestParamInfo<compilation>& info) {
  std::string name = info.param.kernel + "_" + info.param.flags + "_sm" + std::to_string(info.param.sm);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class corpus : public testing::TestWithParam<compilation> {};

TEST_P(corpus, has_no_unknown_instruction) {
  const std::string nvcc = FPCHECK_TEST_NVCC;
  if (nvcc.empty()) GTEST_SKIP() << "no nvcc";
  const test::scratch_folder folder;
  const auto output = folder.path() / "out.ptx";
  const std::string source = std::string(FPCHECK_SOURCE_DIR) + "/tests/ptx/kernels/" + GetParam().kernel + ".cu";
  const auto made = test::run(nvcc + " -std=c++20 -ptx " + GetParam().flags + " -arch=sm_" +
                              std::to_string(GetParam().sm) + " '" + source + "' -o '" + output.string() + "'");
  ASSERT_EQ(made.status, 0) << made.output;
  const auto m = parse(test::contents(output), GetParam().kernel + ".ptx");
  ASSERT_TRUE(m) << m.error().text();
  std::size_t instructions = 0;
  for (const function& f : m->functions)
    for (const instruction& i : f.body) {
      ++instructions;
      EXPECT_NE(i.form, form::unknown) << i.text << " in line " << i.ptx_line;
    }
  EXPECT_GT(instructions, 30u);
  const auto again = parse(print(*m), "printed.ptx");
  EXPECT_TRUE(again) << again.error().text();
}

std::vector<compilation> compilations() {
#ifdef FPCHECK_WHOLE_CORPUS
  std::vector<compilation> all;
  for (const char* kernel : {"scalar_float", "half_float", "integer", "warp_memory", "tensor", "lines", "atomics"})
    for (const char* flags : {"-G", "-Xcicc -O0", "-Xcicc -O1", "-O2 -lineinfo", "-O3 -lineinfo",
                              "-use_fast_math -lineinfo", "-fmad=false -lineinfo", "-ftz=true -prec-div=false"})
      for (int sm : {80, 89, 90, 100, 120}) all.push_back({kernel, flags, sm});
  return all;
#else
  return {{"scalar_float", "-use_fast_math -lineinfo", 90},
          {"half_float", "-O3 -lineinfo", 80},
          {"integer", "-fmad=false", 100},
          {"warp_memory", "-G", 90},
          {"warp_memory", "-O3 -lineinfo", 90},
          {"lines", "-Xcicc -O0", 80},
          {"tensor", "-lineinfo", 90},
          {"atomics", "-lineinfo", 90}};
#endif
}

INSTANTIATE_TEST_SUITE_P(nvcc, corpus, testing::ValuesIn(compilations()), test_name);

} // namespace
} // namespace fpcheck::ptx
