#include <fpcheck/formats/describe.hpp>
#include <fpcheck/formats/names.hpp>
#include <fpcheck/formats/text.hpp>
#include <fpcheck/formats/written_row.hpp>

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

TEST(written_row, every_row_of_the_table_is_read_as_it_is_written) {
  for (const auto& f : format_table) {
    format_row row = f.row;
    row.box_shift = 0;
    const auto read = read_row(write_row(row));
    ASSERT_TRUE(read) << f.name;
    EXPECT_EQ(*read, row) << write_row(row);
  }
  EXPECT_EQ(*read_row("float(e4,m3,nan_only)"), e4m3fn_format::row); // the bias that is usual
  EXPECT_EQ(*read_row("FLOAT( M3, fnuz, E4 )"), e4m3fnuz_format::row);
  EXPECT_EQ(*read_row("float(e8,m0,scale,unsigned)"), e8m0fnu_format::row);
  EXPECT_EQ(*read_row("float(e4,m3,p3109_extended)"), *find_p3109_format("binary8p4se"));
  EXPECT_EQ(read_row("float(e5,m2,bias=15,finite)")->specials, special_codes::finite_only);
  EXPECT_EQ(read_row("float(e3,m2,bias=-7)")->bias, -7);
}

// Whatever is accepted is a format: each number has a code of its own that it goes back to, and they are in order.
TEST(written_row, every_row_that_is_accepted_is_a_format) {
  int rows = 0;
  for (int e = 0; e <= 6; ++e)
    for (int m = 0; m <= 5; ++m)
      for (const char* specials : {"ieee", "nan_only", "finite_only", "fnuz", "scale", "p3109_extended", "p3109_finite"})
        for (const char* sign : {"signed", "unsigned"})
          for (const int bias : {-3, 0, 1, 15, 40}) {
            const auto row = read_row("float(e" + std::to_string(e) + ",m" + std::to_string(m) + "," + specials + "," + sign + ",bias=" + std::to_string(bias) + ")");
            if (!row) continue;
            ++rows;
            double last = -1;
            for (std::uint32_t magnitude = 0; magnitude <= max_magnitude(*row); ++magnitude) {
              const double x = decode_double(*row, magnitude);
              ASSERT_GT(x, last) << write_row(*row) << ' ' << magnitude;
              ASSERT_EQ(encode_bits(*row, bits_of(x), policy{}).code, magnitude) << write_row(*row);
              last = x;
            }
            ASSERT_TRUE(describe_value(write_row(*row), "0.3")) << write_row(*row);
          }
  EXPECT_GT(rows, 1000);
}

TEST(written_row, what_is_no_format_is_refused) {
  for (const char* text : {"float(", "float()", "float(e5)", "float(m2)", "float(e5,m2", "float(e5,m2,)", "float(e5,m2,e5)", "float(e5,m2,bias=)",
                           "float(e5,m2,bias=15.5)", "float(e5,m2,bias=99999999999)", "float(e0,m3)", "float(e-1,m3)", "float(e1,m3)", "float(e5,m0)",
                           "float(e8,m30)", "float(e12,m3)", "float(e8,m23,bias=3000)", "float(e8,m3,bias=1500)", "float(e8,m3,bias=-900)", "float(e5,m2,fnuz,unsigned)",
                           "float(e8,m0,scale)", "float(e8,m1,scale,unsigned)", "float(e1,m0,nan_only)", "float(e99999,m2)", "float(e5,m2,signed,unsigned)"}) {
    const auto d = describe_format(text);
    ASSERT_FALSE(d) << text << " is " << d->name;
    EXPECT_EQ(d.error().code, exit_code::usage) << text;
    EXPECT_FALSE(d.error().hint.empty()) << text;
  }
  EXPECT_NE(describe_format("float(e5,m2,finte)").error().hint.find("finite"), std::string::npos);
}

TEST(written_row, a_number_in_a_format_of_ones_own) {
  const auto v = describe_value("float(e2,m1,finite_only)", "5.1"), known = describe_value("e2m1fn", "5.1");
  ASSERT_TRUE(v);
  EXPECT_EQ(v->format.name, "float(e2,m1,bias=1,finite_only)");
  EXPECT_EQ(v->result.code, known->result.code);
  EXPECT_EQ(v->error_ulps, known->error_ulps);
}

} // namespace
} // namespace fpcheck
