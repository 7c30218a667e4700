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

/// Block b writes b to its 32 elements, and block 3 a number of its own.
const std::string numbered_ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry numbered(.param .u64 p0)
{
  .reg .pred %p; .reg .f32 %f; .reg .b32 %i, %b, %n; .reg .b64 %a, %o;
  ld.param.u64 %a, [p0];
  mov.u32 %i, %tid.x; mov.u32 %b, %ctaid.x; mad.lo.u32 %n, %b, 32, %i; mul.wide.u32 %o, %n, 4; add.u64 %a, %a, %o;
  cvt.rn.f32.u32 %f, %b; setp.eq.u32 %p, %b, 3; @%p mov.f32 %f, 0f40C00000;
  st.global.f32 [%a], %f;
  ret;
}
)";

TEST_F(on_device, of_some_blocks_what_they_wrote_is_compared) {
  write("numbered.ptx", numbered_ptx);
  const auto of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"run", path("numbered.ptx"), "-l", "4, 32", "0=empty:128", "--ref", "0=floor(arange(128) / 32)", "--tol", "bitwise"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  };
  EXPECT_EQ(of({}).code, exit_code::findings);
  const auto right = of({"--blocks", "1,2"});
  EXPECT_EQ(right.code, exit_code::passed) << right.out << right.err;
  EXPECT_NE(right.out.find("in what the blocks that ran wrote"), std::string::npos) << right.out;
  const auto wrong = of({"--blocks", "3"});
  EXPECT_EQ(wrong.code, exit_code::findings) << wrong.out << wrong.err;
  EXPECT_NE(wrong.out.find("32 elements of 128 outside"), std::string::npos) << wrong.out;
}

TEST_F(on_device, of_a_card_all_outputs_are_compared) {
  if (!device::problem(0).empty()) GTEST_SKIP() << device::problem(0);
  write("numbered.ptx", numbered_ptx);
  const auto wrong = call({"run", path("numbered.ptx"), "-l", "4, 32", "0=empty:128", "--ref", "0=floor(arange(128) / 32)", "--tol", "bitwise", "--on", "gpu"});
  EXPECT_EQ(wrong.code, exit_code::findings) << wrong.out << wrong.err; // of block 3, which nothing makes the one that is replayed
}

} // namespace
} // namespace fpcheck::cli
