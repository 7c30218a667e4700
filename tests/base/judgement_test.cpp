// The table of judgement: its rows are the members of the struct, each with a reason, and moving one moves no other.
#include <fpcheck/base/judgement.hpp>

#include <gtest/gtest.h>

#include <set>

namespace fpcheck {
namespace {

double value_in(const judgement& j, const judgement_row& row) {
  if (const auto* real = std::get_if<double judgement::*>(&row.place)) return j.**real;
  if (const auto* whole = std::get_if<std::uint64_t judgement::*>(&row.place)) return static_cast<double>(j.**whole);
  return row.value;
}

TEST(Judgement, EveryRowSaysWhatItIsFor) {
  std::set<std::string_view> names;
  for (const judgement_row& row : judgement_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.unit.empty() || row.rules.empty() || row.why.empty()) << row.name;
    EXPECT_EQ(row.what == judgement_row::kind::judged, row.place.index() != 0) << row.name;
    EXPECT_EQ(row.what == judgement_row::kind::standing, !row.file.empty()) << row.name;
    if (row.what == judgement_row::kind::judged) {
      EXPECT_EQ(value_in({}, row), row.value) << row.name;
    }
  }
  EXPECT_GT(names.size(), 50u);
}

TEST(Judgement, MovingARowMovesNoOther) {
  for (const judgement_row& row : judgement_table()) {
    if (row.what != judgement_row::kind::judged) continue;
    const judgement j = moved_judgement({}, row, 2);
    for (const judgement_row& other : judgement_table()) EXPECT_EQ(value_in(j, other), other.value * (other.name == row.name ? 2 : 1)) << row.name << ' ' << other.name;
  }
}

TEST(Judgement, PowersOfTwoReadAsSuch) {
  EXPECT_EQ(threshold_text(0x1p-120), "2^-120");
  EXPECT_EQ(threshold_text(65536), "2^16");
  EXPECT_EQ(threshold_text(32), "32");
  EXPECT_EQ(threshold_text(0.125), "0.125");
  EXPECT_EQ(threshold_text(1e-3), "0.001");
}

} // namespace
} // namespace fpcheck
