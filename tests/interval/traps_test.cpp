#include "itl.hpp"

#include <gtest/gtest.h>

#include <set>

namespace fpcheck::interval::itl {
namespace {

TEST(traps, every_statement_gives_the_tightest_answer) {
  const std::vector<statement> all = read(FPCHECK_SOURCE_DIR "/tests/interval/traps.itl");
  std::set<std::string> distinct;
  for (const statement& s : all) {
    const outcome o = run(s);
    ASSERT_TRUE(o.known) << s.operation;
    EXPECT_TRUE(o.results == s.outputs) << "traps.itl:" << s.line << ": " << s.source << " -> "
                                        << (o.results[0].is == value::kind::number
                                                ? std::to_string(o.results[0].number)
                                                : std::to_string(o.results[0].set.part.lower()) + ".." +
                                                      std::to_string(o.results[0].set.part.upper()));
    distinct.insert(s.source);
  }
  EXPECT_GE(distinct.size(), 500u);
}

} // namespace
} // namespace fpcheck::interval::itl
