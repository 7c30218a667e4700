// What `fpcheck init` makes of a stranger's kernel.
#include "session.hpp"

#include <sys/stat.h>

#include <regex>
#include <tuple>

namespace fpcheck::cli {
namespace {

TEST_F(session, init_reads_headers_and_host_code_beside_the_file) {
  write("sizes.h", "constexpr int lanes = 32, kWarps = 8;\n#define SIDE 48\n");
  write("main.cpp", "#include \"sizes.h\"\nint main() { dim3 block(lanes, kWarps); k<<<2, block>>>(y, SIDE); }\n");
  write("stranger.cpp", "int main() { another<<<1, 1024>>>(y); }\n");
  const std::string file = write("k.cu", "#include \"sizes.h\"\n__global__ void k(float* y, int n) { y[threadIdx.y * lanes + threadIdx.x] = n; }\n__global__ void rest(float* y) { y[threadIdx.y * kWarps + threadIdx.x] = 1; }\n");
  const auto r = call({"init", file});
  EXPECT_NE(r.out.find("// fpcheck: k <<<2, (32, 8)>>> y=empty:n n=48\n"), std::string::npos) << r.out << r.err;
  EXPECT_NE(r.out.find("// fpcheck: rest <<<cdiv(N, 32), (32, 8)>>>"), std::string::npos) << r.out << r.err;
}

TEST_F(session, a_kernel_of_two_of_one_name_has_its_own_types) {
  const std::string entry = R"(.visible .entry _Z1kPKTPT(.param .u64 p0, .param .u64 p1)
{
  .reg .TYPE %v; .reg .b32 %t; .reg .b64 %a, %b, %o;
  ld.param.u64 %a, [p0]; ld.param.u64 %b, [p1]; cvta.to.global.u64 %a, %a; cvta.to.global.u64 %b, %b;
  mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, BYTES; add.s64 %a, %a, %o; add.s64 %b, %b, %o;
  ld.global.TYPE %v, [%a]; add.rn.TYPE %v, %v, %v; st.global.TYPE [%b], %v; ret;
}
)";
  std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n";
  for (const auto& [code, type, bytes] : {std::tuple("f", "f32", "4"), std::tuple("d", "f64", "8")})
    text += std::regex_replace(std::regex_replace(std::regex_replace(entry, std::regex("PKTPT"), std::string("PK") + code + "P" + code), std::regex("TYPE"), type), std::regex("BYTES"), bytes);
  const std::string script = write("nvcc", "#!/bin/sh\ncp " + write("both.ptx", text) + " out.ptx\n");
  chmod(script.c_str(), 0755);
  setenv("FPCHECK_NVCC", script.c_str(), 1);
  const std::string file = write("k.cu", "__global__ void k(const float* x, float* y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }\n__global__ void k(const double* x, double* y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }\n");
  const auto cases = call({"init", file, "--write"});
  const auto r = call({"run", file});
  setenv("FPCHECK_NVCC", "", 1);
  const std::string written = *tensor::read_bytes(file);
  EXPECT_NE(written.find("// fpcheck: _Z1kPKfPf <<<"), std::string::npos) << written << cases.err;
  EXPECT_NE(written.find("// fpcheck: _Z1kPKdPd <<<"), std::string::npos) << written << cases.err;
  EXPECT_EQ(r.code, exit_code::passed) << r.out << r.err;
  EXPECT_NE(r.out.find("y: 256 f32, all certified"), std::string::npos) << r.out;
  EXPECT_NE(r.out.find("y: 256 f64, all certified"), std::string::npos) << r.out;
}

TEST_F(session, a_case_that_its_own_run_refuses_is_no_case) {
  const std::string ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p0, .param .align 4 .b8 p1[12]) { ret; }\n";
  const std::string script = write("nvcc", "#!/bin/sh\ncp " + write("k.ptx", ptx) + " out.ptx\n");
  chmod(script.c_str(), 0755);
  setenv("FPCHECK_NVCC", script.c_str(), 1);
  const std::string file = write("k.cu", "struct pair { int a, b; };\nextern \"C\" __global__ void k(float* y, pair p) { y[p.a] = p.b; }\n");
  const auto first = call({"init", file, "--write"});
  const std::string once = *tensor::read_bytes(file);
  const auto again = call({"init", file, "--write"});
  setenv("FPCHECK_NVCC", "", 1);
  EXPECT_NE(once.find("// k: a first case of it cannot be run (parameter p of k (pair) has 12 bytes in the PTX); mend it: k <<<"), std::string::npos) << once << first.err;
  EXPECT_EQ(once.find("// fpcheck:"), std::string::npos) << once;
  EXPECT_EQ(*tensor::read_bytes(file), once) << again.err;
}

TEST_F(session, a_grid_has_whole_clusters) {
  const std::string ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p0)\n.explicitcluster\n.reqnctapercluster 8, 1, 1\n{\n  .reg .b32 %t, %b, %n; .reg .b64 %a, %o;\n"
                          "  ld.param.u64 %a, [p0]; cvta.to.global.u64 %a, %a; mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mov.u32 %n, %ntid.x; mad.lo.u32 %t, %b, %n, %t;\n"
                          "  mul.wide.u32 %o, %t, 4; add.s64 %a, %a, %o; st.global.u32 [%a], %t; ret;\n}\n";
  const std::string script = write("nvcc", "#!/bin/sh\ncp " + write("k.ptx", ptx) + " out.ptx\n");
  chmod(script.c_str(), 0755);
  setenv("FPCHECK_NVCC", script.c_str(), 1);
  const auto r = call({"init", write("k.cu", "extern \"C\" __global__ void __cluster_dims__(8, 1, 1) k(int* y) { y[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n")});
  setenv("FPCHECK_NVCC", "", 1);
  EXPECT_NE(r.out.find("// fpcheck: k <<<cdiv(cdiv(N, 256), 8) * 8, 256>>>"), std::string::npos) << r.out << r.err;
}

TEST_F(session, what_the_host_code_sets_to_zero_is_zero_where_other_data_race) {
  const std::string ptx = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p0, .param .u64 p1)
{
  .reg .pred %p; .reg .b32 %t, %v; .reg .b64 %a, %b, %o;
  ld.param.u64 %a, [p0]; ld.param.u64 %b, [p1]; cvta.to.global.u64 %a, %a; cvta.to.global.u64 %b, %b;
  mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.s64 %a, %a, %o; ld.global.u32 %v, [%a];
  setp.eq.s32 %p, %v, 0; @%p bra done; st.global.u32 [%b], %t;
done: ret;
}
)";
  const std::string script = write("nvcc", "#!/bin/sh\ncp " + write("k.ptx", ptx) + " out.ptx\n");
  chmod(script.c_str(), 0755);
  setenv("FPCHECK_NVCC", script.c_str(), 1);
  const std::string kernel = "extern \"C\" __global__ void k(const int* x, int* y) { if (x[threadIdx.x] != 0) *y = threadIdx.x; }\n", zero = "int main() { cudaMemset(a, 0, 256); k<<<1, 64>>>(a, b); ";
  const auto alone = call({"init", write("k.cu", kernel + zero + "}\n")});
  const auto filled = call({"init", write("k.cu", kernel + zero + "fill<<<1, 64>>>(a); }\n")});
  setenv("FPCHECK_NVCC", "", 1);
  EXPECT_NE(alone.out.find(" x=zeros:"), std::string::npos) << alone.out << alone.err;
  EXPECT_EQ(filled.out.find(" x=zeros:"), std::string::npos) << filled.out << filled.err;
}

TEST_F(session, init_fills_every_kind_of_parameter) {
  const std::pair<const char*, const char*> kernels[] = {
      {"__global__ void k(const __half* x, __nv_bfloat16* y, int n) {}", "k <<<cdiv(n, 256), 256>>> x=randn:n y=empty:n n=256"},
      {"extern \"C\" __global__ void k(float const* const x, float y[], size_t n) {}", "k <<<cdiv(n, 256), 256>>> x=randn:n y=empty:n n=256"},
      {"struct p { float a; int n; bool on; const float* in; float* out; };\n__global__ void k(p q) {}",
       "k <<<cdiv(N, 256), 256>>> N=256 q.a=1.0 q.n=256 q.on=1 q.in=randn:N q.out=empty:N"},
      {"__global__ void k(const unsigned char* in, unsigned* out, signed char shift, float eps = 1e-6f, bool relu = false) {}",
       "k <<<cdiv(N, 256), 256>>> N=256 in=randint(0,255):N out=empty:N shift=127 eps=1e-5 relu=1"},
      {"__global__ void k(const float4* in, float4* out, float2 ab) {}", "k <<<cdiv(N, 256), 256>>> N=256 in=randn:Nx4 out=empty:Nx4 ab=[1.0, 1.0]"},
      {"template <typename T, int B, bool F>\n__global__ void k(const T* in, T* out, T alpha) {}",
       "k<float,128,true> --instantiate 'k<float,128,true>' <<<cdiv(N, 256), 256>>> N=256 in=randn:N out=empty:N alpha=1.0"},
      {"template <typename T, int B>\n__global__ void k(const T* in, T* out) {}\ntemplate __global__ void k<float, 64>(const float*, float*);",
       "k<float,64> <<<cdiv(N, 256), 256>>> N=256 in=randn:N out=empty:N"},
      {"template <class T>\n__global__ void k(const T* in, T* out) {}\nvoid f(float* p) { k<float><<<1, 32>>>(p, p); }", "k<float> <<<1, 32>>> N=256 in=randn:N out=empty:N"},
      // What the host code says of the launch: constants, dim3, template arguments, dynamic shared memory.
      {"#define RADIUS 3\n#define THREADS (1 << 6)\n__global__ void k(const float* x, float* y, int n) { __shared__ float t[THREADS + 2 * RADIUS]; int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = t[0]; }\n"
       "int main() { k<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, y, n); }", "k <<<cdiv(n, 64), 64>>> x=randn:n y=empty:n n=256"},
      {"__global__ void k(const float* x, float* y, int h, int w) {\n  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;\n"
       "  if (i < h && j < w) y[i * w + j] = x[i * w + j];\n}\nint main() { const int wide = 8 * 4; dim3 block(wide, 4); k<<<grid, block>>>(x, y, 100, 100); }",
       "k <<<(cdiv(w, 32), cdiv(h, 4)), (32, 4)>>> x=randn:h y=empty:h h=100 w=100"},
      {"template <int B, class T>\n__global__ void k(const T* in, T* out) { extern __shared__ T s[]; out[threadIdx.x] = in[0]; }\nconstexpr int per = 96;\nint main() { k<per / 2, float><<<1, per, per * sizeof(float)>>>(a, b); }",
       "k<48,float> --instantiate 'k<48,float>' <<<1, 96, 384>>> N=256 in=randn:N out=empty:N"},
      {"__global__ void k(int* counts, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; while (i < n) { counts[i]++; i += gridDim.x * blockDim.x; } }",
       "k <<<cdiv(n, 256), 256>>> counts=inout:zeros:n n=256"},
      {"__global__ void k(const float* p, const int* at, float* y, int B, int V) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < B) y[i] = p[i * V + at[i]]; }",
       "k <<<cdiv(B, 256), 256>>> p=randn:B at=randint(0,32):B y=empty:B B=32 V=64"},
      {"__global__ void k(int* counts, float* y, float* z, const int* at, int n) { atomicAdd(&counts[at[0]], 1); y[0] += 1; z[0] = 2.f * z[0]; }",
       "k <<<cdiv(n, 256), 256>>> counts=inout:zeros:n y=inout:randn:n z=inout:randn:n at=randint(0,256):n n=256"},
      {"__global__ void k(const float* x, float* y, int n) { y[0] = x[0]; if (y == nullptr) return; }\n__global__ void other(float* y) { y[0] += 1; }",
       "k <<<cdiv(n, 256), 256>>> x=randn:n y=empty:n n=256"},
      {"__global__ void k(const float* x, float* y, int C) { float s = 0; for (int c = threadIdx.x; c < C; c += 128) s += x[blockIdx.x * C + c]; y[blockIdx.x] = s; }",
       "k <<<R, 256>>> R=4 x=randn:RxC y=empty:R C=256"},
      {"__global__ void k(const float* x, float* y, int h, int w) {\n  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;\n"
       "  if (i < h && j < w) y[i * w + j] = x[i * w + j];\n}",
       "k <<<(cdiv(w, 16), cdiv(h, 16)), (16, 16)>>> x=randn:h y=empty:h h=32 w=64"},
      {"__global__ void k(float* x, float* y, int n) { extern __shared__ float s[]; int i = blockIdx.x * blockDim.x + threadIdx.x; s[threadIdx.x] = x[i]; if (i < n) y[i] = s[threadIdx.x]; }",
       "k <<<cdiv(n, 256), 256, 4096>>> x=randn:n y=empty:n n=256"},
      {"__global__ void __launch_bounds__(128) k(const float* x, float* y, int n, int seed) { int i = blockIdx.x * 128 + threadIdx.x; if (i >= n) return; y[i] = x[i]; }",
       "k <<<cdiv(n, 128), 128>>> x=randn:n y=empty:n n=256 seed=7"},
      {"namespace a::b { __global__ void k(double* x) {} }", "k <<<cdiv(N, 256), 256>>> N=256 x=empty:N"},
      {"namespace a::b { template <class T, class... U> __global__ void k(T* x) {} }", "k<float> --instantiate 'a::b::k<float>' <<<cdiv(N, 256), 256>>> N=256 x=empty:N"},
      // What the host code says of sizes and numbers; sizes are halved until a run takes seconds, and literal grids with them.
      {"#define N (1 << 20)\n__global__ void k(const float* x, float* y, int count, float a) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < count) y[i] = a * x[i]; }\n"
       "int main() { const float a = 0.5f; dim3 grid((N + 255) / 256); k<<<grid, 256>>>(x, y, N, a); }", "k <<<cdiv(count, 256), 256>>> x=randn:count y=empty:count count=4096 a=0.5"},
      {"__global__ void k(int* x, unsigned n) { unsigned i = blockIdx.x * blockDim.x * 8 + threadIdx.x; if (i + 7 * blockDim.x < n) x[i] = 0; }\nint main() { k<<<64, 512>>>(x, 1 << 18); }",
       "k <<<2, 512>>> x=empty:n n=8192"},
      {"__global__ void k(float* image, int width, int height, size_t pitch) { int x = blockIdx.x * blockDim.x + threadIdx.x; if (x < width) image[x] = 0; }",
       "k <<<cdiv(width, 256), 256>>> image=empty:width width=32 height=64 pitch=128"},
      {"__global__ void k(const float* in, const float* w, float* out, int n, int kernel_size) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i] * w[0]; }",
       "k <<<cdiv(n, 256), 256>>> in=randn:n w=randn:n out=empty:n n=256 kernel_size=3"},
      {"enum mode { one, two };\n__global__ void k(float* x, mode m) { x[0] = m; }", "k <<<cdiv(N, 256), 256>>> N=256 x=empty:N m=0"},
      {"__global__ void k(int* n) { ++*n; }\nint main() { k<<<1, 1>>>(n); }", "k <<<1, 1>>> N=256 n=empty:N"},
      // Where no host code launches a kernel: the tile of a function that it calls, a table with a row for each threadIdx.y, the other launches.
      {"template <int S, class I> __device__ void tiled(const float* a, float* c, I w) { __shared__ float t[S][S + 1]; t[threadIdx.y][threadIdx.x] = a[blockIdx.y * S * w + blockIdx.x * S]; c[0] = t[0][0]; }\n"
       "__global__ void k(const float* a, float* c, int w) { tiled<8, int>(a, c, w); }", "k <<<(cdiv(w, 8), cdiv(w, 8)), (8, 8)>>> a=randn:w c=empty:w w=64"},
      {"__device__ int place() { return threadIdx.y * blockDim.x + threadIdx.x; }\n__global__ void k(float* y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = place(); }",
       "k <<<cdiv(n, 256), 256>>> y=empty:n n=256"},
      {"#define ROWS 3\n__constant__ unsigned table[ROWS][31];\n__global__ void k(float* y, int n) { unsigned* row = &table[threadIdx.y][0]; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 64) y[threadIdx.y * n + i] = row[0]; }",
       "k <<<cdiv(n, 128), (128, 3)>>> y=empty:n n=256"},
      {"__global__ void k(float* y, int n) { int i = threadIdx.x; y[i] = n; }\n__global__ void other(float* y) { y[0] = 1; }\nint main() { /* k<<<1, 64>>>(y, 8); */ other<<<4, 512>>>(y); }", "k <<<1, 512>>> y=empty:n n=256"},
      // Rows of `y * width + x` lie along x, whichever integer comes first.
      {"__global__ void k(float* y, int w, int h) { int i = blockIdx.x * 8 + threadIdx.x, j = blockIdx.y * 8 + threadIdx.y; int at = i + (j) * w; y[at] = h; }",
       "k <<<(cdiv(w, 16), cdiv(h, 16)), (16, 16)>>> y=empty:w w=32 h=64"},
      // What the host code counts up from 0 is not 0; a number of bits is that of the largest size; a parameter that is 0 is no extent.
      {"__global__ void k(float* y, int n, int num_bits) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = i >> num_bits; }\nint main() { int bits = 0; while (1 << bits < n) bits++; k<<<g, 64>>>(y, n, bits); }",
       "k <<<cdiv(n, 64), 64>>> y=empty:n n=256 num_bits=8"},
      {"__global__ void k(float* y, int n, int from) { int i = blockIdx.x * blockDim.x + threadIdx.x + from; if (i < n) y[i] = 1; }\nint main() { for (int i = 0; i < 8; i += 2) k<<<g, 64>>>(y, 200, i); }",
       "k <<<cdiv(n, 64), 64>>> y=empty:n n=200 from=0"},
      {"__global__ void k(float* y, int s) { int i = blockIdx.x * blockDim.x + threadIdx.x + s; y[i] = 1; }\nint main() { k<<<g, 256>>>(y, 0); }", "k <<<cdiv(N, 256), 256>>> N=256 y=empty:N s=0"},
      // Numbers with suffixes, and a size that the kernel has by a constant's name.
      {"const size_t N = 2ULL * 64ULL;\n__global__ void k(float* y, int h1Length) { for (int i = threadIdx.x; i < N; i += 32) y[i] = h1Length; }\nint main() { const int h1Length = 5U; k<<<1, N / 2>>>(y, h1Length); }",
       "k <<<1, 64>>> y=empty:h1Length h1Length=5"},
      // Template parameters: the first of an enumeration, a constant of that name, a side of a tile, a function object of the file.
      {"enum class mode { up, down };\ntemplate <mode M> __global__ void k(float* y) { y[threadIdx.x] = M == mode::up; }", "k<(mode)0> --instantiate 'k<(mode)0>' <<<cdiv(N, 256), 256>>> N=256 y=empty:N"},
      {"constexpr int PER = 4;\ntemplate <int PER, int S> __global__ void k(float* y) { __shared__ float t[S][S]; t[threadIdx.y][threadIdx.x] = PER; y[0] = t[0][0]; }", "k<4,16> --instantiate 'k<4,16>' <<<cdiv(N, 16), (16, 16)>>> N=256 y=empty:N"},
      {"struct twice { __device__ float operator()(float a) const { return 2 * a; } };\ntemplate <class F> __global__ void k(const float* x, float* y, int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = f(x[i]); }",
       "k<twice> --instantiate 'k<twice>' <<<cdiv(n, 256), 256>>> x=randn:n y=empty:n n=256"}};
  for (const auto& [source, wanted] : kernels) {
    const auto r = call({"init", write("k.cu", source)});
    EXPECT_NE(r.out.find(std::string("// fpcheck: ") + wanted + '\n'), std::string::npos) << source << '\n' << r.out << r.err;
  }
  const auto held = call({"init", write("k.cu", "struct item { char* name; int size; };\n__global__ void k(item* i) { i->name[0] = 0; }")});
  EXPECT_NE(held.out.find("// k: 'i' points to a structure that holds the pointer 'name'"), std::string::npos) << held.out;
  EXPECT_EQ(held.out.find("fpcheck: k"), std::string::npos) << held.out;
  const auto many = call({"init", write("k.cu", "constexpr int most = 50;\nstruct node { int left, right; };\nstruct tree { node nodes[most]; };\n__global__ void k(float* y, tree t) { y[0] = t.nodes[0].left; }")});
  EXPECT_NE(many.out.find("// k: 't' is a structure of 100 fields, too many for a first case"), std::string::npos) << many.out;
  const auto r = call({"init", write("k.cu", "__global__ void k(float** rows, int n) {}")});
  EXPECT_NE(r.out.find("// k: 'rows' points to pointers"), std::string::npos) << r.out;
  EXPECT_EQ(r.out.find("fpcheck: k"), std::string::npos) << r.out;
}

} // namespace
} // namespace fpcheck::cli
