// What the words of a file may do: SECURITY.md, line by line.
#include "session.hpp"

#include "../../src/cli/crash.hpp"

#include <sys/stat.h>

#include <csignal>
#include <fstream>

namespace fpcheck::cli {
namespace {

const char* const copying = "extern \"C\" __global__ void k(const float* x, float* out) { out[threadIdx.x] = x[threadIdx.x]; }\n";
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

class strangers : public session {
protected:
  strangers() {
    std::filesystem::create_directories(folder_ / "theirs/include");
    std::filesystem::create_directories(folder_ / "ours");
  }
  /// A compiler that writes down how it was called, and gives PTX.
  void use_recorder() {
    write("ptx", copying_ptx);
    const std::string script = write("nvcc", "#!/bin/sh\nfor a in \"$@\"; do printf '%s\\n' \"$a\"; done > " + path("called") + "\nls -l >> " + path("called") +
                                                 "\ncp " + path("ptx") + " out.ptx\n");
    chmod(script.c_str(), 0755);
    setenv("FPCHECK_NVCC", script.c_str(), 1);
  }
  std::string called() const {
    std::ifstream in(path("called"));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  outcome run_case_with(const std::string& words, const std::vector<std::string>& more = {}) {
    std::filesystem::remove(path("called"));
    const std::string file = write("theirs/k.cu", "// fpcheck: k <<<1, 4>>> x=randn:4 out=empty:4 " + words + '\n' + copying);
    std::vector<std::string> all{"run", file};
    all.insert(all.end(), more.begin(), more.end());
    return call(all);
  }
};

TEST_F(strangers, flags_that_are_not_listed_never_reach_the_compiler) {
  use_recorder();
  const std::vector<std::string> refused{
      "-ccbin ./evil.sh", "--compiler-bindir=./evil.sh", "-ccbin=./evil.sh", "-DX=$(touch${IFS}y)", "-DX=`touch`", "-DX=1;touch", "-DX=a|b", "-DX=a&b",
      "-DX=a>b", "-I ..", "-I /etc", "-I include/../..", "-MD", "-MD -MF x", "-M", "--keep", "--keep-dir=x", "-o x", "-odir=x", "--options-file x", "-optf=x",
      "-Xcompiler -fplugin=./evil.so", "-Xptxas -v", "-include /etc/passwd", "-isystem /etc", "@flags", "other.cu", "-arch=sm_90;touch", "-std=c++17$(x)", "-O3;x", "-maxrregcount=$(x)",
      "-gencode arch=compute_90,code=$(x)", "-E", "-run", "--dryrun", "-D", "-U -x", "-D 1X", "-x cu", "-L.", "-lx", "--verbose", "-dlink", "-ftz", "-ftz=maybe"};
  for (const std::string& flags : refused) {
    const outcome r = run_case_with("--nvcc '" + flags + "'");
    EXPECT_EQ(r.code, exit_code::usage) << flags << '\n' << r.out;
    EXPECT_NE(r.out.find("--trust"), std::string::npos) << flags << '\n' << r.out;
    EXPECT_EQ(r.out.find("replay:"), std::string::npos) << "what was refused is not to be typed: " << r.out;
    EXPECT_EQ(called(), "") << flags;
  }
}

TEST_F(strangers, listed_flags_are_given_as_one_word_each) {
  use_recorder();
  const std::vector<std::pair<std::string, std::string>> taken{
      {"-ftz=true", "-ftz=true"}, {"--ftz true", "-ftz=true"}, {"-fmad false", "-fmad=false"}, {"-prec-div=false", "-prec-div=false"}, {"-prec-sqrt=false", "-prec-sqrt=false"},
      {"-use_fast_math", "-use_fast_math"}, {"-G", "-G"}, {"-O1", "-O1"}, {"-O 2", "-O2"}, {"-arch=sm_100a", "-arch=sm_100a"}, {"-arch compute_80", "-arch=compute_80"},
      {"-gencode arch=compute_90,code=sm_90", "-gencode=arch=compute_90,code=sm_90"}, {"-std=c++20", "-std=c++20"}, {"-DN=128", "-DN=128"}, {"-D T=ns::half", "-DT=ns::half"},
      {"-UN", "-UN"}, {"--expt-relaxed-constexpr", "-expt-relaxed-constexpr"}, {"-lineinfo", "-lineinfo"}, {"-maxrregcount=32", "-maxrregcount=32"}, {"-I include", "-Ifpcheck-include-1"},
      {"-Iinclude", "-Ifpcheck-include-1"}};
  for (const auto& [flags, word] : taken) {
    const outcome r = run_case_with("--nvcc '" + flags + "'");
    EXPECT_EQ(r.code, exit_code::passed) << flags << '\n' << r.out;
    EXPECT_NE(called().find(word + '\n'), std::string::npos) << flags << '\n' << called();
  }
}

TEST_F(strangers, the_command_line_may_trust_a_file_but_no_file_itself) {
  use_recorder();
  EXPECT_EQ(run_case_with("--nvcc '-Xptxas -v'", {"--trust"}).code, exit_code::passed);
  EXPECT_NE(called().find("-Xptxas\n-v\n"), std::string::npos);
  EXPECT_EQ(run_case_with("--trust --nvcc '-Xptxas -v'").code, exit_code::usage);
  EXPECT_EQ(called(), "");
  write("theirs/fpcheck.toml", "[[case]]\nfile = \"k.cu\"\nrun = \"k <<<1, 4>>> x=randn:4 out=empty:4\"\nnvcc = \"-Xptxas -v\"\ntrust = true\n");
  EXPECT_EQ(call({"test", "--config", path("theirs/fpcheck.toml")}).code, exit_code::usage);
  EXPECT_EQ(called(), "");
}

TEST_F(strangers, file_names_never_reach_a_shell) {
  use_recorder();
  for (const std::string name : {"$(touch x).cu", "`touch x`.cu", "a b.cu", "a;b.cu", "a'b.cu", "-x.cu", "a&b.cu", "a\xc3\xa9.cu"}) {
    std::filesystem::remove(path("called"));
    const std::string folder = "theirs/d$(touch y)";
    std::filesystem::create_directories(path(folder));
    const std::string file = write(folder + '/' + name, std::string("// fpcheck: k <<<1, 4>>> x=randn:4 out=empty:4\n") + copying);
    const outcome r = call({"run", file});
    EXPECT_EQ(r.code, exit_code::passed) << name << '\n' << r.out;
    const std::string words = called().substr(0, called().find("total "));
    EXPECT_EQ(words.find_first_of("$`;'& "), std::string::npos) << words;
    EXPECT_NE(words.find("kernel.cu\n"), std::string::npos) << words;
  }
  for (const std::string name : {"a\"b.cu", "a\\b.cu", "a\nb.cu"})
    EXPECT_EQ(call({"run", write("theirs/" + name, std::string("// fpcheck: k <<<1, 4>>> x=randn:4 out=empty:4\n") + copying)}).code, exit_code::usage) << name;
}

TEST_F(strangers, files_are_saved_beside_the_source_and_replace_nothing) {
  use_recorder();
  write("ours/kept.npy", "ours");
  write("theirs/kept.npy", "theirs");
  std::filesystem::create_directory_symlink(folder_ / "ours", folder_ / "theirs/link");
  std::filesystem::create_symlink(folder_ / "ours/new.npy", folder_ / "theirs/dangling.npy");
  for (const std::string target : {"../ours/kept.npy", "../ours/new.npy", "include/../../new.npy", "kept.npy", "link/new.npy", "dangling.npy"})
    for (const std::string option : {"--save", "--save-shadow"}) {
      const outcome r = run_case_with(std::string(option) + " out=" + target);
      EXPECT_EQ(r.code, exit_code::usage) << target << '\n' << r.out;
      EXPECT_EQ(called(), "") << target;
    }
  EXPECT_EQ(run_case_with("--save out=" + path("ours/new.npy")).code, exit_code::usage);
  EXPECT_FALSE(std::filesystem::exists(path("ours/new.npy")));
  EXPECT_EQ(tensor::read_bytes(path("ours/kept.npy")).value(), "ours");
  EXPECT_EQ(tensor::read_bytes(path("theirs/kept.npy")).value(), "theirs");
  EXPECT_EQ(run_case_with("--save out=include/new.npy").code, exit_code::passed);
  EXPECT_TRUE(tensor::load(path("theirs/include/new.npy")));
  EXPECT_EQ(run_case_with("--save out=../ours/kept.npy", {"--trust"}).code, exit_code::passed);
  EXPECT_TRUE(tensor::load(path("ours/kept.npy")));
}

TEST_F(strangers, tensors_are_read_from_below_the_source) {
  use_recorder();
  tensor::array four(tensor::dtype::f32, {4});
  ASSERT_TRUE(tensor::save(path("ours/x.npy"), four) && tensor::save(path("theirs/include/x.npy"), four));
  std::filesystem::create_symlink(folder_ / "ours/x.npy", folder_ / "theirs/link.npy");
  const auto reads = [&](const std::string& words, const std::vector<std::string>& more = {}) {
    const std::string file = write("theirs/k.cu", "// fpcheck: k <<<1, 4>>> out=empty:4 " + words + '\n' + copying);
    std::vector<std::string> all{"run", file};
    all.insert(all.end(), more.begin(), more.end());
    return call(all).code;
  };
  EXPECT_EQ(reads("x=@include/x.npy"), exit_code::passed);
  for (const std::string words : {"x=@../ours/x.npy", "x=inout:@../ours/x.npy", "x=@link.npy", "x=@link.npy#k", "x=randn:4 --ref @../ours/x.npy", "x=randn:4 --ref out=@link.npy",
                                   "x=randn:4 --shadow dual --along x=@../ours/x.npy"})
    EXPECT_EQ(reads(words), exit_code::usage) << words;
  EXPECT_EQ(reads("x=@" + path("ours/x.npy")), exit_code::usage);
  EXPECT_EQ(reads("x=@../ours/x.npy", {"--trust"}), exit_code::passed);
  EXPECT_EQ(reads("x=randn:4", {"x=@" + path("ours/x.npy")}), exit_code::passed) << "the command line's own words";
}

TEST_F(strangers, a_configuration_lists_files_below_itself) {
  use_recorder();
  write("ours/k.cu", std::string("// fpcheck: k <<<1, 4>>> x=randn:4 out=empty:4\n") + copying);
  for (const std::string list : {"files = [\"../ours/k.cu\"]\n", "[[case]]\nfile = \"../ours/k.cu\"\n"}) {
    write("theirs/fpcheck.toml", list);
    EXPECT_EQ(call({"test", "--config", path("theirs/fpcheck.toml")}).code, exit_code::usage) << list;
    EXPECT_EQ(call({"test", "--trust", "--config", path("theirs/fpcheck.toml")}).code, exit_code::passed) << list;
  }
}

TEST_F(strangers, only_lines_below_the_source_are_quoted) {
  write("ours/secret.cu", "the password is tulip\nthe password is tulip\n");
  std::filesystem::create_symlink(folder_ / "ours/secret.cu", folder_ / "theirs/link.cu");
  const std::string own = std::string(copying_ptx).insert(std::string(copying_ptx).find("  ld.global"), "  .loc 1 2 0\n");
  write("theirs/near.cu", "first\nthe nearest line\n");
  const auto report = [&](const std::string& named, const std::vector<std::string>& more = {}) {
    const std::string file = write("theirs/k.ptx", own + ".file 1 \"" + named + "\"\n");
    std::vector<std::string> all{"run", file, "-l", "<<<1, 8>>>", "0=randn:4", "1=empty:8", "--format", "json"};
    all.insert(all.end(), more.begin(), more.end());
    const outcome r = call(all); // reads beyond x: a finding with its line
    EXPECT_EQ(r.code, exit_code::findings) << r.out << r.err;
    return r.out;
  };
  for (const std::string& named : {path("ours/secret.cu"), std::string("../ours/secret.cu"), path("theirs/link.cu"), std::string("link.cu")})
    EXPECT_EQ(report(named).find("tulip"), std::string::npos) << named;
  EXPECT_NE(report("near.cu").find("the nearest line"), std::string::npos);
  EXPECT_NE(report(path("ours/secret.cu"), {"--trust"}).find("tulip"), std::string::npos);
}

/// What a compiler says of the files that a source includes.
TEST_F(strangers, compilers_quote_lines_below_the_source_only) {
  write("ours/secret.h", "the password is tulip\n");
  const std::string script = write("nvcc", "#!/bin/sh\necho 'In file included from fpcheck-source/k.cu:2:'\necho '" + path("ours/secret.h") +
                                               "(1): error: identifier \"tulip\" is undefined'\necho '  the password is tulip'\necho '                  ^'\necho\n"
                                               "echo 'fpcheck-source/k.cu(3): error: something near'\necho '  a line of the source'\n"
                                               "echo 'fpcheck-source/../ours/secret.h:1:2: error: tulip'\necho '    1 | the password is tulip'\nexit 1\n");
  chmod(script.c_str(), 0755);
  setenv("FPCHECK_NVCC", script.c_str(), 1);
  const outcome r = run_case_with("");
  EXPECT_EQ(r.code, exit_code::usage);
  EXPECT_EQ(r.out.find("tulip"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find(path("theirs/k.cu") + "(3): error: something near\n  a line of the source"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find(path("ours/secret.h") + "(1): an error"), std::string::npos) << r.out;
  EXPECT_NE(run_case_with("", {"--trust"}).out.find("the password is tulip"), std::string::npos);
}

TEST_F(strangers, only_regular_files_are_read) {
  const std::string pipe = path("pipe.ptx"), link = path("link.npy");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", link);
  const std::string ptx = write("theirs/k.ptx", copying_ptx);
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"run", pipe}, {"run", ptx, "--source", pipe}, {"diff", link, link}, {"hash", link}, {"report", link}, {"test", "--config", link}, {"init", pipe},
           {"eval", "x", "x=@" + link}, {"run", ptx, "-l", "<<<1,4>>>", "0=@" + link, "1=empty:4"}, {"isa", "--check", pipe}}) {
    const outcome r = call(words);
    EXPECT_EQ(r.code, exit_code::usage) << words[0] << r.out;
    EXPECT_NE((r.out + r.err).find("a device, a pipe or a socket"), std::string::npos) << words[0] << ": " << r.out << r.err;
  }
}

TEST(crash, is_one_line_with_the_command) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer's own report stays";
#endif
  const auto crashes = [](int number) {
    report_crashes({"run", "a b.cu", "x=\n1"});
    raise(number);
  };
  EXPECT_EXIT(crashes(SIGSEGV), ::testing::ExitedWithCode(4), "^fpcheck: internal error: segmentation fault; .* fpcheck run 'a b.cu' \\$'x=.0121'\n$");
  EXPECT_EXIT(crashes(SIGABRT), ::testing::ExitedWithCode(4), "internal error: aborted");
}

} // namespace
} // namespace fpcheck::cli
