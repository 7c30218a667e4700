// --on gpu where there is no card, and --blocks, which replays what a card found.
#include "session.hpp"

#include <fpcheck/device/run.hpp>

namespace fpcheck::cli {
namespace {

class on_device : public session {
protected:
  /// The cases of an example.
  static outcome on(const std::string& base, std::vector<std::string> more) {
    more.insert(more.begin(), {"run", base + ".ptx", "--source", base + ".cu"});
    return call(more);
  }
};

TEST_F(on_device, no_card_is_said_and_is_no_pass) {
  constexpr std::uint32_t no_machine_has = 1000;
  ASSERT_FALSE(device::problem(no_machine_has).empty());
  const auto absent = on(example("two_pass_variance"), {"--on", "gpu:" + std::to_string(no_machine_has)});
  EXPECT_EQ(absent.code, exit_code::incomplete) << absent.out << absent.err;
  EXPECT_NE(absent.out.find("no device: "), std::string::npos) << absent.out;
  EXPECT_NE(absent.out.find("; run without --on gpu"), std::string::npos) << absent.out;
  if (device::problem(0).empty()) GTEST_SKIP() << "there is a card";
  const auto first = on(example("two_pass_variance"), {"--on", "gpu"});
  EXPECT_EQ(first.code, exit_code::incomplete) << first.out;
  EXPECT_NE(first.out.find("no device: " + device::problem(0)), std::string::npos) << first.out;
}

TEST_F(on_device, words_that_name_no_card_are_refused) {
  for (const char* word : {"cpu", "gpu:", "gpu:x", "gpu:-1", "gpu,f32", "gpu,ball,f64", ""}) {
    const auto refused = on(example("two_pass_variance"), {"--on", word});
    EXPECT_EQ(refused.code, exit_code::usage) << word << refused.out << refused.err;
    EXPECT_NE((refused.out + refused.err).find(word), std::string::npos) << refused.out << refused.err;
  }
}

TEST_F(on_device, a_file_does_not_ask_for_a_card) {
  const std::string ptx = tensor::read_bytes(example("two_pass_variance.ptx")).value();
  write("k.ptx", ptx);
  write("k.cu", "// fpcheck: two_pass_variance <<<ROWS, 256>>> ROWS=2 C=64 x=randn:ROWSxC variance=empty:ROWS --on gpu\n");
  const auto asked = call({"run", path("k.ptx"), "--source", path("k.cu")});
  EXPECT_EQ(asked.code, exit_code::usage) << asked.out << asked.err;
  EXPECT_NE((asked.out + asked.err).find("on a card"), std::string::npos) << asked.out << asked.err;
}

TEST_F(on_device, blocks_by_number_are_run_alone) {
  const auto one = on(example("naive_variance"), {"--blocks", "3"});
  EXPECT_EQ(one.code, exit_code::findings) << one.out;
  EXPECT_NE(one.out.find("variance[3]"), std::string::npos) << one.out;
  EXPECT_NE(one.out.find("1 of 4 written"), std::string::npos) << one.out;
  const auto two = on(example("naive_variance"), {"--blocks", "2,0,2"});
  EXPECT_NE(two.out.find("2 of 4 written"), std::string::npos) << two.out;
  const auto beyond = on(example("naive_variance"), {"--blocks", "4"});
  EXPECT_EQ(beyond.code, exit_code::usage) << beyond.out;
  EXPECT_NE(beyond.out.find("there is no block 4: the grid has 4"), std::string::npos) << beyond.out;
}

} // namespace
} // namespace fpcheck::cli
