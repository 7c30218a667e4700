// Inputs that ask for too much, for nonsense or for nothing: one line, the right exit code, little memory and time.
#include "session.hpp"

#include <fpcheck/tensor/memory.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <fstream>

namespace fpcheck::cli {
namespace {

const char* const copying_ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 out)
{
  .reg .b32 %t; .reg .b64 %a, %b, %o; .reg .f32 %f;
  ld.param.u64 %a, [x]; ld.param.u64 %b, [out];
  mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %a, %a, %o; add.u64 %b, %b, %o;
  ld.global.f32 %f, [%a]; st.global.f32 [%b], %f;
  ret;
}
)";

class hostile_input : public session {
protected:
  static std::size_t lines_of(const std::string& text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }
  /// The most memory that the process ever held, in MiB.
  static long peak() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss >> 10;
  }
  static std::string repeated(const std::string& text, std::size_t count) {
    std::string out;
    out.reserve(text.size() * count);
    for (std::size_t i = 0; i < count; ++i) out += text;
    return out;
  }
  outcome run_ptx(const std::vector<std::string>& more) {
    std::vector<std::string> words{"run", write("k.ptx", copying_ptx), "-l", "<<<1, 4>>>", "0=randn:4", "1=empty:4"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  }
};

/// Sources that once took gigabytes or hours, each in a second and little memory.
TEST_F(hostile_input, bombs_in_sources) {
  std::string chain = "#define A0 1\n", doubling = "#define B0 1 1\n", wide = "#define F(x) ";
  for (int i = 1; i <= 50000; ++i) chain += "#define A" + std::to_string(i) + " A" + std::to_string(i - 1) + '\n';
  for (int i = 1; i <= 40; ++i) doubling += "#define B" + std::to_string(i) + " B" + std::to_string(i - 1) + " B" + std::to_string(i - 1) + '\n';
  wide += repeated("x ", 100000) + '\n';
  std::string nested = "struct S0 { float v[4096]; };\n";
  for (int i = 1; i <= 6; ++i) nested += "struct S" + std::to_string(i) + " { S" + std::to_string(i - 1) + " v[4096]; };\n";
  const std::pair<const char*, std::string> bombs[] = {
      {"comment lines", "// fpcheck: k <<<1,1>>> \\\n" + repeated("// a=1 \\\n", 16000) + "\n__global__ void k() {}\n"},
      {"open structs", repeated("struct S {", 16000)},
      {"kernels in open structs", repeated("struct S { __global__ void k(int x);", 16000)},
      {"chained macros", chain + "A50000\n"},
      {"doubling macros", doubling + "B40\n"},
      {"wide macro", wide + "F(" + repeated("y ", 100000) + ")\n"},
      {"nested arrays", nested + "__global__ void k(S6 s) {}\n"},
      {"open brackets", repeated("{", 1 << 20)},
  };
  const long before = peak();
  for (const auto& [what, source] : bombs) {
    const auto start = std::chrono::steady_clock::now();
    const outcome r = call({"run", write("bomb.cu", source)});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    EXPECT_EQ(r.code, exit_code::usage) << what << '\n' << r.err;
    EXPECT_LT(seconds, 10) << what;
    EXPECT_LT((r.out + r.err).size(), 10000u) << what;
  }
#if !defined(__SANITIZE_ADDRESS__)
  EXPECT_LT(peak() - before, 1000) << "MiB";
#endif
}

TEST_F(hostile_input, expressions_are_refused_before_they_fill_the_memory) {
  const long before = peak();
  for (const std::string text :
       {"eye(100000)", "kron(eye(3000), eye(3000))", "ones(99999999999)", "arange(99999999999)", "zeros((3000000000, 3000000000, 3000000000))", "broadcast_to(1, (100000, 100000))",
        "onehot(arange(100000), 100000)", "causal_mask(100000, 100000)", "arange(200000)[:, None] * arange(200000)[None, :]", "repeat([1, 2], 4611686018427387904)",
        "reshape(1, (9223372036854775807, 9223372036854775807))", "tile([1, 2], (9223372036854775807, 3))", "sum(eye(3000000000))"}) {
    const outcome r = call({"eval", text});
    EXPECT_EQ(r.code, exit_code::usage) << text << '\n' << r.out << r.err;
    EXPECT_LE(lines_of(r.err), 4u) << r.err;
  }
  const std::string more = std::to_string(tensor::spare_memory() / 4 + 1000);
  for (const std::string& values : {"0=zeros:" + more + " 1=empty:4", "0=randn:4 1=empty:" + more}) {
    const std::size_t blank = values.find(' ');
    const outcome r = call({"run", write("k.ptx", copying_ptx), "-l", "<<<1, 4>>>", values.substr(0, blank), values.substr(blank + 1)});
    EXPECT_EQ(r.code, exit_code::usage) << values;
    EXPECT_NE(r.out.find("more than half of the memory"), std::string::npos) << r.out;
  }
  EXPECT_EQ(call({"eval", "sum(x)", "x=zeros:" + more}).code, exit_code::usage);
  write("sparse.npy", "\x93NUMPY\x01");
  std::filesystem::resize_file(path("sparse.npy"), std::uintmax_t{60} << 30);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"hash", path("sparse.npy")}, {"eval", "x", "x=@" + path("sparse.npy")}}) {
    const outcome r = call(words);
    EXPECT_EQ(r.code, exit_code::usage) << r.out;
    EXPECT_NE(r.err.find("is too long"), std::string::npos) << r.err;
  }
  const outcome r = call({"eval", "sum(x)", "x=uniform(0,1):4", "--save", path("s.npy")});
  EXPECT_EQ(r.code, exit_code::passed) << r.err;
#if !defined(__SANITIZE_ADDRESS__)
  EXPECT_LT(peak() - before, 1000) << "MiB";
#endif
  EXPECT_EQ(call({"eval", repeated("1+", 600000) + "1"}).code, exit_code::usage);
}

TEST_F(hostile_input, lists_are_one_value) {
  EXPECT_NE(call({"eval", "[1, 2] @ [3, 4]"}).out.find("11"), std::string::npos);
  const outcome r = call({"eval", "[" + repeated("1,", 20000) + "1]"});
  EXPECT_EQ(r.code, exit_code::passed) << r.err.substr(0, 300);
  EXPECT_EQ(r.out.find("20001, computed"), 0u) << r.out.substr(0, 100);
}

TEST_F(hostile_input, extents_are_not_negative) {
  for (const std::string text : {"eye(-1)", "zeros(-1)", "ones((2, -1))", "arange(-3)", "broadcast_to([1], (-1,))"}) {
    const outcome r = call({"eval", text});
    EXPECT_EQ(r.code, exit_code::usage) << text << r.out << r.err;
    EXPECT_NE(r.err.find("none is negative"), std::string::npos) << r.err;
  }
  EXPECT_EQ(call({"eval", "-9223372036854775807 - 1 - 1"}).code, exit_code::passed);
  EXPECT_EQ(call({"eval", "-(-9223372036854775807 - 1) // 3 + (-9223372036854775807 - 1) % 7"}).code, exit_code::passed);
  EXPECT_EQ(call({"eval", "arange(4)[1:3:9223372036854775807]"}).code, exit_code::passed);
}

/// Where there is no derivative, `grad` says so: nothing is checked, and nothing is a defect of fpcheck.
TEST_F(hostile_input, gradients_where_there_is_none) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"log(x)", "x=[-1,2]"}, "log(x) is no finite number"},
      {{"sum(log(x))", "x=[-1,2]"}, "log(x) is no finite number"},
      {{"x^x", "x=[-1.5,2]"}, "is no finite number"},
      {{"x/0"}, "x / 0 is no finite number"},
      {{"sum(abs(x))", "x=[0,1]"}, "1 element lies at a kink"},
      {{"sum(relu(x))", "x=[0,0]"}, "2 elements lie at a kink"},
      {{"max(x)", "x=[1,1]"}, "at a kink or a tie"},
      {{"sum(sqrt(x))", "x=[0,1]"}, "the gradient in 'x' is no finite number"},
      {{"sum(x^-1)", "x=[0,1]"}, "is no finite number"},
      {{"sum(exp(x))", "x=[1000]"}, "exp(x) is no finite number"},
      {{"sum(x*x)", "x=[inf,1]"}, "'x' holds infinities or NaN"},
      {{"sum(1/x)", "x=[1e-9,1]"}, "the checks agree at other inputs"},
  };
  for (const auto& [words, what] : cases) {
    std::vector<std::string> all{"grad"};
    all.insert(all.end(), words.begin(), words.end());
    const outcome r = call(all);
    EXPECT_EQ(r.code, exit_code::incomplete) << words[0] << '\n' << r.out << r.err;
    EXPECT_NE(r.out.find(what), std::string::npos) << words[0] << '\n' << r.out;
  }
  EXPECT_EQ(call({"grad", "cross_entropy(z, l)", "z=randn:3x4", "l=[1,2,3]"}).code, exit_code::passed);
  EXPECT_EQ(call({"grad", "x^x"}).code, exit_code::passed);
  // Constants that overflow on the way, and steps that a difference would cross.
  for (const std::string text : {"softplus(9223372036854775807) * x", "sigmoid(-9223372036854775807) * x", "sum(-9223372036854775807 % x)"})
    EXPECT_LE(static_cast<int>(call({"grad", text, "x=randn:3"}).code), 3) << text << call({"grad", text, "x=randn:3"}).out;
  EXPECT_EQ(call({"grad", "sum(relu(x))", "x=[-1,1]"}).code, exit_code::passed);
}

TEST_F(hostile_input, what_moves_nothing_needs_no_logarithm) {
  for (const std::string text : {"(-1)^(x > 100)", "sum((-1)^(x > 100) * x)", "sum((-2)^round(x))"}) {
    const outcome r = call({"grad", text, "x=[3,200]"});
    EXPECT_NE(r.code, exit_code::internal_error) << text << r.out;
  }
  EXPECT_EQ(call({"grad", "sum((-1)^(x > 100) * x)", "x=[3,200]"}).code, exit_code::passed);
}

TEST_F(hostile_input, global_variables_are_within_what_the_machine_has) {
  const std::uint64_t most = std::min(std::uint64_t{1} << 32, tensor::spare_memory() / 4);
  const std::string file = write("big.ptx", ".version 8.0\n.target sm_90\n.address_size 64\n.global .align 4 .b8 table[" + std::to_string(most + 4) + "];\n.visible .entry k(.param .u64 p0)\n{\n  ret;\n}\n");
  const outcome r = call({"run", file, "-l", "<<<1, 1>>>", "0=empty:1"});
  EXPECT_EQ(r.code, exit_code::usage) << r.out << r.err;
  EXPECT_NE(r.out.find("global variables of "), std::string::npos) << r.out << r.err;
}

TEST_F(hostile_input, generators_take_parameters_that_mean_something) {
  for (const std::string value : {"uniform(nan,1):4", "uniform(1,0):4", "uniform(0,inf):4", "spiked(nan):4", "spiked(inf):4", "randn(nan):4", "randn(0,-1):4", "randint(0.5,2):4",
                                  "randint(9,0):4", "arange(0,inf):4", "adversarial(-1):4", "adversarial(nan):4"}) {
    const outcome r = call({"eval", "x", "x=" + value});
    EXPECT_EQ(r.code, exit_code::usage) << value << r.out;
    EXPECT_NE(r.err.find("needs"), std::string::npos) << r.err;
  }
  for (const std::string value : {"uniform(1,1):4", "const(nan):4", "const(inf):4", "randn(3,0):4", "adversarial(0):4", "spiked(0):4"})
    EXPECT_EQ(call({"eval", "x", "x=" + value}).code, exit_code::passed) << value;
}

TEST_F(hostile_input, options_without_effect_are_refused) {
  EXPECT_EQ(run_ptx({}).code, exit_code::passed);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--round", "p=nonsense"}, {"--round", "p=bf16"}, {"--acc", "f16"}, {"--acc", "nonsense"}, {"--out", "f16"}, {"--save-derivative", "out=d.npy"}, {"--along", "x"}, {"--nvcc", "-DX=1"},
           {"--instantiate", "k<float>"}, {"--source", write("notes.txt", "nothing of the sort\n")}, {"--acc", "nonsense", "--ref", "1=x0"}}) {
    const outcome r = run_ptx(words);
    EXPECT_EQ(r.code, exit_code::usage) << words[0] << ' ' << words[1] << '\n' << r.out;
    EXPECT_NE(r.out + r.err, "") << words[0];
  }
}

TEST_F(hostile_input, messages_stay_short) {
  const std::string word = repeated("a", 200000);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", word + ".cu"}, {"run", word}, {"eval", word}, {"eval", "'" + word}, {"eval", "1", word}, {"eval", "x", "x=" + word}, {"eval", "x", "x=randn:" + word}, {"eval", "x", "x=@" + word},
           {"eval", word + "(1)"}, {"grad", word + "(1)"}, {"explain", word}, {"functions", word}, {"format", word}, {"format", "bf16", word}, {"isa", word}, {"isa", "--check", word}, {"diff", word, word},
           {"hash", word}, {"init", word}, {"report", word}, {"test", word}, {"test", "--config", word}, {word}, {"run", "--" + word}, {"run", write("k.ptx", copying_ptx) + ":" + word, "-l", "<<<1,1>>>"},
           {"run", write("k.ptx", copying_ptx), "-l", word}, {"run", write("k.ptx", copying_ptx), "-l", "<<<1,4>>>", "0=randn:4", "1=empty:4", "--ref", word},
           {"run", write("k.ptx", copying_ptx), "-l", "<<<1,4>>>", "0=randn:4", "1=empty:4", "--tol", word}, {"run", write("k.ptx", copying_ptx), "-l", "<<<1,4>>>", "0=randn:4", "1=empty:4", word + "=1"},
           {"run", write("long.ptx", std::string(copying_ptx) + word)}, {"run", write("long.cu", "// fpcheck: " + word + " x\n__global__ void " + word + "();\n")},
           {"sweep", write("s.cu", "") + ":" + word, "--ref", "x"}, {"run", write("kind.ptx", std::string(".version 8.0\n.target sm_90\n.entry ") + word + "() { " + word + ".f32 %a; }"), "-l", "<<<1,1>>>"}}) {
    const outcome r = call(words);
    EXPECT_NE(r.code, exit_code::internal_error) << words[0];
    EXPECT_LT((r.out + r.err).size(), 12000u) << words[0] << ' ' << words.back().substr(0, 60) << "\n" << (r.out + r.err).substr(0, 400);
  }
}

/// A job's log is read by its service too.
TEST_F(hostile_input, no_name_gives_a_command_to_the_log) {
  const auto commands = [](const std::string& text) {
    for (std::size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size()) + 1) {
      const std::size_t start = text.find_first_not_of(" \t", at);
      if (start != std::string::npos && (text.compare(start, 2, "::") == 0 || text.compare(start, 2, "##") == 0)) return true;
    }
    return false;
  };
  const std::string name = "a\n::error::pwned";
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", path(name + ".cu")}, {"run", write(name + ".ptx", copying_ptx), "-l", "<<<1, 8>>>", "0=randn:4", "1=empty:8"}, {"run", write("p\n  ::warning::x.ptx", "nothing")},
           {"eval", "::error::pwned"}, {"eval", "1 +\n::error::pwned"}, {"eval", "x", "::error::pwned"}, {"hash", path(name)}, {"diff", path(name), path(name)}, {"test", "--config", path(name)}}) {
    const outcome r = call(words);
    EXPECT_FALSE(commands(r.out + r.err)) << r.out << r.err;
  }
  write("t/fpcheck.toml", "");
  std::filesystem::create_directories(folder_ / "t");
  write("t/k.ptx", copying_ptx);
  write("t/fpcheck.toml", "[[case]]\nfile = \"k.ptx\"\nname = \"x\\n::error::pwned\"\nrun = \"k <<<1, 8>>> 0=randn:4 1=empty:8\"\n");
  for (const bool list : {false, true}) {
    const outcome r = list ? call({"test", "--list", "--config", path("t/fpcheck.toml")}) : call({"test", "--config", path("t/fpcheck.toml")});
    EXPECT_NE((r.out + r.err).find("pwned"), std::string::npos);
    EXPECT_FALSE(commands(r.out + r.err)) << r.out << r.err;
  }
}

/// The parser of TOML takes some of these for impossible.
TEST_F(hostile_input, configurations_of_any_bytes) {
  for (const std::string text : {"[[<1", "a=1\n[<\nx=2", "[", "[[", "a = ", "= 1", "\xff", "a = \"", "a.'", "[a.<]"}) {
    const outcome r = call({"test", "--config", write("fpcheck.toml", text)});
    EXPECT_EQ(r.code, exit_code::usage) << text;
    EXPECT_NE(r.err, "") << text;
  }
}

TEST_F(hostile_input, reports_that_cannot_be_written_are_no_success) {
  std::ostringstream err;
  std::ofstream full("/dev/full");
  ASSERT_TRUE(full);
  EXPECT_EQ(cli::run({"isa"}, full, err), exit_code::usage);
  EXPECT_NE(err.str().find("cannot be written"), std::string::npos) << err.str();
}

/// A link may be a stranger's as well as a file: what it leads to is not his to show.
TEST_F(hostile_input, links_show_no_text_of_other_files) {
  std::filesystem::create_directories(folder_ / "ours");
  std::filesystem::create_directories(folder_ / "theirs");
  write("ours/secret", "tulip: the password is tulip\n");
  for (const char* name : {"k.ptx", "fpcheck.toml", "r.json", "k.cu", "x.npy", "x.safetensors"}) std::filesystem::create_symlink(folder_ / "ours/secret", folder_ / "theirs" / name);
  const std::string ptx = path("theirs/k.ptx");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", ptx, "-l", "<<<1,1>>>"}, {"run", ptx, "--dump", "ptx"}, {"isa", "--check", ptx}, {"test", "--config", path("theirs/fpcheck.toml")}, {"report", path("theirs/r.json")},
           {"run", path("theirs/k.cu")}, {"init", path("theirs/k.cu")}, {"hash", path("theirs/x.npy")}, {"hash", path("theirs/x.safetensors")}}) {
    const outcome r = call(words);
    EXPECT_EQ(r.code, exit_code::usage) << words[1] << r.out;
    EXPECT_EQ((r.out + r.err).find("tulip"), std::string::npos) << words[1] << '\n' << r.out << r.err;
  }
  EXPECT_NE(call({"run", ptx, "-l", "<<<1,1>>>", "--trust"}).out.find("tulip"), std::string::npos);
  write("theirs/own.ptx", "tulip");
  std::filesystem::create_symlink("own.ptx", folder_ / "theirs/near.ptx");
  EXPECT_NE(call({"run", path("theirs/near.ptx"), "-l", "<<<1,1>>>"}).out.find("tulip"), std::string::npos);
}

} // namespace
} // namespace fpcheck::cli
