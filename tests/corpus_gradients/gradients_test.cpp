// Wrong gradients and their right twins as CUDA kernels: compiled, executed by the tool, judged against the derived
// gradient. Each case must end as the `expect:` line after it says.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> expectations(const fs::path& source) {
  std::map<std::string, std::string> out;
  std::ifstream file(source);
  const std::string start = "// expect: ";
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(start, 0) != 0) continue;
    const std::size_t blank = line.find(' ', start.size());
    out[line.substr(start.size(), blank - start.size())] = line.substr(blank + 1);
  }
  return out;
}

nlohmann::json run_tool(const fs::path& source, int seed) {
  const std::string command = std::string(FPCHECK_TOOL) + " run --format json --seed " + std::to_string(seed) + " '" + source.string() + "' 2>/dev/null";
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return nullptr;
  std::array<char, 65536> buffer{};
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) text.append(buffer.data(), n);
  pclose(pipe);
  return nlohmann::json::parse(text, nullptr, false);
}

struct tally {
  int right = 0, incomplete = 0, false_alarms = 0, wrong = 0, caught = 0;
};

void check_case(const nlohmann::json& one, const std::string& expected, tally& t, const std::string& where) {
  bool mismatch = false, incomplete = false;
  const auto comparisons = one.value("comparisons", nlohmann::json::array());
  EXPECT_FALSE(comparisons.empty()) << where << ": nothing was compared";
  for (const auto& c : comparisons) {
    const std::string verdict = c.value("verdict", "");
    const auto failures = c.value("wrong", 0) + c.value("nan", 0) + c.value("infinite", 0);
    mismatch = mismatch || failures > 0;
    incomplete = incomplete || verdict == "incomplete";
  }
  if (expected == "mismatch") {
    ++t.wrong;
    t.caught += mismatch ? 1 : 0;
    EXPECT_TRUE(mismatch) << where << ": a wrong gradient passed";
  } else {
    ++t.right;
    t.false_alarms += mismatch ? 1 : 0;
    t.incomplete += incomplete ? 1 : 0;
    EXPECT_FALSE(mismatch) << where << ": a false alarm\n" << comparisons.dump(1).substr(0, 3000);
  }
}

TEST(gradients, wrong_kernels_are_caught_and_right_ones_pass) {
  tally t;
  const char* const seeds = std::getenv("FPCHECK_SEEDS");
  for (const auto& entry : fs::directory_iterator(fs::path(FPCHECK_SOURCE_DIR) / "tests" / "corpus_gradients")) {
    if (entry.path().extension() != ".cu") continue;
    const auto expected = expectations(entry.path());
    for (int seed = 0; seed < (seeds != nullptr ? std::atoi(seeds) : 1); ++seed) {
      const nlohmann::json report = run_tool(entry.path(), seed);
      ASSERT_TRUE(report.is_object()) << entry.path();
      std::map<std::string, int> seen;
      for (const auto& one : report.value("cases", nlohmann::json::array())) {
        const std::string launch = one.value("launch", ""), kernel = launch.substr(0, launch.find(' '));
        ASSERT_TRUE(expected.count(kernel)) << kernel;
        ++seen[kernel];
        check_case(one, expected.at(kernel), t, entry.path().filename().string() + " " + launch + " seed " + std::to_string(seed));
      }
      for (const auto& [kernel, outcome] : expected) EXPECT_GT(seen[kernel], 0) << kernel << " was not run";
    }
  }
  std::printf("%d of %d wrong cases caught; %d right cases, %d false alarms, %d incomplete\n", t.caught, t.wrong, t.right, t.false_alarms, t.incomplete);
  EXPECT_GE(t.wrong, 54);
  EXPECT_EQ(t.incomplete, 0);
}

} // namespace
