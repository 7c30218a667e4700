// What reports say, word for word: each of these was once said in a way that helped nobody.
#include <fpcheck/base/number.hpp>
#include <fpcheck/session/hints.hpp>

#include "session.hpp"

#include <sys/stat.h>

#include <cstdlib>

namespace fpcheck::cli {
namespace {

using analysis::rule;

class words : public session {
protected:
  /// A module of one kernel `k(x, out)` whose body may use f32 f0.., f64 d0.., b32 r0.. and the addresses rx and ro. Line numbers of k.cu
  /// are given by `.loc 1 LINE 0`.
  std::string kernel(const std::string& body, const std::string& shared = "") const {
    write("k.cu", "extern \"C\" __global__ void k(const float* x, float* out) {\n  line two;\n  line three;\n  line four;\n}\n");
    return write("k.ptx", ".version 8.0\n.target sm_90\n.address_size 64\n.file 1 \"k.cu\"\n.visible .entry k(.param .u64 p0, .param .u64 p1)\n{\n"
                          "  .reg .pred p<4>;\n  .reg .f32 f<20>;\n  .reg .f64 d<20>;\n  .reg .b32 r<20>;\n  .reg .b64 rx;\n  .reg .b64 ro;\n  .reg .b64 t<4>;\n" + shared +
                              "  ld.param.u64 rx, [p0];\n  ld.param.u64 ro, [p1];\n  cvta.to.global.u64 rx, rx;\n  cvta.to.global.u64 ro, ro;\n" + body + "  ret;\n}\n");
  }
  outcome run(const std::string& file, std::vector<std::string> rest) const {
    rest.insert(rest.begin(), {"run", file});
    return call(rest);
  }
};

void expect_words(const outcome& r, const std::string& text) { EXPECT_NE(r.out.find(text), std::string::npos) << r.out << r.err; }
void expect_no_words(const outcome& r, const std::string& text) { EXPECT_EQ(r.out.find(text), std::string::npos) << r.out; }

TEST_F(words, a_shared_address_below_a_variable_is_negative_and_has_its_name) {
  const auto r = run(kernel("  mov.u32 r1, tile;\n  .loc 1 2 0\n  ld.shared.f32 f1, [r1+-56];\n  st.global.f32 [ro], f1;\n", "  .shared .align 4 .b8 tile[512];\n"),
                     {"-l", "<<<1, 1>>>", "0=[1]", "1=empty:1"});
  expect_words(r, "k.cu:2");
  expect_words(r, "at tile[-14], byte -56 of shared 'tile' (512 bytes)");
}

TEST_F(words, a_race_names_the_variable_and_the_other_access) {
  const std::string body = "  mov.u32 r1, %tid.x;\n  shl.b32 r2, r1, 2;\n  mov.u32 r3, tile;\n  add.u32 r4, r3, r2;\n  mov.f32 f1, 0f3F800000;\n"
                           "  cvt.rn.f32.u32 f1, r1;\n  .loc 1 2 0\n  st.shared.f32 [r4], f1;\n  sub.u32 r5, 252, r2;\n  add.u32 r6, r3, r5;\n"
                           "  .loc 1 3 0\n  ld.shared.f32 f2, [r6];\n  mul.wide.u32 t1, r1, 4;\n  add.u64 t2, ro, t1;\n  .loc 1 4 0\n  st.global.f32 [t2], f2;\n";
  const auto r = run(kernel(body, "  .shared .align 4 .b8 tile[256];\n"), {"-l", "<<<1, 64>>>", "0=[1]", "1=empty:64"});
  EXPECT_EQ(r.code, exit_code::findings);
  expect_words(r, " of shared 'tile' (256 bytes) is not ordered by a barrier; that access is in line ");
  expect_words(r, "at tile[");
}

TEST_F(words, lanes_of_one_warp_that_race_are_told_of_syncwarp) {
  const std::string body = "  mov.u32 r1, %tid.x;\n  shl.b32 r2, r1, 2;\n  mov.u32 r3, tile;\n  add.u32 r4, r3, r2;\n  cvt.rn.f32.u32 f1, r1;\n  .loc 1 2 0\n  st.shared.f32 [r4], f1;\n"
                           "  sub.u32 r5, 124, r2;\n  add.u32 r6, r3, r5;\n  .loc 1 3 0\n  ld.shared.f32 f2, [r6];\n  mul.wide.u32 t1, r1, 4;\n  add.u64 t2, ro, t1;\n  st.global.f32 [t2], f2;\n";
  const auto r = run(kernel(body, "  .shared .align 4 .b8 tile[128];\n"), {"-l", "<<<1, 32>>>", "0=[1]", "1=empty:32"});
  EXPECT_EQ(r.code, exit_code::findings) << r.out;
  expect_words(r, " of the same warp at tile[");
  expect_words(r, "hint: put a __syncwarp() between the accesses");
}

TEST_F(words, an_index_out_of_bounds_counts_elements_whatever_the_width_of_the_access) {
  const auto r = run(kernel("  .loc 1 2 0\n  ld.global.b32 r1, [rx+8];\n  st.global.b32 [ro], r1;\n"), {"-l", "<<<1, 1>>>", "0=randn:4:f16", "1=empty:2:f16"});
  EXPECT_EQ(r.code, exit_code::findings) << r.out;
  expect_words(r, "4-byte access 8 bytes into '0' of 8 bytes: 0[4] (block");
}

TEST_F(words, an_index_below_zero_is_one_of_the_buffer_behind_it) {
  const auto r = run(kernel("  .loc 1 2 0\n  ld.global.b32 r1, [ro+-12];\n  st.global.b32 [ro], r1;\n"), {"-l", "<<<1, 1>>>", "0=randn:4", "1=empty:2:f16"});
  EXPECT_EQ(r.code, exit_code::findings) << r.out;
  expect_words(r, "4-byte access 12 bytes before '1' of 4 bytes: 1[-6] (block");
  const auto first = run(kernel("  .loc 1 2 0\n  ld.global.b32 r1, [rx+-4];\n  st.global.b32 [ro], r1;\n"), {"-l", "<<<1, 1>>>", "0=randn:4", "1=empty:2"});
  expect_words(first, "4-byte access 4 bytes before '0' of 16 bytes: 0[-1] (block");
}

TEST_F(words, of_several_atomics_the_one_is_told_whose_order_matters) {
  const auto r = run(kernel("  mov.u32 r1, %ctaid.x;\n  .loc 1 2 0\n  atom.global.add.u32 r2, [ro], 1;\n  .loc 1 3 0\n  atom.global.exch.b32 r3, [ro+4], r1;\n"),
                     {"-l", "<<<4, 1>>>", "0=[1]", "1=inout:zeros:2:u32"});
  EXPECT_EQ(r.code, exit_code::findings) << r.out;
  expect_words(r, "[order-sensitive]");
  expect_words(r, "k.cu:3");
  expect_no_words(r, "k.cu:2");
}

TEST_F(words, what_a_test_did_not_do_stands_in_its_line) {
  const std::string file = kernel("  ld.global.b32 r1, [rx];\n  st.global.b32 [ro], r1;\n");
  write("fpcheck.toml", "[[case]]\nfile = \"k.ptx\"\nrun = \"<<<1, 1>>> 0=[1] 1=empty:1\"\n");
  const auto r = call({"test", "--config", path("fpcheck.toml")});
  EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
  const std::string first = r.out.substr(0, r.out.find('\n'));
  EXPECT_NE(first.find(" s, no floating-point operation was executed"), std::string::npos) << first;
  expect_words(run(file, {"-l", "<<<1, 1>>>", "0=[1]", "1=empty:1"}), "passed, no floating-point operation was executed\n");
}

/// A compiler that knows no host code: it fails where `main` is there, and gives the kernel's PTX where it is not.
TEST_F(words, host_code_that_does_not_compile_is_left_out_and_said_to_be) {
  const std::string file = write("k.cu", "#include \"gone.h\"\n// fpcheck: k <<<1, 1>>> x=[1] out=empty:1\n__global__ void k(const float* x, float* out) { out[0] = x[0]; }\nint main() { return old_call(); }\n");
  const std::string ptx = kernel("  .loc 1 3 0\n  ld.global.f32 f1, [rx];\n  st.global.f32 [ro], f1;\n");
  write("k.cu", "#include \"gone.h\"\n// fpcheck: k <<<1, 1>>> x=[1] out=empty:1\n__global__ void k(const float* x, float* out) { out[0] = x[0]; }\nint main() { return old_call(); }\n");
  const std::string script = write("nvcc", "#!/bin/sh\nf=fpcheck-source/k.cu\nfor a in \"$@\"; do case $a in kernel.cu) f=$a;; esac; done\n"
                                           "if grep -q gone.h $f; then echo 'fpcheck-source/k.cu:1:10: fatal error: gone.h: No such file or directory'; exit 1; fi\n"
                                           "if grep -q old_call $f; then echo 'fpcheck-source/k.cu(4): error: identifier \"old_call\" is undefined'; exit 1; fi\ncp " + ptx + " out.ptx\n");
  chmod(script.c_str(), 0755);
  setenv("FPCHECK_NVCC", script.c_str(), 1);
  const auto r = call({"run", file});
  const std::string device = write("d.cu", "// fpcheck: k <<<1, 1>>> x=[1] out=empty:1\n__global__ void k(const float* x, float* out) { out[0] = old_call(); }\n");
  write("nvcc", "#!/bin/sh\necho 'fpcheck-source/d.cu(2): error: identifier \"old_call\" is undefined'\nexit 1\n");
  const auto wrong = call({"run", device});
  setenv("FPCHECK_NVCC", "", 1);
  EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
  expect_words(r, "host code does not compile here and was left out, as were these headers: gone.h");
  EXPECT_EQ(wrong.code, exit_code::usage) << wrong.out;
  expect_words(wrong, "identifier \"old_call\" is undefined");
}

TEST_F(words, an_index_out_of_bounds_that_comes_from_a_float_tells_what_exact_arithmetic_gives) {
  const auto indexed = [&](const std::string& addend) {
    return kernel("  ld.global.f32 f1, [rx];\n  .loc 1 2 0\n  add.rn.f32 f2, f1, " + addend + ";\n  .loc 1 3 0\n  cvt.rzi.s32.f32 r1, f2;\n"
                  "  mul.wide.s32 t1, r1, 4;\n  add.s64 t2, ro, t1;\n  .loc 1 4 0\n  st.global.f32 [t2], f1;\n");
  };
  const auto wrong = run(indexed("0f40800000"), {"-l", "<<<1, 1>>>", "0=const(-1e-8):1", "1=empty:4"}); // 4
  EXPECT_EQ(wrong.code, exit_code::findings);
  expect_words(wrong, "k.cu:4");
  expect_words(wrong, "the index is from the float in line 3: 4 is rounded to 4, exact arithmetic rounds 3.99999999 to 3");
  const auto same = run(indexed("0f40C00000"), {"-l", "<<<1, 1>>>", "0=const(0.5):1", "1=empty:4"}); // 6
  EXPECT_EQ(same.code, exit_code::findings);
  expect_no_words(same, "is rounded to");
  const auto integer = run(kernel("  .loc 1 4 0\n  st.global.f32 [ro+16], f1;\n"), {"-l", "<<<1, 1>>>", "0=[1]", "1=empty:4"});
  EXPECT_EQ(integer.code, exit_code::findings);
  expect_no_words(integer, "the index is from");
}

TEST_F(words, what_is_not_modelled_names_its_instruction_line_and_where_to_look) {
  const std::string file = kernel("  .loc 1 2 0\n  tex.cube.v4.f32.f32 {f1, f2, f3, f4}, [rx, {f5, f6, f5, f5}];\n  st.global.f32 [ro], f1;\n");
  const auto r = run(file, {"-l", "<<<1, 1>>>", "0=[1]", "1=empty:1"});
  EXPECT_EQ(r.code, exit_code::incomplete);
  expect_words(r, "k.cu:2");
  expect_words(r, "'tex.cube.v4.f32.f32' is not modelled");
  expect_words(r, "fpcheck isa --check " + file + " lists all that it needs");
}

TEST_F(words, a_race_between_blocks_names_what_orders_blocks) {
  const std::string body = "  .loc 1 2 0\n  mov.u32 r1, %ctaid.x;\n  st.global.u32 [ro], r1;\n";
  const auto blocks = run(kernel(body), {"-l", "<<<2, 1>>>", "0=[1]", "1=empty:1"});
  EXPECT_EQ(blocks.code, exit_code::findings) << blocks.out;
  expect_words(blocks, "__syncthreads() does not order blocks: do the second part in another launch");
  expect_no_words(blocks, "put a __syncthreads() between");
  const std::string threads = "  .loc 1 2 0\n  mov.u32 r1, %tid.x;\n  st.global.u32 [ro], r1;\n";
  const auto warps = run(kernel(threads), {"-l", "<<<1, 64>>>", "0=[1]", "1=empty:1"});
  EXPECT_EQ(warps.code, exit_code::findings) << warps.out;
  expect_no_words(warps, "does not order blocks");
}

TEST_F(words, init_tells_what_keeps_a_file_from_compiling) {
  const std::string compiler = write("nvcc", "#!/bin/sh\necho 'fpcheck-source/k.cu:1:10: fatal error: mine.h: No such file or directory' >&2\nexit 1\n");
  chmod(compiler.c_str(), 0755);
  setenv("FPCHECK_NVCC", compiler.c_str(), 1);
  const std::string file = write("k.cu", "#include \"mine.h\"\n__global__ void k(const float* x, float* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i]; }\n");
  const auto r = call({"init", file});
  const auto flags = call({"init", file, "--nvcc", "-Iinclude"});
  unsetenv("FPCHECK_NVCC");
  EXPECT_EQ(r.code, exit_code::passed);
  expect_words(r, "// fpcheck: k <<<cdiv(n, 256), 256>>> x=randn:n y=empty:n n=256\n");
  EXPECT_NE(r.err.find("does not compile here, so its cases are guesses that no run has tried: "), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("k.cu:1:10: fatal error: mine.h: No such file"), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("--nvcc '-I DIR'"), std::string::npos) << r.err;
  expect_words(flags, "n=256 --nvcc '-Iinclude'\n");
}

TEST_F(words, addends_are_those_of_one_sum) {
  const auto r = run(std::string(FPCHECK_SOURCE_DIR) + "/tests/corpus/bugs/50_half_gemm.cu", {});
  expect_words(r, "a sum in binary16 takes ");
  expect_words(r, " addends in each of ");
}

TEST_F(words, an_error_is_a_number) {
  const std::string body = "  mov.f64 d1, 0d0000000000000000;\n  mov.f64 d2, 0d4008000000000000;\n  mul.rn.f64 d3, d1, d2;\n  st.global.f64 [ro], d3;\n";
  const auto r = run(kernel(body), {"-l", "<<<1, 1>>>", "0=[1]", "1=empty:1:f64"});
  EXPECT_EQ(r.code, exit_code::passed) << r.out;
  expect_words(r, "error at most 0 ulp");
  expect_no_words(r, "nan");
}

/// x * x - 2 beside its zero: no computation in binary32 is within thousands of ulps there, and this one is as good as any.
TEST_F(words, beside_a_zero_crossing_the_error_is_told_over_its_allowance) {
  const std::string body = "  ld.global.f32 f1, [rx];\n  .loc 1 2 0\n  mul.rn.f32 f2, f1, f1;\n  .loc 1 3 0\n  sub.rn.f32 f3, f2, 0f40000000;\n  .loc 1 4 0\n  st.global.f32 [ro], f3;\n";
  const auto r = run(kernel(body), {"-l", "<<<1, 1>>>", "0=[1.41421366]", "1=empty:1"});
  EXPECT_EQ(r.code, exit_code::passed) << r.out;
  expect_words(r, " of what is allowed (");
  expect_words(r, ", which is sensitive");
  expect_words(r, "100 % of it from line 2");
  const std::size_t at = r.out.find("error at most ");
  ASSERT_NE(at, std::string::npos);
  EXPECT_LE(std::stod(r.out.substr(at + 14)), 1.0) << r.out;
}

/// The accumulation rounds; the store does not: every report names the sum's line.
TEST_F(words, all_reports_name_the_line_that_made_a_mismatch) {
  const std::string body = "  ld.global.f32 f1, [rx];\n  .loc 1 2 0\n  add.rn.f32 f2, f1, 0f47800000;\n  .loc 1 3 0\n  sub.rn.f32 f3, f2, 0f477FFF00;\n  .loc 1 4 0\n  st.global.f32 [ro], f3;\n";
  const std::vector<std::string> rest{"-l", "<<<1, 1>>>", "0=[0.3]", "1=empty:1x1", "--ref", "1=@" + path("ref.npy"), "--tol", "1ulp"};
  tensor::array expected;
  expected.type = tensor::dtype::f32, expected.shape = {1, 1};
  const float value = 1.3f;
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  expected.data.assign(bytes, bytes + 4);
  ASSERT_TRUE(tensor::save(path("ref.npy"), expected));
  const std::string file = kernel(body);
  for (const std::string format : {"text", "json", "github", "markdown", "sarif", "junit"}) {
    auto arguments = rest;
    arguments.insert(arguments.end(), {"--format", format});
    const auto r = run(file, arguments);
    EXPECT_EQ(r.code, exit_code::findings) << r.out << r.err;
    const std::size_t at = r.out.find(format == "sarif" ? "\"startLine\": 2" : format == "json" ? "\"line\": 2" : format == "github" ? "line=2" : "k.cu:2");
    EXPECT_NE(at, std::string::npos) << format << r.out;
  }
  const auto r = run(file, rest);
  expect_words(r, "1[0, 0] = "); // row and column
  expect_words(r, " where ");
  expect_words(r, " is allowed)");
}

TEST_F(words, numbers_are_told_to_the_digit_where_they_differ) {
  EXPECT_EQ(apart(231.782, 231.783).second, "231.783");
  EXPECT_EQ(apart(231.78200001, 231.782).first, "231.78200001");
  EXPECT_EQ(apart(231.78200001, 231.782).second, "231.782");
  EXPECT_EQ(apart(1.0, 1.0).first, "1");
  EXPECT_NE(apart(1.0, 1.0 + 0x1p-52).first, apart(1.0, 1.0 + 0x1p-52).second);
}

TEST_F(words, hints_follow_how_the_line_is_written) {
  const auto has = [](rule r, const char* line, const char* hint) {
    const auto found = fpcheck::session::hint_for(r, line);
    EXPECT_TRUE(found && found->find(hint) != std::string::npos) << line << ": " << found.value_or("no hint");
  };
  has(rule::inaccurate, "  y[i] = logf(1.0f + x[i]);", "log1p");
  has(rule::absorption, "float t = log(x * 2 + 1.0);", "log1p");
  has(rule::cancellation, "y = expf(x) - 1.f;", "expm1");
  has(rule::cancellation, "y = (exp(a * (b + c)) - 1) / a;", "expm1");
  has(rule::overflow, "p[i] = __expf(s[i]);", "subtract the maximum");
  has(rule::inf_born, "sum += expf(x[i]);", "subtract the maximum");
  has(rule::nan_born, "p = expf(x) / sum;", "subtract the maximum");
  has(rule::cancellation, "variance[blockIdx.x] = squares[0] / C - mean * mean;", "two-pass or Welford");
  has(rule::cancellation, "d = a * a - b * b;", "(a - b) * (a + b)");
  has(rule::cancellation, "det = m[0] * m[3] - m[1] * m[2];", "difference of products");
  has(rule::cancellation, "y = sqrtf(x + 1) - sqrtf(x);", "sqrt(a) + sqrt(b)");
  has(rule::cancellation, "y = 1.0f - cosf(x);", "sin(x / 2)");
  has(rule::absorption, "acc += a[k] * b[k];", "compensated (Kahan)");
  has(rule::absorption, "atomicAdd(out, v);", "compensated (Kahan)");
  EXPECT_FALSE(fpcheck::session::hint_for(rule::race, "acc += a[k];"));
  EXPECT_FALSE(fpcheck::session::hint_for(rule::cancellation, "y = a - b;"));
  EXPECT_FALSE(fpcheck::session::hint_for(rule::cancellation, "y = a - b; // exp(x) - 1"));
  EXPECT_FALSE(fpcheck::session::hint_for(rule::cancellation, "y = exp(x) - 1.5;"));
  EXPECT_FALSE(fpcheck::session::hint_for(rule::cancellation, std::string(1 << 20, '(')));
}

TEST_F(words, a_sum_is_called_what_it_is) {
  // 1 + x, and then - 1 by adding: what is left of x is the first sum's rounding.
  const std::string body = "  ld.global.f32 f1, [rx];\n  .loc 1 2 0\n  add.rn.f32 f2, f1, 0f3F800000;\n  .loc 1 3 0\n  add.rn.f32 f3, f2, 0fBF800000;\n  mul.rn.f32 f4, f3, f1;\n  .loc 1 4 0\n  st.global.f32 [ro], f4;\n";
  const auto r = run(kernel(body), {"-l", "<<<1, 1>>>", "0=[1e-5]", "1=empty:1"});
  EXPECT_EQ(r.code, exit_code::findings) << r.out;
  expect_words(r, "an addition of opposite signs here");
  expect_no_words(r, "subtraction here");
}

TEST_F(words, fpcheck_alone_and_with_a_file_says_how_to_begin) {
  const auto bare = call({});
  EXPECT_EQ(bare.code, exit_code::usage);
  expect_words(bare, "fpcheck run kernel.cu");
  const auto file = call({"kernel.cu"});
  EXPECT_EQ(file.code, exit_code::usage);
  EXPECT_NE(file.err.find("fpcheck run kernel.cu runs its cases"), std::string::npos) << file.err;
  const auto help = call({"run", "--help"});
  for (const char* text : {"spent: incomplete (300)", "spent: incomplete (2^36)"}) expect_words(help, text);
}

TEST_F(words, init_writes_cases_into_the_file_once) {
  const std::string text = "#include <cuda_fp16.h>\n\ntemplate <class T>\n__global__ void twice(const T* x, T* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = 2 * x[i]; }\n"
                           "// fpcheck: other <<<1, 32>>> y=empty:32\n__global__ void other(float* y) { y[threadIdx.x] = 1; }\n";
  const std::string file = write("k.cu", text);
  expect_words(call({"init", file}), "// other has a case in line 5");
  const auto first = call({"init", file, "--write"});
  EXPECT_EQ(first.code, exit_code::passed) << first.err;
  const std::string written = *tensor::read_bytes(file);
  EXPECT_NE(written.find("\n\n// fpcheck: twice<float> --instantiate 'twice<float>' <<<cdiv(n, 256), 256>>> x=randn:n y=empty:n n=256\ntemplate <class T>\n__global__ void twice"), std::string::npos) << written;
  EXPECT_EQ(written.find("fpcheck: other", written.find("fpcheck: other") + 1), std::string::npos) << written;
  expect_words(call({"init", file, "--write"}), "nothing to write");
  EXPECT_EQ(*tensor::read_bytes(file), written);
}

TEST_F(words, terms_are_explained) {
  for (const char* term : {"excess", "kappa", "ball", "near-tie", "allowance", "ulp", "certified", "lineage", "undecided"}) {
    const auto r = call({"explain", term});
    EXPECT_EQ(r.code, exit_code::passed) << term;
    EXPECT_GT(r.out.size(), 80u) << r.out;
    EXPECT_TRUE(r.out.starts_with(std::string(term) + ": ")) << r.out;
    EXPECT_EQ(r.out.find("\n## "), std::string::npos) << r.out;
    expect_words(call({"explain"}), term);
  }
  const auto wrong = call({"explain", "kapa"});
  EXPECT_EQ(wrong.code, exit_code::usage);
  EXPECT_NE(wrong.err.find("did you mean 'kappa'?"), std::string::npos) << wrong.err;
  EXPECT_EQ(call({"help", "launches"}).code, exit_code::passed);
  expect_words(call({"help"}), "launches");
  expect_words(call({"help", "run"}), "--seed");
  EXPECT_NE(call({"help", "launchs"}).err.find("did you mean 'launches'?"), std::string::npos);
}

} // namespace
} // namespace fpcheck::cli
