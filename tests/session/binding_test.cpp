#include <fpcheck/session/binding.hpp>
#include <fpcheck/ptx/parse.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace fpcheck::session {
namespace {

const std::string ptx_text = R"(.version 8.0
.target sm_90
.address_size 64
.const .align 4 .b8 coef[16];
.global .align 4 .u32 counter;
.visible .entry plain(.param .u64 plain_param_0, .param .u64 plain_param_1, .param .u32 plain_param_2,
  .param .u32 plain_param_3, .param .f32 plain_param_4) { ret; }
.visible .entry _Z11with_struct6paramsPd(.param .align 16 .b8 _Z11with_struct6paramsPd_param_0[64],
  .param .u64 _Z11with_struct6paramsPd_param_1) { ret; }
.visible .entry _Z9templatedIdLi4EEvPKT_PS0_m(.param .u64 a, .param .u64 b, .param .u64 c) .maxntid 256, 1, 1 { ret; }
)";
const std::string source_text = R"(struct inner { char c; double d; };
struct params { float scale; int n; const float* data; int v[3]; inner in; float4 f; };
extern "C" __global__ void plain(const float* __restrict__ inp, float* out, int N, int C, float eps) {}
__global__ void with_struct(params p, double* y) {}
template <typename T, int B> __global__ void templated(const T* x, T* y, size_t n) {}
)";

class arguments : public ::testing::Test {
protected:
  result<exec::run_request> bind(const std::string& line, const launch::source_signatures& signatures) {
    const auto comments = launch::scan_comments("// fpcheck: " + line, "k.cu");
    if (!comments) return tl::unexpected(comments.error());
    return bind_arguments(comments->cases.at(0), {module_, signatures, "", 3, nullptr, references_});
  }
  result<exec::run_request> bind(const std::string& line) { return bind(line, signatures_); }
  std::string error(const std::string& line) {
    const auto out = bind(line);
    return out ? "no error" : out.error().text();
  }

  ptx::module module_ = [] {
    auto m = ptx::parse(ptx_text, "k.ptx");
    if (!m) ADD_FAILURE() << m.error().text();
    return m.value_or(ptx::module{});
  }();
  launch::source_signatures signatures_ = launch::scan_signatures(source_text, "k.cu");
  std::vector<std::string> references_;
};

template <class T>
T at(const exec::argument& a, std::size_t offset = 0) {
  T out;
  std::memcpy(&out, a.bytes.data() + offset, sizeof out);
  return out;
}

TEST_F(arguments, by_name_with_dimensions) {
  const auto r = bind("plain <<<cdiv(N*C, 128), 128, 4*N>>> inp=randn:NxC out=empty:NxC N=4 C=100 eps=0.1");
  ASSERT_TRUE(r) << r.error().text();
  ASSERT_EQ(r->buffers.size(), 2u);
  EXPECT_EQ(r->buffers[0].name, "inp");
  EXPECT_EQ(r->buffers[0].type, tensor::dtype::f32);
  EXPECT_EQ(r->buffers[0].shape, (std::vector<std::uint64_t>{4, 100}));
  EXPECT_EQ(r->buffers[0].data.size(), 1600u);
  EXPECT_EQ(r->buffers[0].generator, "randn:NxC seed 3");
  EXPECT_EQ(r->buffers[1].role, exec::buffer_role::output);
  const exec::launch& l = r->launches.at(0);
  EXPECT_EQ(l.kernel, "plain");
  EXPECT_EQ(l.grid, (exec::dim3{4, 1, 1}));
  EXPECT_EQ(l.dynamic_shared, 16u);
  EXPECT_EQ(l.arguments[1].pointers.at(0).buffer, 1u);
  EXPECT_EQ(at<int>(l.arguments[2]), 4);
  EXPECT_EQ(at<float>(l.arguments[4]), 0.1f);
  EXPECT_EQ(l.arguments[4].bytes.size(), 4u);
}

TEST_F(arguments, by_position_without_source) {
  const auto r = bind("plain <<<1, (16, 16)>>> 0=[1, 2, 3] 1=empty:3:f64 2=-4 3=0xffffffff 4=0x1p-3", {});
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_EQ(r->buffers[0].type, tensor::dtype::f32);
  EXPECT_EQ(r->buffers[1].type, tensor::dtype::f64);
  EXPECT_EQ(r->launches[0].block, (exec::dim3{16, 16, 1}));
  EXPECT_EQ(at<int>(r->launches[0].arguments[2]), -4);
  EXPECT_EQ(at<float>(r->launches[0].arguments[4]), 0.125f);
}

TEST_F(arguments, structs_by_field) {
  const auto r = bind("with_struct<<<1, 1>>> p.scale=2 p.n=1 p.data=ones:8 p.v=[7, 8, 9] p.in.c=1 p.in.d=0.5 p.f=[1, "
                      "2, 3, 4] y=empty:1");
  ASSERT_TRUE(r) << r.error().text();
  const exec::argument& p = r->launches[0].arguments[0];
  ASSERT_EQ(p.bytes.size(), 64u);
  EXPECT_EQ(at<float>(p), 2);
  EXPECT_EQ(at<int>(p, 20), 8);
  EXPECT_EQ(at<double>(p, 40), 0.5);
  EXPECT_EQ(at<float>(p, 60), 4);
  ASSERT_EQ(p.pointers.size(), 1u);
  EXPECT_EQ(p.pointers[0].offset, 8u);
  EXPECT_EQ(r->buffers[1].type, tensor::dtype::f64);
  const auto raw = bind("with_struct<<<1, 1>>> 0.0=2:f32 0.8=ones:8 1=empty:1:f64", {});
  ASSERT_TRUE(raw) << raw.error().text();
  EXPECT_EQ(raw->launches[0].arguments[0].pointers[0].offset, 8u);
  EXPECT_NE(error("with_struct<<<1, 1>>> p.scale=2 y=empty:1").find("field 'n' of 'p' (params) has no value"),
            std::string::npos);
  EXPECT_NE(error("with_struct<<<1, 1>>> p.scael=2 y=empty:1").find("did you mean 'p.scale'?"), std::string::npos);
}

TEST_F(arguments, templates_take_types_from_the_mangled_name) {
  const auto r = bind("templated<double,4> <<<1, 256>>> x=randn:8 y=empty:8 n=8");
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_EQ(r->buffers[0].type, tensor::dtype::f64);
  EXPECT_EQ(r->launches[0].arguments[2].bytes.size(), 8u);
  EXPECT_NE(error("templated<<<1, 512>>> x=randn:8 y=empty:8 n=8").find("allow 256 threads"), std::string::npos);
}

TEST_F(arguments, aliases_symbols_and_roles) {
  const auto r =
      bind("plain <<<1, 1>>> inp=randn:128 out=inp+64 N=1 C=1 eps=1e-5 sym:coef=[1,2,3,4]:f32 sym:counter=7");
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_EQ(r->buffers.size(), 1u);
  EXPECT_EQ(r->launches[0].arguments[1].pointers[0].addend, 256);
  ASSERT_EQ(r->launches[0].symbols.size(), 2u);
  EXPECT_EQ(r->launches[0].symbols[0].bytes.size(), 16u);
  const auto both = bind("plain <<<1, 1>>> inp=null out=inout:zeros:4 N=1 C=1 eps=0");
  ASSERT_TRUE(both) << both.error().text();
  EXPECT_EQ(both->buffers[0].role, exec::buffer_role::inout);
  EXPECT_TRUE(both->launches[0].arguments[0].pointers.empty());
}

TEST_F(arguments, launch_sequences_share_buffers) {
  const auto comments = launch::scan_comments("// fpcheck: plain <<<1, 4>>> inp=randn:N out=empty:N N=4 C=1 eps=0\n//  "
                                      "fpcheck+ plain <<<2, 2>>> inp=out out=empty:N eps=1\n",
                                      "k.cu");
  ASSERT_TRUE(comments) << comments.error().text();
  const auto r = bind_arguments(comments->cases.at(0), {module_, signatures_, "", 0});
  ASSERT_TRUE(r) << r.error().text();
  ASSERT_EQ(r->launches.size(), 2u);
  EXPECT_EQ(r->buffers.size(), 3u);
  EXPECT_EQ(r->launches[1].arguments[0].pointers[0].buffer, 1u);
  EXPECT_EQ(r->launches[1].arguments[1].pointers[0].buffer, 2u);
  EXPECT_EQ(at<int>(r->launches[1].arguments[2]), 4);
}

TEST_F(arguments, what_only_a_reference_names_is_bound_for_it) {
  const std::string line = "plain <<<1, 4>>> inp=randn:4 out=empty:4 N=1 C=4 eps=0 want=[1, 2, 3, 4]:f32 scale=0.5";
  EXPECT_NE(error(line).find("'want' is neither a parameter"), std::string::npos) << error(line);
  references_ = {"wanted * scaled"};
  EXPECT_NE(error(line).find("'want' is neither a parameter"), std::string::npos) << error(line);
  references_ = {"want * scale"};
  const auto r = bind(line);
  ASSERT_TRUE(r) << r.error().text();
  ASSERT_EQ(r->buffers.size(), 3u);
  EXPECT_EQ(r->buffers[0].name, "want");
  EXPECT_EQ(r->buffers[0].shape, (tensor::shape{4}));
  EXPECT_EQ(r->buffers[0].type, tensor::dtype::f32);
}

TEST_F(arguments, rows_of_a_list_are_its_shape) {
  const auto r = bind("plain <<<1, 4>>> inp=[[1, 2, 3], [4, 5, -6]] out=empty:2x3 N=2 C=3 eps=0");
  ASSERT_TRUE(r) << r.error().text();
  const auto& given = r->buffers.at(0);
  EXPECT_EQ(given.shape, (tensor::shape{2, 3}));
  ASSERT_EQ(given.data.size(), 24u);
  float last = 0;
  std::memcpy(&last, given.data.data() + 20, 4);
  EXPECT_EQ(last, -6);
}

TEST_F(arguments, numbers_that_only_a_reference_reads_are_those_written) {
  references_ = {"want"};
  const auto r = bind("plain <<<1, 4>>> inp=randn:4 out=empty:4 N=1 C=4 eps=0 want=[3224256585, 0.1, -7, 16777217]");
  ASSERT_TRUE(r) << r.error().text();
  ASSERT_EQ(r->buffers[0].type, tensor::dtype::f64);
  std::vector<double> got(4);
  std::memcpy(got.data(), r->buffers[0].data.data(), 32);
  EXPECT_EQ(got, (std::vector<double>{3224256585.0, 0.1, -7.0, 16777217.0}));
}

TEST_F(arguments, errors_have_a_place_and_a_way_out) {
  EXPECT_EQ(error("plain <<<1, 4>>> inpt=randn:4 out=empty:4 N=1 C=4 eps=0"),
            "k.cu:1:30: error: 'inpt' is neither a parameter of plain nor a dimension that is used\n"
            "  // fpcheck: plain <<<1, 4>>> inpt=randn:4 out=empty:4 N=1 C=4 eps=0\n"
            "                               ^\n"
            "  hint: did you mean 'inp'?\n");
  const std::pair<const char*, const char*> cases[] = {
      {"plian <<<1, 4>>>", "did you mean 'plain'?"},
      {"plain inp=randn:4", "needs a grid and a block"},
      {"plain <<<1>>>", "a launch is written <<<GRID, BLOCK>>>"},
      {"plain <<<1, 2000>>>", "at most 1024 threads"},
      {"plain <<<0, 1>>>", "an extent must be between 1"},
      {"plain <<<M, 1>>>", "no dimension is called 'M'"},
      {"plain <<<1, 1>>> inp=rnadn:4", "did you mean 'randn'?"},
      {"plain <<<1, 1>>> inp=randn", "randn needs a shape"},
      {"plain <<<1, 1>>> inp=randn:4:f33", "did you mean 'f32'?"},
      {"plain <<<1, 1>>> inp=randn:4:bf16", "inp is const float* __restrict__, but the value says bf16"},
      {"plain <<<1, 1>>> inp=uniform(1,2,3):4", "uniform takes at most 2 parameters, not 3"},
      {"plain <<<1, 1>>> inp=@/nowhere.npy", "/nowhere.npy: no such file"},
      {"plain <<<1, 1>>> inp=randn:4 inp=randn:4", "'inp' is given twice"},
      {"plain <<<1, 1>>> inp=randn:4 out=empty:4 N=1 C=2", "parameter 'eps' (float) has no value"},
      {"plain <<<1, 1>>> inp=randn:4 out=empty:4 N=0.5 C=2 eps=0", "'0.5' is no integer"},
      {"plain <<<1, 1>>> inp=randn:4 out=empty:4 N=1 C=2 eps=1/2", "would lose its fraction"},
      {"plain <<<1, 1>>> inp=randn:4 out=5 N=1 C=2 eps=1", "'5' is no buffer"},
      {"plain <<<1, 1>>> inp=randn:4 out=empty:4 N=1 C=2 eps=zeros:4", "is no pointer and takes a number"},
      {"plain <<<1, 1>>> inp=randn:99999999999x4", "larger than 64 GiB"},
      {"plain <<<1, 1>>> inp=[1,2,3]:2x2", "the list has 3 elements"},
      {"plain <<<1, 1>>> inp=[[1,2],[3]]", "a row of 1 after one of 2"},
      {"plain <<<1, 1>>> inp=[1,[2]]", "rows and numbers stand side by side"},
      {"plain <<<1, 1>>> inp=[[[1]],[2]]", "rows and numbers stand side by side"},
      {"plain <<<1, 1>>> inp=[[1,2],[3,4]", "never closed"},
      {"plain <<<1, 1>>> inp=[[[[[[[[[1]]]]]]]]]", "nested at most 8 deep"},
      {"plain <<<1, 1>>> sym:coeff=1 inp=null out=null N=1 C=1 eps=1", "did you mean 'sym:coef'?"},
      {"plain <<<1, 1>>> sym:coef=1 inp=null out=null N=1 C=1 eps=1", "write it: 1:f32"},
      {"plain <<<1, 1>>> --tol", "the option --tol needs a value"},
      {"plain <<<1, 1>>> stray", "'stray' is neither NAME=VALUE nor an option"},
      {"plain <<<1, 1>>> x=@", ""}};
  for (const auto& [line, expected] : cases) {
    const std::string text = error(line);
    EXPECT_NE(text.find(expected), std::string::npos) << line << "\n" << text;
    EXPECT_NE(text, "no error") << line;
  }
}

TEST_F(arguments, source_and_ptx_must_agree) {
  const auto other = launch::scan_signatures("extern \"C\" __global__ void plain(const float* a, float* b) {}", "k.cu");
  const auto r = bind("plain <<<1, 1>>> a=null b=null", other);
  ASSERT_FALSE(r);
  EXPECT_EQ(r.error().hint, "is the PTX older than the source?");
}

TEST(comments, cases_suppressions_and_options) {
  const auto c =
      launch::scan_comments("int x; // fpcheck: allow cancellation it's (fine\n  // fpcheck: allow race same value\n"
                    "// fpcheck: k <<<1, 2>>> a=1 --nvcc '-ftz=true -O1' \\\n//   b=2 --tol=2ulp ref=softmax(a, 1)\n"
                    "/* */ // fpcheck: k2 <<<3, 4>>>\n",
                    "k.cu");
  ASSERT_TRUE(c) << c.error().text();
  ASSERT_EQ(c->suppressions.size(), 2u);
  EXPECT_EQ(c->suppressions[0].line, 1u);
  EXPECT_EQ(c->suppressions[0].reason, "it's (fine");
  EXPECT_EQ(c->suppressions[1].line, 3u);
  ASSERT_EQ(c->cases.size(), 2u);
  ASSERT_EQ(c->cases[0].options.size(), 3u);
  EXPECT_EQ(c->cases[0].options[0].value.text, "-ftz=true -O1");
  EXPECT_EQ(c->cases[0].options[1].name.text, "tol");
  EXPECT_EQ(c->cases[0].options[2].name.text, "ref");
  EXPECT_EQ(c->cases[0].launches[0].assignments.size(), 2u);
  EXPECT_FALSE(launch::scan_comments("// fpcheck+ k <<<1,1>>>", "k.cu"));
  EXPECT_FALSE(launch::scan_comments("// fpcheck: allow race", "k.cu"));
  EXPECT_FALSE(launch::scan_comments("// fpcheck:", "k.cu"));
  EXPECT_EQ(launch::scan_comments("// fpchecked: no", "k.cu")->cases.size(), 0u);
}

} // namespace
} // namespace fpcheck::session
