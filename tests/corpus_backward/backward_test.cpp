// Backward kernels through `fpcheck grad`: right ones pass against the derived gradient and against the compiled forward
// kernel, wrong ones are caught. cases.txt says how each is launched.
#include "cases.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using fpcheck::corpus::backward_case;
using fpcheck::corpus::read_cases;

struct outcome {
  int code = -1;
  nlohmann::json report;
  bool mismatch() const {
    for (const auto& one : report.value("cases", nlohmann::json::array()))
      for (const auto& f : one.value("findings", nlohmann::json::array()))
        if (f.value("rule", "") == "mismatch") return true;
    return false;
  }
};

outcome run_tool(const std::string& arguments) {
  const std::string command = std::string(FPCHECK_TOOL) + " grad " + arguments + " --format json --failing none 2>&1";
  outcome out;
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  std::array<char, 65536> buffer{};
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) text.append(buffer.data(), n);
  out.code = WEXITSTATUS(pclose(pipe));
  out.report = nlohmann::json::parse(text, nullptr, false);
  if (!out.report.is_object()) ADD_FAILURE() << command << "\n" << text.substr(0, 2000), out.report = nlohmann::json::object();
  return out;
}

std::string target(const backward_case& c, const std::string& kernel) { return "'" + c.target(kernel) + "' "; }

struct tally {
  int right = 0, alarms = 0, incomplete = 0, wrong = 0, caught = 0;
};

void check(const backward_case& c, const std::string& how, tally& t) {
  const outcome good = run_tool(target(c, c.kernel) + how);
  ++t.right;
  t.alarms += good.code == 1 ? 1 : 0, t.incomplete += good.code == 3 ? 1 : 0;
  EXPECT_EQ(good.code, 0) << c.kernel << " " << how << "\n" << good.report.dump(1).substr(0, 6000);
  for (const std::string& kernel : c.wrong) {
    const outcome bad = run_tool(target(c, kernel) + how);
    ++t.wrong;
    t.caught += bad.code == 1 && bad.mismatch() ? 1 : 0;
    EXPECT_TRUE(bad.code == 1 && bad.mismatch()) << kernel << " " << how << ": a wrong gradient passed with exit code " << bad.code;
  }
}

void print(const char* what, const tally& t) {
  std::printf("%s: %d of %d wrong kernels caught; %d right ones, %d false alarms, %d incomplete\n", what, t.caught, t.wrong, t.right, t.alarms, t.incomplete);
}

/// Whether a case belongs to this run: FPCHECK_CASES=part of a kernel's name.
bool chosen(const backward_case& c) {
  const char* const wanted = std::getenv("FPCHECK_CASES");
  return wanted == nullptr || c.kernel.find(wanted) != std::string::npos;
}

TEST(backward, against_the_derived_gradient) {
  tally t;
  for (const backward_case& c : read_cases())
    if (chosen(c) && c.words.find("--forward ") != std::string::npos) check(c, c.words, t);
  print("derived gradients", t);
  EXPECT_GT(t.right, 0);
}

/// The same without --forward: the compiled forward kernel takes its place.
TEST(backward, against_the_compiled_forward_kernel) {
  tally t;
  for (const backward_case& c : read_cases()) {
    if (!chosen(c) || c.forward.empty()) continue;
    std::string words = c.words;
    if (const std::size_t at = words.find(" --forward '"); at != std::string::npos) words.erase(at, words.find('\'', at + 12) + 1 - at);
    const std::string kernel = c.forward.substr(0, c.forward.find(' '));
    const std::string own = c.forward.size() > kernel.size() ? c.forward.substr(kernel.size() + 1) : "";
    std::string quoted;
    for (const char x : own) quoted += x == '\'' ? "'\\''" : std::string(1, x);
    check(c, words + " --forward-kernel " + target(c, kernel) + (own.empty() ? "" : "--forward-launch '" + quoted + "'"), t);
  }
  print("compiled forward kernels", t);
  EXPECT_GT(t.right, 0);
}

} // namespace
