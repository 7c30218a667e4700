#include <fpcheck/formats/describe.hpp>
#include <fpcheck/formats/names.hpp>

#include <gtest/gtest.h>

namespace fpcheck {
namespace {

const conversion_description& named(const std::vector<conversion_description>& list, std::string_view name) {
  for (const auto& c : list)
    if (c.policy == name) return c;
  ADD_FAILURE() << "no " << name;
  return list.front();
}

TEST(describe, every_format_and_alias_is_found) {
  for (const auto& f : describe_formats()) {
    EXPECT_EQ(describe_format(f.name)->name, f.name);
    for (const auto& alias : f.aliases) EXPECT_EQ(describe_format(alias)->name, f.name) << alias;
    EXPECT_NE(render(f).find(f.name), std::string::npos);
  }
  EXPECT_EQ(describe_formats().size(), format_names().size());
}

TEST(describe, names_and_aliases_are_unique) {
  std::vector<std::string> seen;
  for (const auto& f : describe_formats()) {
    auto names = f.aliases;
    names.push_back(f.name);
    for (const auto& name : names) {
      EXPECT_EQ(std::count(seen.begin(), seen.end(), name), 0) << name;
      seen.push_back(name);
    }
  }
}

TEST(describe, a_wrong_name_gets_a_suggestion) {
  const auto wrong = describe_format("e4m3f");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, exit_code::usage);
  EXPECT_NE(wrong.error().hint.find("e4m3fn"), std::string::npos);
}

TEST(describe, a_number_its_neighbours_and_its_error) {
  const auto v = describe_value("e4m3fn", "0.3");
  ASSERT_TRUE(v);
  EXPECT_EQ(v->result.code, 0x2au);
  EXPECT_EQ(v->result.decimal, "0.3125");
  EXPECT_EQ(v->result.hex, "0x1.4p-2");
  EXPECT_EQ(v->below->code, 0x29u);
  EXPECT_EQ(v->above->code, 0x2bu);
  EXPECT_EQ(v->ulp, 0.03125);
  EXPECT_NEAR(v->error_ulps, 0.4, 1e-15);
  EXPECT_FALSE(v->exact);
  EXPECT_EQ(named(v->roundings, "toward_zero").result.code, 0x29u);
  EXPECT_EQ(named(v->roundings, "toward_zero").flag_names, "inexact");
}

TEST(describe, presets_disagree_where_they_do) {
  const auto v = describe_value("e4m3fn", "465");
  EXPECT_EQ(named(v->presets, "cuda").result.code, 0x7eu);
  EXPECT_EQ(named(v->presets, "ml_dtypes").result.code, 0x7fu);
  const auto scale = describe_value("e8m0", "1.45");
  EXPECT_EQ(named(scale->presets, "cuda").result.value, 2);
  EXPECT_EQ(named(scale->presets, "torch").result.value, 1);
}

TEST(describe, a_code) {
  const auto v = describe_value("bf16", "0x3f81");
  ASSERT_TRUE(v);
  EXPECT_TRUE(v->from_code);
  EXPECT_EQ(v->result.value, 1.0078125);
  EXPECT_TRUE(v->roundings.empty());
  EXPECT_EQ(describe_value("bf16", "0x1.01p+0")->result.code, 0x3f80u); // with a p it is a number
  EXPECT_EQ(describe_value("tf32", "0x3f802000")->result.value, 1 + 0x1p-10);
  EXPECT_FALSE(describe_value("tf32", "0x3f800001"));
  EXPECT_FALSE(describe_value("e2m1", "0x10"));
  EXPECT_EQ(describe_value("e2m1", "0b111")->result.value, 6);
}

TEST(describe, what_is_no_number_is_an_error) {
  for (const char* text : {"", "x", "1.5q", "--1", "0x", "1e"}) {
    const auto v = describe_value("f16", text);
    ASSERT_FALSE(v) << text;
    EXPECT_EQ(v.error().code, exit_code::usage);
  }
}

TEST(describe, subnormal_and_special_results) {
  EXPECT_EQ(describe_value("f16", "1e-7")->result.kind, "subnormal");
  EXPECT_EQ(describe_value("f16", "0")->result.kind, "zero");
  EXPECT_EQ(describe_value("f16", "70000")->result.kind, "infinity");
  EXPECT_EQ(describe_value("f16", "nan")->result.kind, "nan");
  EXPECT_EQ(describe_value("binary8p4se", "0x7f")->result.kind, "infinity");
  EXPECT_EQ(describe_value("binary8p4se", "0x7e")->result.value, 224);
  EXPECT_FALSE(describe_value("f16", "inf")->above);
}

TEST(describe, text) {
  const std::string text = render(*describe_value("e4m3fn", "0.3"));
  EXPECT_NE(text.find("nearest 0x2a  0.3125  = 0x1.4p-2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("error   0.4 ulp\n"), std::string::npos) << text;
  EXPECT_NE(render(*describe_format("e4m3fn")).find("sends |x| > 464 to NaN"), std::string::npos);
  EXPECT_NE(render(*describe_format("f16")).find("sends |x| >= 65520 to infinity"), std::string::npos);
}

} // namespace
} // namespace fpcheck
