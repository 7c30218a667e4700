#include <fpcheck/verdict/verdict.hpp>

#include <gtest/gtest.h>

namespace fpcheck::verdict {
namespace {

analysis::finding finding(analysis::rule rule, std::uint32_t line = 0, analysis::level level = analysis::level::error) {
  analysis::finding f;
  f.rule = rule;
  f.level = level;
  f.output = "out";
  f.stack.push_back({"k", "k.cu", line, 1});
  return f;
}

TEST(verdict, counts_errors_that_nothing_excuses) {
  analysis::run_result run;
  EXPECT_EQ(of(run), exit_code::passed);
  run.findings.push_back(finding(analysis::rule::cancellation, 7, analysis::level::note));
  EXPECT_EQ(of(run), exit_code::passed);
  run.findings.push_back(finding(analysis::rule::cancellation, 7));
  run.verdict = exit_code::findings; // as the analysis leaves it
  EXPECT_EQ(of(run), exit_code::findings);
  run.findings[1].suppressed = true;
  EXPECT_EQ(of(run), exit_code::passed);
}

TEST(verdict, what_could_not_be_checked_never_passes) {
  analysis::run_result run;
  run.incomplete.push_back({"something", {}, 0});
  EXPECT_EQ(of(run), exit_code::incomplete);
  run.findings.push_back(finding(analysis::rule::cancellation));
  EXPECT_EQ(of(run), exit_code::findings);
  run.verdict = exit_code::interrupted;
  EXPECT_EQ(of(run), worse(exit_code::findings, exit_code::interrupted));
}

TEST(verdict, a_suppression_excuses_its_rule_on_its_line_of_its_file) {
  const auto excused = [](const launch::suppression& s) {
    analysis::run_result run;
    run.findings = {finding(analysis::rule::cancellation, 7), finding(analysis::rule::race, 7)};
    return suppress(run, s) ? static_cast<int>(run.findings[0].suppressed) + 2 * static_cast<int>(run.findings[1].suppressed) : 0;
  };
  EXPECT_EQ(excused({"cancellation", "centred", "k.cu", 7}), 1);
  EXPECT_EQ(excused({"race", "same value", "k.cu", 7}), 2);
  EXPECT_EQ(excused({"cancellation", "centred", "k.cu", 8}), 0);
  EXPECT_EQ(excused({"cancellation", "centred", "other.cu", 7}), 0);
}

TEST(verdict, an_expectation_is_met_by_just_what_it_names) {
  analysis::run_result run;
  run.findings.push_back(finding(analysis::rule::cancellation));
  EXPECT_EQ(expect(run, {"race"}).missing, " race");
  EXPECT_EQ(expect(run, {"race"}).surplus, " cancellation");
  EXPECT_EQ(expect(run, {"clean"}).code(), exit_code::findings);
  EXPECT_FALSE(run.findings[0].suppressed);
  EXPECT_EQ(expect(run, {"cancellation"}).code(), exit_code::passed);
  EXPECT_TRUE(run.findings[0].suppressed);
  run.incomplete.push_back({"something", {}, 0});
  EXPECT_EQ(expect(run, {"clean"}).surplus, " incomplete");
}

TEST(verdict, inputs_are_to_blame_only_where_nothing_else_is_found) {
  comparison k;
  k.output = "out";
  k.verdict.code = exit_code::findings;
  k.verdict.worst.resize(1);
  k.verdict.worst[0].ulps = 4;
  k.conditioning.emplace().input_ulps_at_worst = 5;
  std::optional<analysis::run_result> run;
  EXPECT_EQ(inputs_to_blame(k, run), "");
  run.emplace().findings.push_back(finding(analysis::rule::mismatch));
  EXPECT_NE(inputs_to_blame(k, run).find("up to 5 ulp, and it is 4 ulp off"), std::string::npos);
  k.conditioning->input_ulps_at_worst = 3;
  EXPECT_EQ(inputs_to_blame(k, run), "");
  k.conditioning->input_ulps_at_worst = 5;
  run->findings.push_back(finding(analysis::rule::cancellation));
  EXPECT_EQ(inputs_to_blame(k, run), "");
}

} // namespace
} // namespace fpcheck::verdict
