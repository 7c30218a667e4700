#include <fpcheck/formats/describe.hpp>
#include <fpcheck/tensor/digest.hpp>

#include "session.hpp"

#include <nlohmann/json.hpp>

namespace fpcheck::cli {
namespace {

using nlohmann::json;
using tensor::array;
using tensor::dtype;

/// A kernel that scales: y[i] = a * x[i] for i < n.
const std::string scale_ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry scale(.param .u64 p0, .param .u64 p1, .param .f32 p2, .param .u32 p3)
{
  .reg .pred %p<2>;
  .reg .f32 %f<4>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [p0];
  ld.param.u64 %rd2, [p1];
  ld.param.f32 %f1, [p2];
  ld.param.u32 %r1, [p3];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra DONE;
  cvta.to.global.u64 %rd3, %rd1;
  mul.wide.s32 %rd4, %r5, 4;
  add.s64 %rd5, %rd3, %rd4;
  ld.global.f32 %f2, [%rd5];
  mul.rn.f32 %f3, %f1, %f2;
  cvta.to.global.u64 %rd6, %rd2;
  add.s64 %rd7, %rd6, %rd4;
  st.global.f32 [%rd7], %f3;
DONE:
  ret;
}
)";
const std::string scale_cu = R"(extern "C" __global__ void scale(const float* x, float* y, float a, int n) {}
// fpcheck: scale <<<2, 32>>> x=randn:n y=empty:n a=0.5 n=50
)";

class cli_run : public session {
protected:
  std::string ptx_ = write("scale.ptx", scale_ptx);
  std::string cu_ = write("scale.cu", scale_cu);
};

TEST_F(cli_run, by_position_saves_bits) {
  const auto r = call(
      {"run", ptx_, "-l", "<<<1, 32>>>", "0=[1, 2, 3]", "1=empty:3", "2=0.5", "3=3", "--save", "1=" + path("y.npy")});
  EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
  const auto y = tensor::load(path("y.npy"));
  ASSERT_TRUE(y);
  EXPECT_EQ(y->value(0), 0.5);
  EXPECT_EQ(y->value(2), 1.5);
}

TEST_F(cli_run, cases_of_the_source_with_overrides) {
  const auto r = call({"run", ptx_, "--source", cu_, "n=10", "--ref", "y=a * x", "--tol", "0ulp", "--format", "json"});
  EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
  const json j = json::parse(r.out);
  EXPECT_EQ(j["cases"][0]["inputs"][0]["shape"][0], 10);
  EXPECT_EQ(j["cases"][0]["comparisons"][0]["bit_equal"], 10);
  EXPECT_EQ(j["cases"][0]["meaning_checked"], true);
}

TEST_F(cli_run, a_kernels_whole_name_goes_before_the_beginning_of_others) {
  std::string again = scale_ptx.substr(scale_ptx.find(".visible"));
  again.replace(again.find("scale"), 5, "scale_again");
  const std::string both = write("both.ptx", scale_ptx + again);
  const std::string source = write("both.cu", scale_cu + R"(extern "C" __global__ void scale_again(const float* x, float* y, float a, int n) {}
// fpcheck: scale_again <<<1, 32>>> x=randn:n y=empty:n a=0.5 n=32
)");
  const auto cases = [&](const std::string& kernel) {
    const auto r = call({"run", both + kernel, "--source", source, "--format", "json"});
    EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
    return json::parse(r.out)["cases"].size();
  };
  EXPECT_EQ(cases(""), 2u);
  EXPECT_EQ(cases(":scale"), 1u);
  EXPECT_EQ(cases(":scale_a"), 1u);
  EXPECT_EQ(cases(":sca"), 2u);
}

TEST_F(cli_run, references_can_fail) {
  array wrong(dtype::f32, {3});
  for (std::uint64_t i = 0; i < 3; ++i) wrong.set(i, 0.5 * static_cast<double>(i + 1));
  wrong.set(1, 1.25);
  ASSERT_TRUE(tensor::save(path("ref.npy"), wrong));
  const std::vector<std::string> base{"run",       ptx_,    "-l",  "1, 32", "0=[1, 2, 3]",
                                      "1=empty:3", "2=0.5", "3=3", "--ref", "@" + path("ref.npy")};
  auto with = [&](const std::string& tolerance) {
    auto words = base;
    words.insert(words.end(), {"--tol", tolerance});
    return call(words);
  };
  EXPECT_EQ(with("2ulp").code, exit_code::findings);
  EXPECT_NE(with("2ulp").out.find("[mismatch]"), std::string::npos) << with("2ulp").out;
  EXPECT_EQ(with("bitwise").code, exit_code::findings);
  EXPECT_EQ(with("rtol=100").code, exit_code::findings) << "a tolerance that accepts anything is a finding";
  EXPECT_EQ(with("2ulpp").code, exit_code::usage);
  EXPECT_EQ(call(base).code, exit_code::usage) << "no tolerance follows from a file";
}

TEST_F(cli_run, an_output_that_nobody_wrote_is_a_finding) {
  const auto r = call({"run", ptx_, "-l", "<<<1, 32>>>", "0=randn:64", "1=empty:64", "2=1", "3=64"});
  EXPECT_EQ(r.code, exit_code::findings) << r.out;
  EXPECT_NE(r.out.find("[unwritten-output]"), std::string::npos) << r.out;
}

TEST_F(cli_run, usage_errors_say_where_and_what) {
  const std::string launch = "<<<1, 32>>>";
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"run"}, "FILE[:KERNEL] [NAME=VALUE ...] is required"},
      {{"run", cu_ + ":sclae"}, "there is no kernel 'sclae' in the file"},
      {{"run", ptx_, "--source", cu_, "--range", "z=[0,1]"}, "there are: x, y"},
      {{"test", "--config", write("misspelt.toml", "[[case]]\nfiel = \"k.cu\"\n")}, "unknown key 'fiel'"},
      {{"run", path("nothing.ptx")}, "no such file"},
      {{"run", write("x.txt", "hello")}, "neither CUDA source nor PTX"},
      {{"run", write("bad.ptx", ".version")}, "bad.ptx"},
      {{"run", ptx_}, "there is no launch to run"},
      {{"run", ptx_ + ":scael", "-l", launch}, "did you mean 'scale'?"},
      {{"run", cu_}, "there is no nvcc"},
      {{"run", ptx_, "-l", launch, "x=4"}, "PTX holds no names"},
      {{"run", ptx_, "--source", cu_, "y=rnadn:4"}, "did you mean 'randn'?"},
      {{"run", ptx_, "--source", cu_, "--shadow", "bal"}, "did you mean 'ball'?"},
      {{"run", ptx_, "--source", cu_, "--range", "y=0,1"}, "no range is written so"},
      {{"run", ptx_, "--source", cu_, "--range", "z=[0,1]"}, "there is no buffer 'z'"},
      {{"run", ptx_, "--source", cu_, "--save", "yy=a.npy"}, "did you mean 'y'?"},
      {{"run", ptx_, "--source", cu_, "--seed", "-1"}, "is no number"},
      {{"run", ptx_, "--source", cu_, "--formt", "json"}, "did you mean '--format'?"},
      {{"run", ptx_, "--source", cu_, "--format", "jsno"}, "did you mean 'json'?"},
      {{"run", ptx_, "--source", cu_, "-o", "xml:/x"}, "no report format is called 'xml'"},
      {{"run", ptx_, "--source", cu_, "--dump", "modul"}, "did you mean 'module'?"},
      {{"run", ptx_, "--source", cu_, "--ref", "z=x"}, "there is no buffer 'z'"},
      {{"run", ptx_, "--source", cu_, "--ref", "softmx(x)"}, "did you mean 'softmax'?"},
      {{"run", ptx_, "--source", cu_, "--expect", "rase"}, "did you mean 'race'?"},
      {{"rnu"}, "there is no command 'rnu'"},
      {{}, "fpcheck run kernel.cu"},
      {{"format", "bf61"}, "bf16"},
      {{"format", "p3109_8p4se"}, "binary8p4se"},
      {{"format", "e4m3fn", "0x1ff"}, "which has 8 bits"},
      {{"format", "e4m3fn", "-x"}, "-x"},
      {{"format", "e4m3fn", "1", "--format", "xml"}, "text or json"},
      {{"explain", "rac"}, "did you mean 'race'?"},
      {{"isa", "nosuchform"}, "no instruction form"},
      {{"isa", "--check", path("nothing.ptx")}, "no such file"},
      {{"diff", path("a.npy"), path("b.npy")}, "no such file"},
      {{"init", ptx_}, "no __global__ function"},
      {{"test", "--config", path("none.toml")}, "no such file"},
      {{"test", "--config", write("bad.toml", "[[case]\n")}, "bad.toml:1"},
      {{"test", "--config", write("key.toml", "filse = []\n")}, "did you mean 'files'?"},
      {{"test", "--config", write("nofile.toml", "[[case]]\nrun = 'k'\n")}, "a case needs a file"},
      {{"eval", "1 +"}, "error"},
      {{"eval", "x", "x=rndn:3"}, "did you mean 'randn'?"},
      {{"grad", "nosuch(x)"}, "error"}};
  for (const auto& [words, expected] : cases) {
    const auto r = call(words);
    std::string line;
    for (const std::string& w : words) line += w + ' ';
    EXPECT_EQ(r.code, exit_code::usage) << line << r.out << r.err;
    EXPECT_NE((r.out + r.err).find(expected), std::string::npos) << line << '\n' << r.out << r.err;
  }
}

TEST_F(cli_run, comments_of_the_source_are_checked) {
  const auto with = [&](const std::string& comment) {
    return call({"run", ptx_, "--source", write("c.cu", scale_cu + comment + "\n")});
  };
  EXPECT_EQ(with("// fpcheck: allow race because it is benign").code, exit_code::passed);
  EXPECT_NE(with("// fpcheck: allow race because it is benign").out.find("excused nothing"), std::string::npos);
  EXPECT_NE(with("// fpcheck: allow raec because").out.find("did you mean 'race'?"), std::string::npos);
  EXPECT_EQ(with("// fpcheck: allow race").code, exit_code::usage);
  const auto r = with("// fpcheck: scale <<<1, 32>>> x=randn:4 y=empty:4 a=1 n=4 --tlo 3");
  EXPECT_EQ(r.code, exit_code::usage);
  EXPECT_NE(r.out.find("c.cu:3:"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("did you mean '--tol'?"), std::string::npos) << r.out;
}

TEST_F(cli_run, ptx_beside_a_source_serves_only_if_it_was_made_from_it) {
  EXPECT_EQ(call({"run", cu_}).code, exit_code::usage);
  write("scale.ptx", "// fpcheck source sha256 " + tensor::sha256(scale_cu) + "\n" + scale_ptx);
  const auto r = call({"run", cu_});
  EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
  EXPECT_NE(r.out.find("no nvcc here: ran"), std::string::npos);
  write("scale.cu", scale_cu + "\n");
  EXPECT_EQ(call({"run", cu_}).code, exit_code::usage);
}

TEST_F(cli_run, samples_of_blocks_are_refused_where_blocks_communicate) {
  const std::vector<std::string> rest{"-l",  "<<<8, 32>>>", "0=randn:256", "1=inout:zeros:256",
                                      "2=1", "3=256",       "--blocks",    "sample:2"};
  auto with = [&](const std::string& file) {
    std::vector<std::string> words{"run", file};
    words.insert(words.end(), rest.begin(), rest.end());
    return call(words);
  };
  EXPECT_LE(static_cast<int>(with(ptx_).code), 1) << with(ptx_).out;
  EXPECT_NE(with(ptx_).out.find("2 of 8 blocks"), std::string::npos) << with(ptx_).out;
  std::string atomic = scale_ptx;
  atomic.replace(atomic.find("st.global.f32 [%rd7], %f3;"), 26, "red.global.add.f32 [%rd7], %f3;");
  const auto r = with(write("atomic.ptx", atomic));
  EXPECT_EQ(r.code, exit_code::usage) << r.out;
  EXPECT_NE(r.out.find("would not be sound"), std::string::npos) << r.out;
}

TEST_F(cli_run, dumps_stages) {
  EXPECT_EQ(call({"run", ptx_, "--dump", "ptx"}).out, scale_ptx);
  EXPECT_NE(call({"run", ptx_, "--dump=module"}).out.find("mul.rn.f32"), std::string::npos);
  EXPECT_NE(call({"run", ptx_, "--dump=program"}).out.find("mul"), std::string::npos);
}

TEST_F(cli_run, reports_go_to_files) {
  const auto r = call({"run", ptx_, "--source", cu_, "-o", path("r.json"), "-o", "sarif:" + path("r.sarif"), "-o",
                       path("r.xml"), "-o", path("r.md")});
  EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
  EXPECT_EQ(json::parse(*tensor::read_bytes(path("r.json")))["schema"], "fpcheck/1");
  EXPECT_EQ(json::parse(*tensor::read_bytes(path("r.sarif")))["version"], "2.1.0");
  EXPECT_NE(tensor::read_bytes(path("r.xml"))->find("<testsuite"), std::string::npos);
  EXPECT_EQ(call({"run", ptx_, "--source", cu_, "-o", "json:/nowhere/r.json"}).code, exit_code::usage);
}

TEST_F(cli_run, the_same_seed_gives_the_same_report) {
  const auto once = [&](const char* seed) {
    json j = json::parse(call({"run", ptx_, "--source", cu_, "--seed", seed, "--format", "json"}).out);
    j["cases"][0].erase("seconds");
    return j.dump();
  };
  EXPECT_EQ(once("3"), once("3"));
  EXPECT_NE(once("3"), once("4"));
}

TEST_F(cli_run, test_command_wants_just_what_is_expected) {
  write("good.cu", "// fpcheck source\n");
  const std::string unwritten = "scale <<<1, 32>>> 0=randn:64 1=empty:64 2=1 3=64";
  const auto with = [&](const std::string& rest) {
    return call(
        {"test", "--config",
         write("fpcheck.toml", "[[case]]\nfile = 'scale.ptx'\nname = 'tail'\nrun = '" + unwritten + "'\n" + rest)});
  };
  EXPECT_EQ(with("").code, exit_code::findings);
  EXPECT_EQ(with("expect = 'unwritten-output'\n").code, exit_code::passed) << with("expect = 'unwritten-output'\n").out;
  EXPECT_EQ(with("expect = 'race'\n").code, exit_code::findings);
  EXPECT_EQ(with("expect = 'clean'\n").code, exit_code::findings);
  EXPECT_EQ(with("expct = 'race'\n").code, exit_code::usage);
  EXPECT_EQ(call({"test", "--config", path("fpcheck.toml"), "nothing-like-it"}).code, exit_code::usage);
}

TEST_F(cli_run, test_prints_a_line_a_case_and_a_summary) {
  const std::string good = "\nrun = '<<<1, 32>>> 0=randn:8 1=empty:8 2=2 3=8'\n", bad = "\nrun = '<<<1, 32>>> 0=randn:64 1=empty:64 2=2 3=64'\n";
  std::string text;
  for (int i = 0; i < 6; ++i)
    text += "[[case]]\nfile = 'scale.ptx'\nname = 'case " + std::to_string(i) + "'" + (i == 3 ? bad : good);
  write("fpcheck.toml", text);
  const auto r = call({"test", "--config", path("fpcheck.toml"), "-j", "4"});
  EXPECT_EQ(r.code, exit_code::findings) << r.out << r.err;
  std::size_t at = 0;
  for (int i = 0; i < 6; ++i) { // in the order of the file
    const std::string verdict = i == 3 ? "findings  " : "passed    ";
    const std::size_t found = r.out.find(verdict + ' ' + path("scale.ptx") + ':' + path("fpcheck.toml") + ':' + std::to_string(4 * i + 1) + ": case " + std::to_string(i));
    EXPECT_NE(found, std::string::npos) << i << '\n' << r.out;
    EXPECT_GE(found, at);
    at = found;
  }
  EXPECT_NE(r.out.find("6 cases: 1 findings, 5 passed"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("[unwritten-output]"), std::string::npos);
  EXPECT_EQ(call({"test", "--config", path("fpcheck.toml"), "case 2", "fpcheck.toml:17:"}).code, exit_code::passed);
  const auto list = call({"test", "--config", path("fpcheck.toml"), "--list"});
  EXPECT_EQ(std::count(list.out.begin(), list.out.end(), '\n'), 6) << list.out;
  const auto whole = json::parse(call({"test", "--config", path("fpcheck.toml"), "--format", "json", "-j", "3"}).out);
  EXPECT_EQ(whole["cases"].size(), 6u);
}

TEST_F(cli_run, test_finds_its_configuration_upward) {
  namespace fs = std::filesystem;
  const fs::path before = fs::current_path(), deep = folder_ / "a" / "b";
  fs::create_directories(deep);
  write("fpcheck.toml", "[[case]]\nfile = 'scale.ptx'\nrun = '<<<1, 32>>> 0=randn:8 1=empty:8 2=2 3=8'\n");
  fs::current_path(deep);
  const auto r = call({"test"});
  fs::current_path("/");
  const auto none = call({"test"});
  fs::current_path(before);
  EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
  EXPECT_NE(r.out.find("../../scale.ptx:../../fpcheck.toml:1: <<<1, 32>>>"), std::string::npos) << r.out;
  EXPECT_EQ(none.code, exit_code::usage);
  EXPECT_NE(none.err.find("there is no fpcheck.toml"), std::string::npos) << none.err;
}

TEST_F(session, init_writes_a_configuration_that_test_reads) {
  const std::string target = path("fpcheck.toml");
  const std::string cu = write("k.cu", "__global__ void add(const float* a, float* b, int N) { b[0] = a[0]; }\n"
                                       "template <class T> __global__ void twice(T* x, const int* ids, T scale) {}\n");
  const auto r = call({"init", cu, "-o", target});
  EXPECT_EQ(r.code, exit_code::passed) << r.err;
  const std::string text = *tensor::read_bytes(target);
  EXPECT_NE(text.find("# add(const float* a, float* b, int N)"), std::string::npos) << text;
  EXPECT_NE(text.find("run = \"add <<<cdiv(N, 256), 256>>> a=randn:N b=empty:N N=256\""), std::string::npos) << text;
  EXPECT_NE(text.find("twice<float> --instantiate 'twice<float>' <<<cdiv(N, 256), 256>>> N=256 x=empty:N ids=randint(0,256):N scale=1.0"), std::string::npos) << text;
  EXPECT_NE(text.find("file = \"k.cu\""), std::string::npos) << text;
  EXPECT_EQ(call({"init", cu, "-o", target}).code, exit_code::usage); // nothing is overwritten
  const auto list = call({"test", "--config", target, "--list"});
  EXPECT_EQ(list.code, exit_code::passed) << list.err;
  EXPECT_NE(list.out.find("add <<<cdiv(N, 256), 256>>>"), std::string::npos) << list.out;
}

TEST_F(session, conditioning_is_told_for_each_output_with_an_expression) {
  const std::vector<std::string> base{"run", example("two_pass_variance.ptx"), "-l", "<<<4, 256>>>", "0=uniform(1000,1001):4x1024", "1=empty:4", "2=1024", "--source", example("two_pass_variance.cu"),
                                      "--ref", "var(x, 1)", "--tol", "4ulp", "--format", "json"};
  const auto r = call(base);
  EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
  const json c = json::parse(r.out)["cases"][0]["comparisons"][0]["conditioning"];
  EXPECT_EQ(c["elements"], 4);
  // var = mean((x - m)^2), so kappa = sum |2 (x - m) x| / (n var): some 2 * 1000 * 0.25 / 0.083 for uniform numbers in [1000, 1001].
  EXPECT_NEAR(c["kappa"]["median"].get<double>(), 6000, 300);
  EXPECT_EQ(c["kappa"]["shares"][0]["input"], "x");
  EXPECT_GT(c["input_rounding"]["max_ulps"].get<double>(), 2000);
  auto text = base;
  text.resize(text.size() - 2);
  EXPECT_NE(call(text).out.find("conditioning: kappa "), std::string::npos);
}

TEST_F(session, a_number_in_a_format_as_json) {
  const json j = json::parse(call({"format", "e4m3fn", "0.3", "-inf", "-.5", "--format", "json"}).out);
  EXPECT_EQ(j["formats"][0]["max"], 448);
  ASSERT_EQ(j["values"].size(), 3u);
  EXPECT_EQ(j["values"][0]["result"]["code"], 0x2a);
  EXPECT_EQ(j["values"][0]["below"]["value"], "0.28125");
  EXPECT_EQ(j["values"][0]["roundings"]["toward_zero"]["code"], 0x29);
  EXPECT_EQ(j["values"][1]["input"], "-inf");
  EXPECT_EQ(j["values"][1]["presets"]["cuda"]["code"], 0xfe);
  EXPECT_EQ(j["values"][2]["result"]["value"], "-0.5");
  EXPECT_EQ(json::parse(call({"format", "--format", "json"}).out)["formats"].size(), format_names().size());
  EXPECT_NE(call({"format", "e4m3fn", "-inf"}).out.find("0xfe"), std::string::npos);
}

TEST_F(session, diff_of_nothing_is_incomplete) {
  ASSERT_TRUE(tensor::save(path("none.npy"), array(dtype::f32, {0, 4})));
  const auto r = call({"diff", path("none.npy"), path("none.npy")});
  EXPECT_EQ(r.code, exit_code::incomplete) << r.out;
  EXPECT_EQ(json::parse(call({"diff", path("none.npy"), path("none.npy"), "--format", "json"}).out)["passed"], false);
}

TEST_F(session, diff) {
  array a(dtype::f32, {2, 2}), b(dtype::f32, {2, 2});
  for (std::uint64_t i = 0; i < 4; ++i) a.set(i, 1), b.set(i, 1);
  a.set(3, 1 + 0x1p-22);
  ASSERT_TRUE(tensor::save(path("a.npy"), a));
  ASSERT_TRUE(tensor::save(path("b.npy"), b));
  EXPECT_EQ(call({"diff", path("a.npy"), path("a.npy")}).code, exit_code::passed);
  const auto r = call({"diff", path("a.npy"), path("b.npy")});
  EXPECT_EQ(r.code, exit_code::findings);
  EXPECT_NE(r.out.find("[1, 1]: 1.00000024 instead of 1, 2 f32 ulp"), std::string::npos) << r.out;
  EXPECT_EQ(call({"diff", path("a.npy"), path("b.npy"), "--tol", "2ulp"}).code, exit_code::passed);
  const json j = json::parse(call({"diff", path("a.npy"), path("b.npy"), "--format", "json"}).out);
  EXPECT_EQ(j["max_ulps"], 2);
  EXPECT_EQ(j["passed"], false);
}

TEST_F(session, every_rule_has_a_page) {
  const std::string list = call({"explain"}).out;
  std::istringstream lines(list);
  std::size_t rules = 0;
  for (std::string line; std::getline(lines, line) && !line.empty(); ++rules) {
    const std::string id = line.substr(0, line.find(' '));
    const auto page = call({"explain", id});
    EXPECT_EQ(page.code, exit_code::passed);
    EXPECT_GT(std::count(page.out.begin(), page.out.end(), '\n'), 4) << id << " has no page:\n" << page.out;
    EXPECT_EQ(page.out.find("\n\n\n\n"), std::string::npos) << id << " has an empty page";
    EXPECT_NE(page.out.find("\n    "), std::string::npos) << id << " has no example";
    EXPECT_NE(page.out.find("\nTo mend it: "), std::string::npos) << id;
  }
  EXPECT_GE(rules, 29u);
}

TEST_F(session, a_saved_report_becomes_any_other) {
  const std::string json = path("run.json"), html = path("run.html");
  const auto run = call({"run", example("naive_variance.cu"), "-o", "json:" + json, "-o", html, "--format", "markdown"});
  EXPECT_EQ(run.code, exit_code::findings);
  const auto again = call({"report", json, "--format", "markdown", "-o", "html:" + path("again.html")});
  EXPECT_EQ(again.code, exit_code::findings) << again.err;
  EXPECT_EQ(again.out, run.out);
  EXPECT_EQ(*tensor::read_bytes(path("again.html")), *tensor::read_bytes(html));
  const auto text = call({"report", json});
  EXPECT_NE(text.out.find("variance[blockIdx.x] = squares[0] / C - mean * mean;"), std::string::npos) << "the sources are not in the report";
  EXPECT_EQ(call({"report", "--schema"}).code, exit_code::passed);
}

TEST_F(session, reports_that_are_none_are_refused) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> bad{
      {{"report"}, "fpcheck report RUN.json"},
      {{"report", path("missing.json")}, "missing.json"},
      {{"report", write("text.json", "no json")}, "this is no JSON"},
      {{"report", write("other.json", "{\"schema\": \"sarif\"}")}, "document.schema is not 'fpcheck/1'"},
      {{"report", write("list.json", "[]")}, "document is no object"},
      {{"report", "x.json", "--format", "htlm"}, "did you mean 'html'?"}};
  for (const auto& [arguments, words] : bad) {
    const auto r = call(arguments);
    EXPECT_EQ(r.code, exit_code::usage) << words;
    EXPECT_NE((r.out + r.err).find(words), std::string::npos) << words << " is not in:\n" << r.err;
  }
}

TEST_F(session, replay_commands_are_shell_words) {
  const auto r = call({"run", example("naive_variance.ptx"), "-l", "<<<4, 256>>>", "0=uniform(1000,1001):4x1024", "1=empty:4", "2=1024", "--seed", "3", "--format", "json"});
  const auto j = nlohmann::json::parse(r.out);
  EXPECT_EQ(j["cases"][0]["replay"], "fpcheck run " + example("naive_variance.ptx") + " -l '<<<4, 256>>>' '0=uniform(1000,1001):4x1024' 1=empty:4 2=1024 --seed 3");
}

TEST_F(session, small_commands) {
  EXPECT_EQ(call({"--help"}).code, exit_code::passed);
  EXPECT_EQ(call({"--version"}).code, exit_code::passed);
  EXPECT_EQ(call({"run", "--help"}).code, exit_code::passed);
  EXPECT_NE(call({"format"}).out.find("e4m3fn"), std::string::npos);
  EXPECT_NE(call({"format", "bf16", "0x1.01p+0"}).out.find("0x3f80"), std::string::npos);
  EXPECT_NE(call({"init", example("naive_variance.cu")}).out.find("naive_variance has a case in line"), std::string::npos);
  EXPECT_NE(call({"eval", "sum(x * x)", "x=[3, 4]"}).out.find("25"), std::string::npos);
}

} // namespace
} // namespace fpcheck::cli
