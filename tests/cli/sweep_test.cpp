#include "session.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>

namespace fpcheck::cli {
namespace {

using nlohmann::json;

/// Functions of tests/cli/sweep/functions.cu, from their committed PTX.
class cli_sweep : public session {
protected:
  static std::string function(const std::string& name) {
    return std::string(FPCHECK_SOURCE_DIR) + "/tests/cli/sweep/" + name + ".ptx:" + name;
  }
  /// The JSON report of a small sweep, and its exit code.
  static std::pair<exit_code, json> sweep(const std::string& name, const std::string& reference,
                                          const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"sweep", function(name), "--ref", reference, "--samples", "20000", "--format", "json"};
    words.insert(words.end(), more.begin(), more.end());
    const outcome r = call(words);
    EXPECT_TRUE(r.err.empty()) << r.err;
    return {r.code, json::parse(r.out, nullptr, false)};
  }
};

TEST_F(cli_sweep, a_correctly_rounded_function_is_within_half_an_ulp) {
  const auto [code, j] = sweep("square", "x*x", {"--tol", "0.5ulp"});
  EXPECT_EQ(code, exit_code::passed) << j;
  EXPECT_EQ(j["function"], "square(f32) -> f32");
  EXPECT_EQ(j["verdict"], "passed");
  EXPECT_EQ(j["complete"], false);
  EXPECT_GT(j["inputs"], 20000);
  EXPECT_GT(j["worst"]["ulps"], 0.4);
  EXPECT_LE(j["worst"]["ulps"], 0.5);
  EXPECT_EQ(sweep("square", "x*x", {"--tol", "0.25ulp"}).first, exit_code::findings);
}

TEST_F(cli_sweep, a_wrong_reference_is_seen) {
  const auto [code, j] = sweep("square", "x*x + 1e-3*x", {"--domain", "1,2"});
  EXPECT_EQ(code, exit_code::findings);
  EXPECT_EQ(j["beyond"], j["inputs"]) << j;
}

TEST_F(cli_sweep, a_fast_exponential_loses_ulps_far_from_zero) {
  const auto near = sweep("fast_exp", "exp(x)", {"--domain", "-1,1", "--tol", "4ulp"});
  EXPECT_EQ(near.first, exit_code::passed) << near.second;
  const auto far = sweep("fast_exp", "exp(x)", {"--domain", "-80,80", "--tol", "4ulp"});
  EXPECT_EQ(far.first, exit_code::findings);
  EXPECT_GT(far.second["worst"]["ulps"], 10) << far.second;
  EXPECT_LT(far.second["worst"]["ulps"], 2 + 1.16 * 80) << "the CUDA guide's bound";
}

TEST_F(cli_sweep, special_values_that_differ_are_findings) {
  const auto [code, j] = sweep("clamp_at_zero", "relu(x)", {"--tol", "0ulp"});
  EXPECT_EQ(code, exit_code::findings) << j;
  ASSERT_EQ(j["specials"].size(), 1u) << j;
  EXPECT_EQ(j["specials"][0]["kind"], "a number for NaN");
  EXPECT_EQ(j["beyond"], 0);
  EXPECT_EQ(sweep("clamp_at_zero", "relu(x)", {"--tol", "0ulp", "--domain", "-4,4"}).first, exit_code::passed);
}

TEST_F(cli_sweep, steps_the_wrong_way) {
  const auto [code, j] = sweep("kinked", "x", {"--tol", "10000000ulp", "--domain", "1,4"});
  EXPECT_EQ(code, exit_code::passed) << j;
  EXPECT_EQ(j["reversals"], 1) << j;
  EXPECT_EQ(sweep("square", "x*x", {"--tol", "1ulp"}).second["reversals"], 0);
}

TEST_F(cli_sweep, flushed_subnormals) {
  const auto [code, j] = sweep("flushed", "x");
  EXPECT_EQ(code, exit_code::findings);
  EXPECT_EQ(j["worst"]["ulps"], 0) << j;
  EXPECT_EQ(j["worst_subnormal"]["ulps"], 8388607) << "the largest subnormal number";
}

TEST_F(cli_sweep, a_format_of_16_bits_is_swept_whole) {
  const auto [code, j] = sweep("twice", "2*x", {"--tol", "0ulp"});
  EXPECT_EQ(code, exit_code::passed) << j;
  EXPECT_EQ(j["complete"], true);
  EXPECT_EQ(j["inputs"], 65536);
  EXPECT_EQ(j["function"], "twice(f16) -> f16");
}

TEST_F(cli_sweep, two_arguments) {
  const auto [code, j] = sweep("product", "x*y", {"--tol", "0.5ulp"});
  EXPECT_EQ(code, exit_code::passed) << j;
  EXPECT_GT(j["inputs"], 15000);
  EXPECT_EQ(sweep("product", "x/y", {"--tol", "0.5ulp"}).first, exit_code::findings);
}

TEST_F(cli_sweep, text_says_where_the_worst_is) {
  const auto r = call({"sweep", function("fast_exp"), "--ref", "exp(x)", "--domain", "-80,80", "--samples", "20000"});
  EXPECT_EQ(r.code, exit_code::findings);
  EXPECT_NE(r.out.find("fast_exp(f32) -> f32 against exp(x)"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("largest error: "), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("results beyond 1ulp"), std::string::npos) << r.out;
}

TEST_F(cli_sweep, usage) {
  const auto code = [&](const std::vector<std::string>& words) { return call(words).code; };
  const std::string f = function("square");
  EXPECT_EQ(code({"sweep", f}), exit_code::usage) << "no reference";
  EXPECT_EQ(code({"sweep", f, "--ref", "x*y"}), exit_code::usage);
  EXPECT_EQ(code({"sweep", f, "--ref", "x*"}), exit_code::usage);
  EXPECT_EQ(code({"sweep", f, "--ref", "sum(x)", "--samples", "1"}), exit_code::usage);
  EXPECT_EQ(code({"sweep", f, "--ref", "x*x", "--tol", "rtol=1e-3"}), exit_code::usage);
  EXPECT_EQ(code({"sweep", f, "--ref", "x*x", "--domain", "2"}), exit_code::usage);
  EXPECT_EQ(code({"sweep", f, "--ref", "x*x", "--domain", "3,2"}), exit_code::usage);
  EXPECT_EQ(code({"sweep", f, "--ref", "x*x", "--on", "tpu"}), exit_code::usage);
  EXPECT_EQ(code({"sweep", f, "--ref", "x*x", "--on", "cpu", "--samples", "1000"}), exit_code::passed);
  EXPECT_EQ(code({"sweep", path("nothing.cu") + ":f", "--ref", "x"}), exit_code::usage);
  EXPECT_EQ(code({"sweep", write("f.cu", "__device__ float f(float x) { return x; }"), "--ref", "x"}), exit_code::usage);
  EXPECT_EQ(code({"sweep", path("f.cu") + ":f", "--ref", "x"}), exit_code::usage) << "there is no nvcc";
  EXPECT_EQ(code({"sweep", example("two_pass_variance.ptx") + ":two_pass_variance", "--ref", "x"}), exit_code::usage);
}

} // namespace
} // namespace fpcheck::cli
