#include <fpcheck/ptx/parse.hpp>
#include <fpcheck/ptx/print.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fpcheck::ptx {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(FPCHECK_SOURCE_DIR) / "tests/ptx/golden";

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

std::vector<std::string> inputs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".ptx") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// The printed module without the comments that hold source positions, which printing turns into comments.
std::string without_positions(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  for (std::string line; std::getline(in, line);)
    if (line.rfind("  // ", 0) != 0) out += line + "\n";
  return out;
}

class golden : public testing::TestWithParam<std::string> {};

// FPCHECK_UPDATE_GOLDEN=1 in the environment writes the expected files anew.
TEST_P(golden, module_prints_as_expected) {
  const auto m = parse(contents(folder / (GetParam() + ".ptx")), GetParam() + ".ptx");
  ASSERT_TRUE(m) << m.error().text();
  const fs::path expected = folder / (GetParam() + ".module");
  if (std::getenv("FPCHECK_UPDATE_GOLDEN")) std::ofstream(expected, std::ios::binary) << print(*m);
  EXPECT_EQ(print(*m), contents(expected));
}

TEST_P(golden, printed_module_reads_back) {
  const auto m = parse(contents(folder / (GetParam() + ".ptx")), GetParam() + ".ptx");
  ASSERT_TRUE(m) << m.error().text();
  const std::string once = print(*m);
  const auto again = parse(once, "printed.ptx");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(without_positions(print(*again)), without_positions(once));
}

TEST_P(golden, no_instruction_is_unknown) {
  const auto m = parse(contents(folder / (GetParam() + ".ptx")), GetParam() + ".ptx");
  ASSERT_TRUE(m) << m.error().text();
  for (const function& f : m->functions)
    for (const instruction& i : f.body)
      EXPECT_EQ(i.form == form::unknown, i.text == "frobnicate.rn.f99") << i.text << " in line " << i.ptx_line;
}

INSTANTIATE_TEST_SUITE_P(files, golden, testing::ValuesIn(inputs()), [](const auto& info) { return info.param; });

} // namespace
} // namespace fpcheck::ptx
