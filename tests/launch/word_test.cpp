#include <fpcheck/launch/word.hpp>

#include <gtest/gtest.h>

namespace fpcheck::launch {
namespace {

std::vector<std::string> texts(const std::vector<word>& words) {
  std::vector<std::string> out;
  for (const word& w : words) out.push_back(w.text);
  return out;
}

word command_word(const std::string& text) {
  return {text, {"command line", 0, 1}, text};
}

TEST(word, splits_as_a_shell_does) {
  const auto words =
      split_words("x: k <<<4, (16, 16)>>> a=uniform(0, 1):4 --nvcc '-ftz=true -O3' b=[1, 2]", 2, "a.cu", 7);
  ASSERT_TRUE(words);
  EXPECT_EQ(texts(*words), (std::vector<std::string>{"k", "<<<4, (16, 16)>>>", "a=uniform(0, 1):4", "--nvcc",
                                                     "-ftz=true -O3", "b=[1, 2]"}));
  EXPECT_EQ((*words)[1].where, (source_location{"a.cu", 7, 6}));
  EXPECT_FALSE(split_words("a 'b", 0, "f", 1));
  EXPECT_FALSE(split_words("<<<1, 2", 0, "f", 1));
  EXPECT_FALSE(split_words("randn(1", 0, "f", 1));
}

TEST(word, carets_point_at_the_fault) {
  const auto words = command_line_words({"run", "k.cu", "n=4+", "x=1"});
  EXPECT_EQ(words[2].error("bad", "mend", 3).text(),
            "command line: error: bad\n  run k.cu n=4+ x=1\n              ^\n  hint: mend\n");
}

TEST(dimensions, evaluate) {
  dimensions d;
  d.define("N", 1000);
  d.define("x", 3);
  d.define("maxx", 5);
  const auto value = [&](const std::string& text) { return d.evaluate(command_word(text)).value_or(-777); };
  EXPECT_EQ(value("(N+127)/128"), 8);
  EXPECT_EQ(value("cdiv(N, 128) * 2 - 1"), 15);
  EXPECT_EQ(value("-N % 7"), -6);
  EXPECT_EQ(value("min(N, 3) + max(x, 9)"), 12);
  for (const char* bad :
       {"", "N +", "(N", "N N", "M", "1/0", "9223372036854775807+1", "99999999999999999999", "1.5", "f(2)", "0x10"})
    EXPECT_FALSE(d.evaluate(command_word(bad))) << bad;
  EXPECT_FALSE(d.evaluate(command_word(std::string(100000, '('))));
  EXPECT_FALSE(d.evaluate(command_word(std::string(100000, '-') + "1")));
}

TEST(dimensions, shapes) {
  dimensions d;
  d.define("N", 4);
  d.define("C", 6);
  d.define("xy", 7);
  d.define("max", 9);
  using shape = std::vector<std::uint64_t>;
  const auto read = [&](const std::string& text) { return d.shape(command_word(text)).value_or(shape{777}); };
  EXPECT_EQ(read("4x1024"), (shape{4, 1024}));
  EXPECT_EQ(read("NxC"), (shape{4, 6}));
  EXPECT_EQ(read("Nxxyx2"), (shape{4, 7, 2}));
  EXPECT_EQ(read("maxxN"), (shape{9, 4}));
  EXPECT_EQ(read("(N+1)*2xC"), (shape{10, 6}));
  EXPECT_EQ(read("2x0"), (shape{2, 0}));
  for (const char* bad : {"4x", "x4", "4,5", "NxM", "-1x2"}) EXPECT_EQ(read(bad), shape{777}) << bad;
  const auto wrong = d.shape(command_word("NxCC"));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().where.column, 3u);
  EXPECT_EQ(wrong.error().hint, "did you mean 'C'?");
}

} // namespace
} // namespace fpcheck::launch
