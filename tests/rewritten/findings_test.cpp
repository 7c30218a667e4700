// What is said of a card's records, which the engine writes here in a card's place: the rewritten kernels under the emulator.
#include "emulation.hpp"

#include <fpcheck/session/case_words.hpp>
#include <fpcheck/session/on_device.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace fpcheck::instrument::test {
namespace {

/// A case of an example, with what the engine says of it and what is said of the records.
struct looked_at {
  session::kernel_file file;
  session::bound_case bound;
  report::case_report engine;
  session::device_findings found;
};

looked_at look(const std::string& name, const session::option_words& options, domain beside) {
  const std::string base = std::string(FPCHECK_SOURCE_DIR) + "/" + name;
  looked_at out{*session::kernel_file::open(base + ".ptx", base + ".cu"), {}, {}, {}};
  session::typed_case typed;
  typed.words = {base + ".ptx"};
  typed.options = options;
  const auto words = session::read_words(typed);
  const auto cases = session::choose_cases(out.file, *words);
  session::case_source source;
  source.directory = out.file.directory();
  out.engine = session::run_case(out.file, cases->at(0), source);
  out.bound = *session::bind_case(out.file, cases->at(0), source);
  auto run = emulate(out.bound, beside);
  EXPECT_TRUE(run) << run.error().text();
  device::outcome done;
  done.card = "emulator", done.after.resize(out.bound.request.buffers.size());
  for (auto& r : run->records) done.launches.push_back({std::move(r), 0, 0, 0, 0, 0});
  out.found = session::findings_of(*out.bound.code, out.bound.request, run->kernels, std::move(done), beside);
  return out;
}

class findings : public ::testing::TestWithParam<domain> {};

TEST_P(findings, name_the_worst_store_its_element_and_its_block) {
  const looked_at c = look("examples/01_first_run/naive_variance", {}, GetParam());
  ASSERT_TRUE(c.engine.run);
  const analysis::output_summary& engine = c.engine.run->outputs.at(0);
  ASSERT_FALSE(c.found.report.lines.empty());
  const report::device_line& worst = c.found.report.lines[0];
  EXPECT_EQ(worst.what, report::device_line::event::stored);
  EXPECT_EQ(worst.output, engine.name);
  EXPECT_EQ(worst.element, engine.worst_element);
  EXPECT_EQ(worst.block, engine.worst_element); // a block a row
  EXPECT_NEAR(worst.ulps, engine.max_error_ulps, 1e-3 * engine.max_error_ulps);
  EXPECT_GT(worst.share, 1);
  EXPECT_GE(worst.over, 1u);
  ASSERT_FALSE(worst.stack.empty());
  EXPECT_EQ(worst.stack[0].line, c.engine.run->findings.at(0).stack[0].line);
  EXPECT_EQ(c.found.next, session::device_findings::replay::blocks);
  EXPECT_EQ(c.found.blocks.at(0), worst.block);
  EXPECT_TRUE(c.found.incomplete.empty());
  const auto text = report::device_text(c.found.report);
  EXPECT_NE(text.at(1).find("largest of 4 outputs"), std::string::npos) << text.at(1);
}

TEST_P(findings, are_none_of_a_sound_kernel) {
  const looked_at c = look("examples/01_first_run/two_pass_variance", {}, GetParam());
  for (const report::device_line& l : c.found.report.lines) {
    EXPECT_LE(l.share, 1) << l.instruction;
    EXPECT_EQ(l.over + l.open + l.born + l.unbounded, 0u) << l.instruction;
  }
  EXPECT_TRUE(c.found.unjudged.empty());
}

INSTANTIATE_TEST_SUITE_P(domains, findings, ::testing::Values(domain::f64, domain::ball), [](const auto& p) { return p.param == domain::ball ? "ball" : "f64"; });

TEST(a_replay, of_the_worst_block_says_what_the_whole_run_says) {
  const looked_at c = look("examples/01_first_run/naive_variance", {}, domain::ball);
  const looked_at block = look("examples/01_first_run/naive_variance", {{"blocks", std::to_string(c.found.blocks.at(0))}}, domain::ball);
  ASSERT_TRUE(block.engine.run);
  EXPECT_EQ(block.engine.run->coverage.ctas_run, 1u);
  ASSERT_EQ(block.engine.run->findings.size(), 1u);
  EXPECT_EQ(block.engine.run->findings[0].rule, c.engine.run->findings.at(0).rule);
  EXPECT_EQ(block.engine.run->findings[0].message, c.engine.run->findings.at(0).message);
}

TEST(a_replay, takes_the_block_in_which_an_integer_has_left_its_range) {
  const std::string name = "tests/corpus/bugs/340_integers_beyond_their_bits"; // of blocks of 64 threads the first 724 hold their squares
  const looked_at c = look(name, {}, domain::ball);
  const auto overflows = [](const report::device_line& l) { return l.what == report::device_line::event::left_range; };
  ASSERT_EQ(std::count_if(c.found.report.lines.begin(), c.found.report.lines.end(), overflows), 1);
  ASSERT_GE(c.found.blocks.at(0), 724u);
  const looked_at block = look(name, {{"blocks", std::to_string(c.found.blocks.at(0))}}, domain::ball);
  ASSERT_EQ(block.engine.run->findings.size(), 1u);
  EXPECT_EQ(block.engine.run->findings[0].rule, analysis::rule::overflow);
  EXPECT_EQ(block.engine.run->findings[0].stack.at(0).line, c.engine.run->findings.at(0).stack.at(0).line);
}

} // namespace
} // namespace fpcheck::instrument::test
