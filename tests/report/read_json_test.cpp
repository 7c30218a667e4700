#include "a_document.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fpcheck::report {
namespace {

TEST(read_json, every_report_of_a_read_document_is_the_same) {
  const document d = a_document();
  const auto read = read_json(write_json(d), "run.json");
  ASSERT_TRUE(read) << read.error().text();
  for (const std::string& format : format_names())
    EXPECT_EQ(*write(d, format, attached_lines(d), colour::off), *write(*read, format, attached_lines(*read), colour::off)) << format;
}

TEST(read_json, says_what_is_wrong_and_where) {
  nlohmann::json j = nlohmann::json::parse(write_json(a_document()));
  const auto error_of = [](const nlohmann::json& changed) {
    const auto r = read_json(changed.dump(), "run.json");
    return r ? std::string("accepted") : r.error().message;
  };
  EXPECT_EQ(read_json("{", "run.json").error().message, "this is no JSON");
  EXPECT_EQ(read_json("[1]", "run.json").error().where.file, "run.json");
  nlohmann::json other = j;
  other["schema"] = "fpcheck/2";
  EXPECT_NE(error_of(other).find("document.schema is not 'fpcheck/1'"), std::string::npos);
  other = j;
  other["cases"][0]["findings"][0]["rule"] = "astrology";
  EXPECT_NE(error_of(other).find("document.cases[0].findings[0].rule is no rule"), std::string::npos);
  other = j;
  other["cases"][0]["outputs"][0]["errors"]["map"] = std::vector<std::string>(1000, "a");
  EXPECT_NE(error_of(other).find("larger than a map may be"), std::string::npos);
}

/// Whatever single value of a report is replaced or removed, reading ends in a document or a diagnostic, and a document can be written.
TEST(read_json, hostile_documents_end_in_a_diagnostic) {
  const nlohmann::json whole = nlohmann::json::parse(write_json(a_document())), flat = whole.flatten();
  const nlohmann::json replacements[] = {nullptr, -1, 1e300, "x", "\xff", nlohmann::json::array(), true, 18446744073709551615ull};
  for (const auto& [key, value] : flat.items())
    for (const nlohmann::json& replacement : replacements) {
      nlohmann::json changed = whole;
      changed[nlohmann::json::json_pointer(key)] = replacement;
      const auto r = read_json(changed.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), "run.json");
      if (!r) continue;
      for (const char* format : {"html", "text"}) EXPECT_TRUE(write(*r, format, attached_lines(*r), colour::off)) << key;
    }
}

} // namespace
} // namespace fpcheck::report
