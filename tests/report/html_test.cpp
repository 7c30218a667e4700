#include "a_document.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace fpcheck::report {
namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

document one_case() {
  document d = a_document();
  d.cases.resize(1);
  return d;
}

TEST(html, answers_line_size_cause_and_remedy_before_anything_else) {
  const std::string page = write_html(one_case());
  const auto at = [&](const char* text) { return page.find(text); };
  ASSERT_NE(at("Which line"), std::string::npos);
  EXPECT_LT(at("k.cu:2"), at("How wrong"));
  EXPECT_LT(at("How wrong"), at("Why</h3>"));
  EXPECT_LT(at("Why</h3>"), at("What to do"));
  EXPECT_LT(at("What to do"), at("fpcheck run k.cu:variance"));
  EXPECT_LT(at("fpcheck run k.cu:variance"), at("<h3>Source</h3>"));
}

TEST(html, shows_source_shares_maps_split_and_slice) {
  const std::string page = write_html(one_case());
  for (const char* text : {"var = s / n - m * m;", "75 %", "in variance, called from k.cu:7", "<svg class=\"map\"", "<svg class=\"histogram\"", "NaN or Inf born inside",
                           "rounding: computed against its own exact result", "Blame: from the output back", "sub.f32", "8.6e+06"})
    EXPECT_NE(page.find(text), std::string::npos) << text;
}

TEST(html, worst_elements_stand_beside_what_was_expected) {
  const std::string page = write_html(one_case());
  for (const char* text : {"worst elements", "out[2]</td>", ">0.9375</td>", ">0.0842</td>", ">1e-08</td>"}) EXPECT_NE(page.find(text), std::string::npos) << text;
}

TEST(html, what_fails_comes_first_and_what_passed_is_folded) {
  document d = a_document();
  std::swap(d.cases[0], d.cases[1]); // the passed one first
  const std::string page = write_html(d);
  const auto at = [&](const char* text) { return page.find(text); };
  ASSERT_NE(at("<details id=\"case0\">"), std::string::npos);
  EXPECT_LT(at("<section id=\"case1\">"), at("<details id=\"case0\">"));
  EXPECT_LT(at("<section id=\"case3\">"), at("<details id=\"case0\">"));
  EXPECT_LT(at("href=\"#case1\""), at("href=\"#case0\""));
}

TEST(html, is_one_file_without_scripts_and_requests) {
  const std::string page = write_html(a_document());
  for (const char* text : {"<script", "javascript:", "http:", "https:", "url(", "@import", " src=", "<link", "<iframe", " onload"}) EXPECT_EQ(page.find(text), std::string::npos) << text;
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(html, every_tag_is_closed) {
  const std::string page = write_html(a_document());
  for (const char* tag : {"section", "div", "table", "tr", "td", "th", "p", "pre", "details", "summary", "svg", "span", "h3", "h4", "ol", "li", "code", "b"})
    EXPECT_EQ(count(page, std::string("<") + tag + '>') + count(page, std::string("<") + tag + ' '), count(page, std::string("</") + tag + '>')) << tag;
}

/// Kernels, files, outputs and sources are named by whoever wrote them: none of it may become markup.
TEST(html, hostile_names_stay_text) {
  const std::string hostile = "</pre><script>alert(1)</script><img src=x onerror=alert(2)>\"' onmouseover=\"x\" \x01\xff\u202e";
  document d = one_case();
  case_report& c = d.cases[0];
  c.file = c.title = c.replay = hostile;
  c.notes = {hostile};
  c.inputs[0] = {hostile, hostile, {1}, hostile, hostile};
  analysis::run_result& run = *c.run;
  run.kernel = run.shadow = hostile;
  run.printed = {hostile};
  run.incomplete = {{hostile, {{hostile, hostile, 1, 1}}, 1}};
  run.outputs[0].name = run.outputs[0].dtype = hostile;
  run.lines[0].output = run.lines[0].instruction = hostile;
  analysis::finding& f = run.findings[0];
  f.message = f.instruction = f.output = f.hint = hostile;
  f.stack = {{hostile, "k.cu", 2, 1}, {hostile, hostile, 3, 1}};
  f.slice[0].instruction = f.slice[0].where.file = hostile;
  c.comparisons[0].output = c.comparisons[0].reference = c.comparisons[0].verdict.reason = hostile;
  d.sources[0].lines[1] = d.sources[0].lines[2] = hostile;
  const std::string page = write_html(d);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("\" onmouseover"), std::string::npos);
  for (const char* raw : {"\x01", "\xff", "\u202e"}) EXPECT_EQ(page.find(raw), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert(1)&lt;/script&gt;"), std::string::npos);
}

TEST(html, a_page_stays_small_whatever_the_tensor) {
  document d = one_case();
  analysis::error_profiler p({4096, 4096}, 4096ull * 4096);
  for (std::uint64_t i = 0; i < 4096ull * 4096; i += 17) p.add(i, static_cast<double>(i % 1024));
  d.cases[0].run->outputs[0].errors = p.take();
  EXPECT_LT(write_html(d).size(), 1u << 20);
  EXPECT_LT(write_json(d).size(), 1u << 16);
}

TEST(html, cases_without_a_run_and_excused_findings_have_pages_too) {
  const document d = a_document();
  for (const case_report& c : d.cases) {
    document one{d.version, {c}, d.sources};
    EXPECT_NE(write_html(one).find("</html>"), std::string::npos) << c.title;
  }
  EXPECT_NE(write_html(d).find("href=\"#case3\""), std::string::npos);
  EXPECT_NE(write_html({"0.1.0", {}, {}}).find("</html>"), std::string::npos);
}

} // namespace
} // namespace fpcheck::report
