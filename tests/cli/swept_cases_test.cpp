// Sweeps of shapes and seeds, several files, defaults, baselines and levels.
#include <fpcheck/session/sweep_case.hpp>

#include "session.hpp"

#include <nlohmann/json.hpp>

namespace fpcheck::cli {
namespace {

using nlohmann::json;

/// Adds up x in steps of a warp. The first step is masked, the others are not: shapes that are no multiple of 32 read beyond x.
const std::string tail_ptx = R"(.version 8.0
.target sm_90
.address_size 64
.file 1 "tail.cu"
.visible .entry tail(.param .u64 p0, .param .u64 p1, .param .u32 p2)
{
  .reg .pred q<4>;
  .reg .f32 f<4>;
  .reg .b32 r<6>;
  .reg .b64 t<6>;
  ld.param.u64 t1, [p0];
  ld.param.u64 t2, [p1];
  ld.param.u32 r1, [p2];
  cvta.to.global.u64 t1, t1;
  cvta.to.global.u64 t2, t2;
  mov.u32 r2, %tid.x;
  mov.f32 f1, 0f00000000;
  mov.u32 r3, 0;
LOOP:
  setp.ge.s32 q1, r3, r1;
  @q1 bra DONE;
  add.s32 r4, r3, r2;
  setp.eq.s32 q2, r3, 0;
  setp.ge.s32 q3, r4, r1;
  and.pred q3, q2, q3;
  @q3 bra SKIP;
  mul.wide.s32 t3, r4, 4;
  add.s64 t4, t1, t3;
  .loc 1 4 0
  ld.global.f32 f2, [t4];
  add.rn.f32 f1, f1, f2;
SKIP:
  add.s32 r3, r3, 32;
  bra LOOP;
DONE:
  mul.wide.s32 t3, r2, 4;
  add.s64 t4, t2, t3;
  .loc 1 6 0
  st.global.f32 [t4], f1;
  ret;
}
)";
const std::string tail_cu = R"(extern "C" __global__ void tail(const float* x, float* out, int C) {
  float sum = 0;
  for (int base = 0; base < C; base += 32)
    if (base > 0 || threadIdx.x < C) sum += x[base + threadIdx.x];

  out[threadIdx.x] = sum;
}
// fpcheck: tail <<<1, 32>>> C=64 x=randn:C out=empty:32
)";

class swept : public session {
protected:
  std::string ptx_ = write("tail.ptx", tail_ptx), cu_ = write("tail.cu", tail_cu);
  outcome run(std::vector<std::string> rest) const {
    rest.insert(rest.begin(), {"run", ptx_, "--source", cu_});
    return call(rest);
  }
};

TEST_F(swept, a_tail_mask_bug_is_found_with_its_smallest_shape) {
  EXPECT_EQ(run({}).code, exit_code::passed);
  const auto r = run({"C=sweep"});
  EXPECT_EQ(r.code, exit_code::findings) << r.out << r.err;
  EXPECT_NE(r.out.find("[out-of-bounds]"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("the smallest shape that fails is C=33"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("x[33]"), std::string::npos) << r.out;
  const json j = json::parse(run({"C=sweep", "--format", "json"}).out);
  ASSERT_EQ(j["cases"].size(), 1u);
  EXPECT_EQ(j["cases"][0]["inputs"][0]["shape"], json({33}));
  const std::string replay = j["cases"][0]["replay"];
  EXPECT_NE(replay.find("C=33"), std::string::npos) << replay;
  EXPECT_EQ(replay.find("sweep"), std::string::npos) << replay;
}

TEST_F(swept, ranges_are_shrunk_to_the_smallest_failure) {
  const auto r = run({"C=32..60", "--shapes", "2"}); // 32 and 60 are tried, then what lies between
  EXPECT_EQ(r.code, exit_code::findings) << r.out;
  EXPECT_NE(r.out.find("the smallest shape that fails is C=33"), std::string::npos) << r.out;
  EXPECT_EQ(run({"C=1..32"}).code, exit_code::passed);
  EXPECT_NE(run({"C=1..3"}).out.find("swept: 3 runs of C=1, C=2, C=3"), std::string::npos) << run({"C=1..3"}).out;
  for (const char* wrong : {"C=9..3", "C=sweep(a..b)"}) {
    const auto w = run({wrong});
    EXPECT_EQ(w.code, exit_code::usage) << w.out;
    EXPECT_NE((w.out + w.err).find("write "), std::string::npos) << w.out << w.err;
  }
}

TEST_F(swept, shapes_sweeps_what_the_case_has_and_leaves_out_what_a_launch_does_not_allow) {
  const auto r = run({"--shapes", "12"});
  EXPECT_EQ(r.code, exit_code::findings) << r.out;
  EXPECT_NE(r.out.find("smallest shape that fails is C="), std::string::npos) << r.out;
  const auto blocks = run({"-l", "<<<1, C>>>", "x=randn:C", "out=empty:C", "C=sweep(1000..1030)", "--shapes", "31"});
  EXPECT_EQ(blocks.code, exit_code::findings) << blocks.out;
  const auto allowed = call({"run", ptx_, "-l", "<<<1, N>>>", "0=ones:64", "1=empty:N", "2=32", "N=1020..1030", "--shapes", "11"});
  EXPECT_EQ(allowed.code, exit_code::passed) << allowed.out;
  EXPECT_NE(allowed.out.find("swept: 5 runs of N=1020, N=1021, N=1022, N=1023, N=1024; the launch does not allow 6 others"), std::string::npos) << allowed.out;
}

TEST_F(swept, seeds_are_counted_up_from_the_one_given) {
  const auto r = run({"--seeds", "3", "--seed", "5"});
  EXPECT_EQ(r.code, exit_code::passed) << r.out;
  EXPECT_NE(r.out.find("swept: 3 runs"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("seed 7"), std::string::npos) << r.out;
  const auto bad = run({"--seeds", "3", "--range", "out=[-4,4]"}); // sums of two normal numbers: some seed leaves it
  const auto one = run({"--range", "out=[-1,1]", "--seeds", "2"});
  EXPECT_EQ(one.code, exit_code::findings) << one.out;
  EXPECT_NE(one.out.find("swept: fails in run 1; again: "), std::string::npos) << one.out;
  EXPECT_NE(one.out.find("--seed 0"), std::string::npos) << one.out;
  (void)bad;
}

TEST_F(swept, several_files_in_one_run) {
  const std::string other = write("other.ptx", tail_ptx);
  const auto r = call({"run", ptx_, other, "-l", "<<<1, 32>>>", "0=ones:64", "1=empty:32", "2=64"});
  EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
  EXPECT_NE(r.out.find("2 cases: 2 passed"), std::string::npos) << r.out;
  const auto stopped = call({"run", ptx_, other, "-l", "<<<1, 32>>>", "0=ones:63", "1=empty:32", "2=63", "--fail-fast"});
  EXPECT_EQ(stopped.code, exit_code::findings);
  EXPECT_EQ(stopped.out.find("other.ptx"), std::string::npos) << stopped.out;
  EXPECT_EQ(call({"run", ptx_, path("none.ptx")}).code, exit_code::usage);
}

TEST_F(swept, patterns_and_defaults_of_a_configuration) {
  std::filesystem::create_directories(folder_ / "kernels" / "deep");
  const std::string tagged = "// fpcheck: tail <<<1, 32>>> C=64 x=randn:C out=empty:32\n";
  for (const char* name : {"kernels/a.ptx", "kernels/deep/b.ptx"}) write(name, tail_ptx);
  write("fpcheck.toml", "[defaults]\nseed = 9\n\n[[case]]\nfile = \"kernels/a.ptx\"\nrun = \"<<<1, 32>>> 0=randn:64 1=empty:32 2=64\"\n"
                        "[[case]]\nfile = \"kernels/deep/b.ptx\"\nseed = 3\nrun = \"<<<1, 32>>> 0=randn:64 1=empty:32 2=64\"\n");
  const json j = json::parse(call({"test", "--config", path("fpcheck.toml"), "--format", "json"}).out);
  EXPECT_EQ(j["cases"][0]["seed"], 9);
  EXPECT_EQ(j["cases"][1]["seed"], 3);
  write("kernels/a.cu", tail_cu), write("kernels/deep/b.cu", tail_cu);
  write("kernels/a.ptx", tail_ptx), write("kernels/deep/b.ptx", tail_ptx);
  const auto list = [&](const std::string& files) {
    write("fpcheck.toml", "files = [" + files + "]\n");
    return call({"test", "--config", path("fpcheck.toml"), "--list"});
  };
  EXPECT_NE(list("\"kernels/*.cu\"").out.find("a.cu"), std::string::npos);
  EXPECT_EQ(list("\"kernels/*.cu\"").out.find("b.cu"), std::string::npos);
  EXPECT_NE(list("\"**/*.cu\"").out.find("b.cu"), std::string::npos) << list("\"**/*.cu\"").out << list("\"**/*.cu\"").err;
  EXPECT_EQ(list("\"none/*.cu\"").code, exit_code::usage);
  EXPECT_EQ(list("\"../*.cu\"").code, exit_code::usage); // a file's words stay below it
}

TEST_F(swept, a_baseline_excuses_old_findings_and_no_new_ones) {
  const std::string baseline = path("old.json");
  EXPECT_EQ(run({"C=33"}).code, exit_code::findings);
  const auto written = run({"C=33", "--baseline", baseline, "--write-baseline"});
  EXPECT_EQ(written.code, exit_code::passed) << written.out << written.err;
  const auto again = run({"C=33", "--baseline", baseline});
  EXPECT_EQ(again.code, exit_code::passed) << again.out << again.err;
  EXPECT_NE(again.out.find("in the baseline"), std::string::npos) << again.out;
  write("tail.cu", "\n\n" + tail_cu); // lines move, their text does not
  std::string moved = tail_ptx;
  moved.replace(moved.find(".loc 1 6 0"), 10, ".loc 1 8 0");
  moved.replace(moved.find(".loc 1 4 0"), 10, ".loc 1 6 0");
  write("tail.ptx", moved);
  EXPECT_EQ(run({"C=33", "--baseline", baseline}).code, exit_code::passed) << run({"C=33", "--baseline", baseline}).out;
  const auto other = run({"C=33", "--range", "out=[0,0]", "--baseline", baseline});
  EXPECT_EQ(other.code, exit_code::findings) << other.out;
  EXPECT_NE(run({"C=32", "--baseline", baseline}).err.find("match nothing"), std::string::npos);
  EXPECT_EQ(run({"C=33", "--baseline", write("bad.json", "{}")}).code, exit_code::usage);
  EXPECT_EQ(run({"C=33", "--baseline", path("absent.json")}).code, exit_code::usage);
  EXPECT_EQ(run({"C=33", "--write-baseline"}).code, exit_code::usage);
}

TEST_F(swept, from_which_level_a_finding_fails) {
  EXPECT_EQ(run({"--fail-on", "warning"}).code, exit_code::passed);
  EXPECT_EQ(run({"--fail-on", "wrong"}).code, exit_code::usage);
  EXPECT_EQ(run({"C=33", "--fail-on", "warning"}).code, exit_code::findings);
}

} // namespace
} // namespace fpcheck::cli
