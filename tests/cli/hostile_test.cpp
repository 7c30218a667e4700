#include "session.hpp"

#include <random>

namespace fpcheck::cli {
namespace {

class hostile : public session {};

/// Whatever the words are, fpcheck ends with a documented code and never with a defect of its own.
TEST_F(hostile, words) {
  const std::string ptx = example("naive_variance.ptx"), cu = example("naive_variance.cu");
  const std::vector<std::string> pieces{"run",
                                        "diff",
                                        "format",
                                        "eval",
                                        "explain",
                                        "isa",
                                        "init",
                                        "test",
                                        ptx,
                                        cu,
                                        "--source",
                                        "-l",
                                        "<<<1, 1>>>",
                                        "<<<",
                                        ">>>",
                                        "<<<1",
                                        "4, 4",
                                        "0=randn:4",
                                        "1=empty:4",
                                        "2=4",
                                        "x=",
                                        "=",
                                        "=x",
                                        "x=[",
                                        "x=[1,",
                                        "[1,2]",
                                        "x=randn",
                                        "x=randn(:4",
                                        "x=inout:",
                                        "x=@",
                                        "@",
                                        "--ref",
                                        "--tol",
                                        "auto",
                                        "2ulp",
                                        "--range",
                                        "v=[0,1)",
                                        "v=[1,0]",
                                        "--shadow",
                                        "mpfr:",
                                        "mpfr:99999999999",
                                        "perturbed:-1",
                                        "--seed",
                                        "18446744073709551616",
                                        "--blocks",
                                        "sample:0",
                                        "--save",
                                        "a=b.npy",
                                        "--dump",
                                        "module",
                                        "--format",
                                        "json",
                                        "-o",
                                        ":",
                                        "--expect",
                                        "clean",
                                        "'",
                                        "\"",
                                        "((((",
                                        "\xff\xfe",
                                        "",
                                        " ",
                                        "-",
                                        "--",
                                        "-x",
                                        "--=",
                                        "NaN",
                                        "1e999",
                                        "0x",
                                        "0x1.p",
                                        "p.q=1",
                                        "sym:=1",
                                        "9999999999=1",
                                        "3=empty:99999999999x99999999999"};
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::string> words;
    if (random() % 2 == 0) words = {"run", ptx};
    for (std::size_t n = random() % 7; n > 0; --n) words.push_back(pieces[random() % pieces.size()]);
    const outcome r = call(words);
    std::string line;
    for (const std::string& w : words) line += '<' + w + "> ";
    ASSERT_LE(static_cast<int>(r.code), 3) << line << r.err;
    if (r.code == exit_code::usage) {
      ASSERT_FALSE((r.out + r.err).empty()) << line;
    }
  }
}

/// A damaged file gives a message and an exit code, whatever is wrong with it.
TEST_F(hostile, files) {
  const std::string good = tensor::read_bytes(example("naive_variance.ptx")).value_or("");
  const std::string source = tensor::read_bytes(example("naive_variance.cu")).value_or("");
  ASSERT_FALSE(good.empty());
  std::mt19937 random(13);
  for (int round = 0; round < 400; ++round) {
    std::string ptx = good, cu = source;
    for (int edits = 1 + static_cast<int>(random() % 3); edits > 0; --edits) {
      std::string& text = random() % 2 == 0 ? ptx : cu;
      const std::size_t at = random() % text.size();
      if (random() % 3 == 0)
        text.resize(at + 1);
      else if (random() % 2 == 0)
        text.erase(at, 1 + random() % 8);
      else
        text[at] = static_cast<char>(random());
    }
    const outcome r = call({"run", write("h.ptx", ptx), "--source", write("h.cu", cu), "ROWS=1", "C=8", "--time", "2",
                            "--budget", "1000000"});
    ASSERT_LE(static_cast<int>(r.code), 3) << r.err << r.out;
  }
}

} // namespace
} // namespace fpcheck::cli
