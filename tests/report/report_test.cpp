#include "a_document.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace fpcheck::report {
namespace {

using nlohmann::json;

TEST(text, one_finding) {
  document d = a_document();
  d.cases.resize(1);
  d.cases[0].comparisons.clear();
  d.cases[0].variants.clear();
  EXPECT_EQ(write_text(d, source, colour::off),
            "k.cu: variance <<<4, 128>>>: 1 finding\n"
            "\n"
            "k.cu:2:10: error: out[3] is 0.9375, exactly 0.0842: <8.6e+06> & ulp [cancellation]\n"
            "  2 | \tvar = s / n - m * m;\n"
            "    | \t        ^\n"
            "  in variance called from k.cu:7\n"
            "  sub.f32 (PTX line 40); reaches out[3]; excess 100000; first in thread 3 of block 1; seen 1,234 times\n"
            "  hint: rearrange: two-pass or Welford variance, expm1, log1p, fma, a shift of the data\n"
            "\n"
            "  out: 4 f32, all certified, error at most 8.6e+06 ulp (mean 4e+06)\n"
            "  1,234,567 instructions, 99.9 % of 1,000 float operations shadowed (ball), 2 near-ties, 0.00 s\n"
            "  rounding and memory only; meaning unchecked: give a reference with --ref\n");
}

TEST(text, another_place_of_a_finding_is_told_with_its_role_in_every_format) {
  document d = a_document();
  d.cases.resize(1);
  d.cases[0].run->findings[0].stack.push_back({"variance", "k.cu", 5, 0, "the value is used"});
  d.cases[0].run->findings[0].stack.push_back({"caller", "k.cu", 8, 0});
  attach_sources(d, source);
  EXPECT_NE(write_text(d, source, colour::off).find("  in variance called from k.cu:7\n  the value is used at k.cu:5\n  5 | // line 5\n  in variance called from k.cu:8\n"), std::string::npos)
      << write_text(d, source, colour::off);
  const json stack = json::parse(write_json(d))["cases"][0]["findings"][0]["stack"];
  EXPECT_EQ(stack[2]["role"], "the value is used");
  EXPECT_FALSE(stack[1].contains("role"));
  const auto back = read_json(write_json(d), "a.json");
  ASSERT_TRUE(back);
  EXPECT_EQ(write_json(*back), write_json(d));
  EXPECT_NE(write_sarif(d).find("the value is used here"), std::string::npos);
  EXPECT_NE(write_html(d).find("the value is used, at k.cu:5"), std::string::npos);
}

TEST(text, what_is_estimated_is_not_called_certified) {
  document d = a_document();
  d.cases.resize(1);
  analysis::output_summary& o = d.cases[0].run->outputs[0];
  o.certified = 3, o.estimated = 1;
  EXPECT_NE(write_text(d, source, colour::off).find("3 certified, error at most 8.6e+06 ulp (mean 4e+06), 1 estimated (enclosures too wide to certify)\n"), std::string::npos);
  o.certified = 0, o.estimated = 0, o.agreed = 4;
  EXPECT_NE(write_text(d, source, colour::off).find("out: 4 f32, all estimated by two precisions, "), std::string::npos);
  EXPECT_EQ(write_text(d, source, colour::off).find("certified"), std::string::npos);
  const json written = json::parse(write_json(d))["cases"][0]["outputs"][0];
  EXPECT_EQ(written["certified"], 0);
  EXPECT_EQ(written["estimated_by_two_precisions"], 4);
  EXPECT_FALSE(written.contains("estimated"));
  const auto back = read_json(write_json(d), "a.json");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->cases[0].run->outputs[0].agreed, 4u);
}

TEST(text, tensor_cores_have_their_share_of_an_error) {
  document d = a_document();
  d.cases.resize(1);
  analysis::run_result& run = *d.cases[0].run;
  EXPECT_EQ(write_text(d, source, colour::off).find("tensor cores"), std::string::npos);
  EXPECT_FALSE(json::parse(write_json(d))["cases"][0]["outputs"][0].contains("tensor_core_share"));
  run.lines[0].share = 0.25;
  const std::pair<const char*, double> others[] = {{"wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16", 0.5}, {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 0.125}, {"wmma.load.a", 0.0625}, {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32", 0.0625}};
  for (const auto& [opcode, share] : others) {
    run.lines.push_back(run.lines[0]);
    run.lines.back().instruction = opcode, run.lines.back().share = share;
  }
  EXPECT_NE(write_text(d, source, colour::off).find("ulp (mean 4e+06), 62 % of it made by tensor cores\n"), std::string::npos) << write_text(d, source, colour::off);
  EXPECT_EQ(json::parse(write_json(d))["cases"][0]["outputs"][0]["tensor_core_share"], 0.625);
  const auto back = read_json(write_json(d), "a.json");
  ASSERT_TRUE(back);
  EXPECT_EQ(write_json(*back), write_json(d));
  EXPECT_NE(write_html(d).find("made 62 % of the error"), std::string::npos);
}

TEST(text, a_clean_run_is_short_and_says_what_it_did_not_check) {
  document d = a_document();
  d.cases = {d.cases[1]};
  d.cases[0].variants.clear();
  const std::string text = write_text(d, source, colour::off);
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 5);
  EXPECT_NE(text.find("k.cu: variance <<<1, 1>>>: passed\n"), std::string::npos);
  EXPECT_NE(text.find("1 suppressed in the source"), std::string::npos);
  EXPECT_NE(text.find("meaning unchecked"), std::string::npos);
}

TEST(text, memory_that_was_not_looked_at_is_told) {
  document d = a_document();
  d.cases.resize(1);
  EXPECT_EQ(write_text(d, source, colour::off).find("races looked for"), std::string::npos);
  for (const auto& [step, words] : {std::pair(2, "every 2nd page"), {3, "every 3rd page"}, {4, "every 4th page"}, {12, "every 12th page"}, {21, "every 21st page"}, {1112, "every 1,112th page"}}) {
    d.cases[0].run->coverage.race_step = static_cast<std::uint64_t>(step);
    EXPECT_NE(write_text(d, source, colour::off).find(std::string("2 near-ties, races looked for in ") + words + " of memory only, 0.00 s"), std::string::npos) << step;
  }
  EXPECT_EQ(json::parse(write_json(d))["cases"][0]["coverage"]["race_step"], 1112);
  const auto back = read_json(write_json(d), "a.json");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->cases[0].run->coverage.race_step, 1112u);
}

TEST(text, of_what_a_kernel_prints_the_first_lines_are_shown_and_the_rest_counted) {
  document d = a_document();
  d.cases.resize(1);
  for (int k = 0; k < 300; ++k) d.cases[0].run->printed.push_back("line " + std::to_string(k));
  const std::string text = write_text(d, source, colour::off);
  EXPECT_NE(text.find("  printed: line 7\n  printed: 292 more lines\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("line 8"), std::string::npos) << text;
  EXPECT_EQ(json::parse(write_json(d))["cases"][0]["printed"].size(), 300u);
}

TEST(text, colours_and_totals) {
  const document d = a_document();
  EXPECT_EQ(write_text(d, source, colour::off).find('\x1b'), std::string::npos);
  EXPECT_NE(write_text(d, source, colour::on).find("\x1b[1;31m"), std::string::npos);
  EXPECT_NE(write_text(d, source, colour::off).find("4 cases: 1 findings, 1 incomplete, 1 passed, 1 usage"),
            std::string::npos);
  EXPECT_EQ(d.verdict(), exit_code::usage);
}

TEST(text, the_first_line_of_a_program_says_what_its_launches_came_to) {
  document d = a_document();
  d.cases.resize(2); // findings, passed
  case_report head;
  head.file = "program", head.title = "3 launches of 2 kernels", head.sums_up = true;
  d.cases.insert(d.cases.begin(), head);
  d.sum_up();
  EXPECT_EQ(d.verdict(), exit_code::findings);
  const std::string text = write_text(d, source, colour::off);
  EXPECT_EQ(text.find("program: 3 launches of 2 kernels: 1 finding\n"), 0u) << text;
  EXPECT_NE(text.find("\n2 cases: 1 findings, 1 passed\n"), std::string::npos) << text;
  EXPECT_NE(write_junit(d).find("tests=\"3\" failures=\"1\" errors=\"0\""), std::string::npos) << write_junit(d);
  const auto back = read_json(write_json(d), "a.json");
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->cases[0].sums_up);
  EXPECT_FALSE(json::parse(write_json(d))["cases"][1].contains("sums_up"));

  d.cases.erase(d.cases.begin() + 1); // nothing but its own failure is left
  d.cases[0].verdict = exit_code::findings, d.cases[0].notes = {"the program itself ended with status 1"};
  EXPECT_EQ(write_text(d, source, colour::off).find("program: 3 launches of 2 kernels: the program failed\n"), 0u);
  EXPECT_NE(write_text(d, source, colour::off).find("\n1 case: 1 passed, the program as a whole findings\n"), std::string::npos) << write_text(d, source, colour::off);
  EXPECT_NE(write_github(d).find("the program itself ended with status 1"), std::string::npos);
}

TEST(json, has_the_schema_and_survives_nan) {
  const json j = json::parse(write_json(a_document()));
  EXPECT_EQ(j["schema"], "fpcheck/1");
  EXPECT_EQ(j["exit_code"], 2);
  EXPECT_EQ(j["cases"].size(), 4u);
  const json& f = j["cases"][0]["findings"][0];
  EXPECT_EQ(f["rule"], "cancellation");
  EXPECT_EQ(f["computed"], "nan");
  EXPECT_EQ(f["exact"], "inf");
  EXPECT_EQ(f["stack"][0]["line"], 2);
  EXPECT_EQ(j["cases"][0]["inputs"][0]["sha256"], "abc");
  EXPECT_EQ(j["cases"][0]["meaning_checked"], true);
  EXPECT_EQ(j["cases"][1]["meaning_checked"], false);
  EXPECT_EQ(j["cases"][3]["errors"][0]["column"], 13);
  EXPECT_EQ(j["cases"][0]["next"], "k.cu:2: cancellation: rearrange: two-pass or Welford variance, expm1, log1p, fma, a shift of the data; then run: fpcheck run k.cu:variance -l '<<<4, 128>>>'");
  EXPECT_EQ(j["cases"][1]["next"], "say what the outputs should be, with --ref OUT=EXPR or --ref OUT=@FILE.npy");
  EXPECT_EQ(j["cases"][2]["next"], "tex.2d is not modelled: write line 3 without it; fpcheck isa --check k.cu lists all");
  EXPECT_EQ(j["cases"][3]["next"], "no kernel is called 'varaince': did you mean 'variance'?");
}

TEST(sarif, has_rules_results_and_suppressions) {
  const json j = json::parse(write_sarif(a_document()));
  EXPECT_EQ(j["version"], "2.1.0");
  const json& run = j["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 1u);
  ASSERT_EQ(run["results"].size(), 2u);
  EXPECT_EQ(run["results"][0]["ruleId"], "cancellation");
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
  EXPECT_EQ(run["results"][1]["suppressions"][0]["justification"], "data is centred");
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  const json& first = run["results"][0];
  EXPECT_EQ(first["locations"][0]["physicalLocation"]["region"]["endColumn"], 22);
  EXPECT_EQ(first["codeFlows"][0]["threadFlows"][0]["locations"].size(), 2u);
  EXPECT_EQ(first["relatedLocations"].size(), 2u); // the caller, and the slice
  EXPECT_NE(run["tool"]["driver"]["rules"][0]["fullDescription"]["text"].get<std::string>().find("Welford"), std::string::npos);
  document moved = a_document();
  for (case_report& c : moved.cases)
    if (c.run)
      for (analysis::finding& f : c.run->findings) f.stack[0].line = 3;
  moved.sources[0].lines.insert(moved.sources[0].lines.begin(), "// one more");
  const json after = json::parse(write_sarif(moved))["runs"][0]["results"][0];
  EXPECT_EQ(after["partialFingerprints"], first["partialFingerprints"]);
  moved.cases[0].run->findings[0].rule = analysis::rule::absorption;
  EXPECT_NE(json::parse(write_sarif(moved))["runs"][0]["results"][0]["partialFingerprints"], first["partialFingerprints"]);
}

TEST(junit, incomplete_is_an_error_not_a_pass) {
  const std::string xml = write_junit(a_document());
  EXPECT_NE(xml.find("tests=\"4\" failures=\"1\" errors=\"2\""), std::string::npos);
  EXPECT_NE(xml.find("&lt;8.6e+06&gt; &amp; ulp"), std::string::npos);
  EXPECT_EQ(xml.find("<8.6"), std::string::npos);
  EXPECT_NE(xml.find("<testsuite name=\"k.cu\" tests=\"4\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure type=\"findings\" message=\"k.cu:2: out[3] is 0.9375"), std::string::npos) << xml;
  EXPECT_NE(xml.find("message=\"incomplete: tex.2d is not modelled\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("again: fpcheck run k.cu:variance"), std::string::npos);
}

TEST(github, one_command_a_finding) {
  const std::string text = write_github(a_document());
  EXPECT_NE(text.find("::error file=k.cu,line=2,col=10,title=fpcheck cancellation::out[3]"), std::string::npos);
  EXPECT_NE(text.find("::error file=k.cu,line=3,title=fpcheck incomplete::tex.2d"), std::string::npos);
  document d = a_document();
  d.cases.resize(1);
  d.cases[0].run->findings[0].message = "a\n::error::b%";
  EXPECT_NE(write_github(d).find("::a%0A::error::b%25\n"), std::string::npos);
  // Whatever fails has an error, and nothing that passes has one.
  d = a_document();
  d.cases = {d.cases[1]};
  EXPECT_EQ(write_github(d).find("::error"), std::string::npos);
  d.cases[0].verdict = exit_code::findings, d.cases[0].notes = {"expected and not found: race"};
  EXPECT_NE(write_github(d).find("::error file=k.cu,line=1,title=fpcheck findings::variance <<<1, 1>>>: expected and not found: race"), std::string::npos) << write_github(d);
}

TEST(markdown, escapes_cells) {
  document d = a_document();
  d.cases[0].run->findings[0].message = "a|b\nc <b>[x](javascript:y)";
  d.cases[0].title = "`k` ``|<b>";
  const std::string text = write_markdown(d);
  EXPECT_NE(text.find("a\\|b c &lt;b>\\[x\\](javascript:y)"), std::string::npos) << text;
  EXPECT_NE(text.find("| ``` k.cu: `k` ``\\|<b> ``` |"), std::string::npos) << text; // inside code nothing is markup
  EXPECT_LT(text.find("| usage |"), text.find("<details><summary>1 passed")) << text; // what fails stands before what is folded
  EXPECT_NE(text.find("1 of 4 cases pass."), std::string::npos);
  EXPECT_NE(text.find("    fpcheck run k.cu:variance"), std::string::npos);
}

/// Kernels, files and tensors are named by whoever wrote them.
TEST(report, nothing_in_a_name_acts_on_the_reader) {
  const std::string hostile = "\x1b[2J\x1b[31mred\r\n::error file=x::forged\u202e\x07\xff|`<script>";
  document d = a_document();
  d.cases.resize(2);
  for (case_report& c : d.cases) {
    c.file = c.title = hostile;
    c.run->findings[0].message = c.run->findings[0].hint = c.run->findings[0].output = hostile;
    c.run->findings[0].stack[0].file = c.run->findings[0].stack[1].function = hostile;
    c.run->printed = {hostile};
    c.notes = {hostile};
  }
  const source_reader every_line = [&](const std::string&, std::uint32_t) { return std::optional(hostile); };
  for (const std::string& format : format_names())
    for (const colour c : {colour::off, colour::on}) {
      const std::string text = *write(d, format, every_line, c);
      for (const char* acting : {"\x1b[2J", "\x07", "\r"}) EXPECT_EQ(text.find(acting), std::string::npos) << format;
      if (format != "json") { EXPECT_EQ(text.find("\u202e"), std::string::npos) << format; } // JSON is data: it keeps every character
      if (c == colour::off) { EXPECT_EQ(text.find('\x1b'), std::string::npos) << format; }
    }
  const std::string commands = write_github(d);
  for (std::size_t at = 0; (at = commands.find("forged", at)) != std::string::npos; ++at) {
    const std::size_t line = commands.rfind('\n', at);
    EXPECT_EQ(commands.compare(line == std::string::npos ? 0 : line + 1, 2, "::"), 0);
    EXPECT_EQ(commands.substr(at - 8, 8).find('\n'), std::string::npos);
  }
  EXPECT_EQ(json::parse(write_sarif(d))["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].get<std::string>().find(':'), std::string::npos);
}

TEST(text, conditioning_and_split_beside_a_reference) {
  document d = a_document();
  d.cases.resize(1);
  const std::string text = write_text(d, source, colour::off);
  EXPECT_NE(text.find("rounding: 4e+06 ulp on average, at most 8.6e+06; algorithm: 0.25, at most 0.5"), std::string::npos) << text;
  EXPECT_NE(text.find("conditioning: kappa 2.5, at most 1999 at out[1] (4 looked at); half an ulp in every input: 0.5 ulp, at most 200"), std::string::npos) << text;
  EXPECT_EQ(text.find("your inputs"), std::string::npos) << text;
  d.cases[0].comparisons[0].conditioning->input_ulps_at_worst = 1e7;
  d.cases[0].comparisons[0].conditioning->stable_ulps_at_worst = 9e6;
  EXPECT_EQ(write_text(d, source, colour::off).find("your inputs"), std::string::npos); // the kernel's own cancellation is not excused
  d.cases[0].run->findings[0].output = "another";
  EXPECT_NE(write_text(d, source, colour::off).find("your inputs, not your kernel"), std::string::npos);
  EXPECT_NE(write_html(d).find("your inputs, not your kernel"), std::string::npos);
  d.cases[0].comparisons[0].conditioning->stable_ulps_at_worst = 1.1; // a better kernel exists
  EXPECT_EQ(write_text(d, source, colour::off).find("your inputs"), std::string::npos);
  EXPECT_NE(write_text(d, source, colour::off).find("sensitive here: half an ulp in every input moves the worst element by up to 1e+07 ulp, and it is 8.6e+06 ulp off; "
                                                    "but a stable computation would be within 1.1 ulp"),
            std::string::npos);
  d.cases[0].comparisons[0].verdict.worst[0].ulps = 0.75; // right to within an ulp: nothing to explain
  EXPECT_EQ(write_text(d, source, colour::off).find("your inputs"), std::string::npos);
}

TEST(report, unknown_format_is_suggested) {
  const auto r = write(a_document(), "jsno", source, colour::off);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().hint, "did you mean 'json'?");
  for (const std::string& name : format_names()) EXPECT_TRUE(write(a_document(), name, source, colour::off)) << name;
}

TEST(report, numbers) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(18446744073709551615ull), "18,446,744,073,709,551,615");
  EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "-inf");
}

} // namespace
} // namespace fpcheck::report
