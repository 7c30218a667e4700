// What is computed beside the machine's values, chosen on the command line: domains, fusing, traces, saved shadows.
#include "session.hpp"

#include <fpcheck/tensor/array.hpp>
#include <fpcheck/tensor/file.hpp>

#include <cmath>
#include <fstream>

namespace fpcheck::cli {
namespace {

/// `logistic`: x = 3.9 x (1 - x), n times. `root`: y = sqrt(x x - x x), with products that ptxas may fuse.
const std::string kernels_ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry logistic(.param .u64 p0, .param .u64 p1, .param .u32 p2)
{
  .reg .pred %p; .reg .f32 %x, %y, %t, %r; .reg .b32 %i, %n; .reg .b64 %a, %b, %o;
  ld.param.u64 %a, [p0]; ld.param.u64 %b, [p1]; ld.param.u32 %n, [p2];
  mov.u32 %i, %tid.x; mul.wide.u32 %o, %i, 4; add.u64 %a, %a, %o; add.u64 %b, %b, %o;
  ld.global.f32 %x, [%a]; mov.f32 %r, 0f4079999A; mov.u32 %i, 0;
AGAIN:
  mov.f32 %t, 0f3F800000; sub.rn.f32 %y, %t, %x; mul.rn.f32 %x, %x, %r; mul.rn.f32 %x, %x, %y;
  add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n;
  @%p bra AGAIN;
  st.global.f32 [%b], %x;
  ret;
}
.visible .entry root(.param .u64 p0, .param .u64 p1)
{
  .reg .f32 %x, %y, %u, %v, %d, %r; .reg .b32 %i; .reg .b64 %a, %b, %o;
  ld.param.u64 %a, [p0]; ld.param.u64 %b, [p1];
  mov.u32 %i, %tid.x; mul.wide.u32 %o, %i, 4; add.u64 %a, %a, %o; add.u64 %b, %b, %o;
  ld.global.f32 %x, [%a]; mov.f32 %y, %x;
  mul.f32 %u, %x, %x; mul.f32 %v, %y, %y; sub.f32 %d, %u, %v;
  sqrt.rn.f32 %r, %d;
  st.global.f32 [%b], %r;
  ret;
}
)";

class shadow_options : public session {
protected:
  std::string ptx_ = write("kernels.ptx", kernels_ptx);
  outcome logistic(const std::string& steps, std::vector<std::string> more) {
    std::vector<std::string> words{"run", ptx_ + ":logistic", "-l", "1, 4", "0=[0.1, 0.2, 0.3, 0.4]", "1=empty:4", "2=" + steps};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  }
  outcome root(std::vector<std::string> more) {
    std::vector<std::string> words{"run", ptx_ + ":root", "-l", "1, 32", "0=uniform(1,2):32", "1=empty:32"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  }
};

TEST_F(shadow_options, what_a_ball_leaves_open_is_tried_in_wider_ones_unless_it_was_asked_for) {
  const auto asked = logistic("60", {"--shadow", "ball"}), tried = logistic("60", {}), hopeless = logistic("600", {});
  EXPECT_EQ(asked.code, exit_code::incomplete) << asked.out;
  EXPECT_EQ(asked.out.find("mpfr"), std::string::npos) << asked.out;
  EXPECT_EQ(tried.out.find("undecided"), std::string::npos) << tried.out;
  EXPECT_EQ(hopeless.code, exit_code::incomplete) << hopeless.out;
  EXPECT_NE(hopeless.out.find("in dd and mpfr:256 and mpfr:512 too"), std::string::npos) << hopeless.out;
  EXPECT_NE(hopeless.out.find("undecided: the enclosure of the exact result is too wide"), std::string::npos) << hopeless.out;
}

TEST_F(shadow_options, a_run_that_stopped_is_neither_compared_nor_saved) {
  const std::string file = path("y.npy");
  ASSERT_TRUE(tensor::save(path("expected.npy"), tensor::array(tensor::dtype::f32, {4})));
  const auto r = logistic("1000000", {"--budget", "100000", "--ref", "@" + path("expected.npy"), "--tol", "1ulp", "--save", "1=" + file});
  EXPECT_EQ(r.code, exit_code::incomplete) << r.out;
  EXPECT_FALSE(std::filesystem::exists(file)) << "what there was when it stopped is no result";
  EXPECT_NE(r.out.find("1 not saved: the run did not come to its end"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("not compared with the reference"), std::string::npos) << r.out;
}

TEST_F(shadow_options, more_bits_decide_what_few_leave_open) {
  const auto few = logistic("150", {"--shadow", "mpfr:64"}), many = logistic("150", {"--shadow", "mpfr:400"});
  EXPECT_EQ(few.code, exit_code::incomplete) << few.out;
  EXPECT_NE(few.out.find("undecided"), std::string::npos) << few.out;
  EXPECT_EQ(many.code, exit_code::passed) << many.out;
  EXPECT_NE(many.out.find("all certified"), std::string::npos) << many.out;
}

TEST_F(shadow_options, copies_judge_and_certify_nothing) {
  const auto r = logistic("3", {"--shadow", "perturbed:16"});
  EXPECT_EQ(r.code, exit_code::passed) << r.out;
  EXPECT_NE(r.out.find("no certified error"), std::string::npos) << r.out;
}

TEST_F(shadow_options, what_a_domain_cannot_be_is_said) {
  for (const auto& [domain, hint] : {std::pair{"mpfr:8", "--shadow mpfr:128"}, std::pair{"mpfr:513", "--shadow mpfr:128"},
                                     std::pair{"perturbed:12", "--shadow perturbed:16"}, std::pair{"perturbed:128", "--shadow perturbed:16"}}) {
    const auto r = logistic("3", {"--shadow", domain});
    EXPECT_EQ(r.code, exit_code::usage) << domain << r.out;
    EXPECT_NE(r.out.find(hint), std::string::npos) << r.out;
  }
}

TEST_F(shadow_options, exact_values_and_radii_are_saved) {
  EXPECT_EQ(logistic("15", {"--save-shadow", "1=" + path("s.npy"), "--save", "1=" + path("y.npy")}).code, exit_code::passed);
  const auto s = tensor::load(path("s.npy")), y = tensor::load(path("y.npy"));
  ASSERT_TRUE(s && y);
  EXPECT_EQ(s->shape, (std::vector<std::uint64_t>{2, 4}));
  double x = 0.10000000149011612; // 0.1 as binary32; the radius takes in what 15 steps in binary64 lose
  for (int k = 0; k < 15; ++k) x = 3.9000000953674316 * x * (1 - x);
  EXPECT_LE(std::fabs(s->value(0) - x), s->value(4) + 1e-6);
  EXPECT_GT(s->value(4), 0);
  EXPECT_LT(s->value(4), 1e-3);
  EXPECT_NE(s->value(0), y->value(0));
  EXPECT_EQ(logistic("3", {"--save-shadow", "1=s.txt"}).code, exit_code::usage);
  EXPECT_EQ(logistic("3", {"--save-shadow", "7=" + path("s.npy")}).code, exit_code::usage);
}

TEST_F(shadow_options, fused_code_is_checked_as_well) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"--fuse"}, {"--nvcc", "-fmad=true"}}) {
    const auto r = root(words);
    EXPECT_EQ(r.code, exit_code::findings) << r.out;
    EXPECT_NE(r.out.find("1 multiply-add of the file fused"), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("as written: another verdict"), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("[contraction]"), std::string::npos) << r.out;
  }
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--no-fuse"}, {"--nvcc", "-fmad=false"}, {"--nvcc", "-G"}})
    EXPECT_EQ(root(words).code, exit_code::passed) << words.back();
  std::ofstream(path("kernels.json")) << "{\"num_warps\": 4, \"enable_fp_fusion\": false}";
  EXPECT_EQ(root({}).code, exit_code::passed) << "what Triton keeps beside its code";
  std::ofstream(path("kernels.json")) << "{\"enable_fp_fusion\": true}";
  EXPECT_NE(root({}).out.find("enable_fp_fusion beside it"), std::string::npos);
  const auto plain = call({"run", example("two_pass_variance.cu"), "--fuse"});
  EXPECT_NE(plain.out.find("nothing to fuse"), std::string::npos) << plain.out;
}

TEST_F(shadow_options, traces_tell_what_was_executed) {
  const auto r = logistic("2", {"--dump=trace"});
  EXPECT_EQ(r.code, exit_code::passed) << r.err;
  EXPECT_NE(r.out.find("warp  0  0000000f  lane  0"), std::string::npos) << r.out;
  // 0.9 from 0.1, then 0.351 after one step.
  EXPECT_NE(r.out.find("sub.rn.f32  0x3f666666 (0.899999976)"), std::string::npos) << r.out;
  std::size_t steps = 0;
  for (std::size_t at = 0; (at = r.out.find("sub.rn.f32", at)) != std::string::npos; ++at) ++steps;
  EXPECT_EQ(steps, 2u);
}

TEST_F(shadow_options, mismatches_name_the_store) {
  const auto r = logistic("1", {"--ref", "@" + path("ref.npy"), "--tol", "1ulp"});
  EXPECT_EQ(r.code, exit_code::usage) << "no such file";
  tensor::array wrong(tensor::dtype::f32, {4});
  ASSERT_TRUE(tensor::save(path("ref.npy"), wrong));
  const auto m = logistic("1", {"--ref", "@" + path("ref.npy"), "--tol", "1ulp"});
  EXPECT_EQ(m.code, exit_code::findings) << m.out;
  EXPECT_NE(m.out.find("st.global.f32 (PTX line 14)"), std::string::npos) << m.out;
}

TEST_F(shadow_options, isa_marks_what_is_modelled) {
  const auto r = call({"isa"});
  EXPECT_EQ(r.code, exit_code::passed);
  for (const char* line : {"\nexact     fma_f32  ", "\n-         tcgen05_mma_ws_sp  ", " modelled"})
    EXPECT_NE(r.out.find(line), std::string::npos) << line;
}

/// Each block adds the word of the other block of its cluster, read from the other's shared memory, to its own.
const std::string cluster_ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry exchange(.param .u64 p0, .param .u64 p1)
{
  .shared .align 4 .b8 word[4];
  .reg .f32 %x, %y; .reg .b32 %i, %r, %w, %t; .reg .b64 %a, %b, %o;
  ld.param.u64 %a, [p0]; ld.param.u64 %b, [p1];
  mov.u32 %i, %ctaid.x; mul.wide.u32 %o, %i, 4; add.u64 %a, %a, %o; add.u64 %b, %b, %o;
  ld.global.f32 %x, [%a]; mov.u32 %w, word; st.shared.f32 [%w], %x;
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
  mov.u32 %r, %cluster_ctarank; xor.b32 %r, %r, 1; mapa.shared::cluster.u32 %t, %w, %r; ld.shared::cluster.f32 %y, [%t];
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
  add.rn.f32 %y, %x, %y; st.global.f32 [%b], %y;
  ret;
}
)";

TEST_F(shadow_options, clusters_are_launched_as_asked_for) {
  const std::string file = write("cluster.ptx", cluster_ptx);
  const auto on = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"run", file, "-l", "4, 1", "0=[1, 2, 30, 40]", "1=empty:4"};
    words.insert(words.end(), more.begin(), more.end());
    return call(words);
  };
  const auto pairs = on({"--cluster", "2"});
  EXPECT_EQ(pairs.code, exit_code::passed) << pairs.out << pairs.err;
  const auto alone = on({}); // the other block does not exist
  EXPECT_EQ(alone.code, exit_code::findings) << alone.out;
  EXPECT_NE(alone.out.find("rank 1 of a cluster of 1"), std::string::npos) << alone.out;
  const auto uneven = on({"--cluster", "3"});
  EXPECT_EQ(uneven.code, exit_code::usage) << uneven.out;
  EXPECT_NE(uneven.out.find("does not divide into clusters of 3 x 1 x 1"), std::string::npos) << uneven.err << uneven.out;
  for (const char* bad : {"0", "2,", "1,1,1,2", "-1", "x"}) EXPECT_EQ(on({"--cluster", bad}).code, exit_code::usage) << bad;
}

} // namespace
} // namespace fpcheck::cli
