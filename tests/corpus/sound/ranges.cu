// Integers made of numbers: clamps that are meant, bits that are masked on purpose, units that fit.
#include <cuda_fp16.h>

// fpcheck: clamped_after <<<4, 64>>> x=uniform(-9e9,9e9):256 y=empty:256
// expect: clamped_after clean
__global__ void clamped_after(const float* x, int* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  y[i] = min(max(__float2int_rn(x[i]), -1000000), 1000000);
}

// The lattice of a noise function wraps at 256 as it is meant to.
// fpcheck: lattice <<<4, 64>>> x=uniform(-1000,1000):256 y=empty:256
// expect: lattice clean
__global__ void lattice(const float* x, float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const float f = floorf(x[i]);
  const int cell = (int)f & 255;
  y[i] = (float)cell + (x[i] - f);
}

// fpcheck: packed_colour <<<4, 64>>> r=uniform(0,1):256 g=uniform(0,1):256 b=uniform(0,1):256 rgba=empty:256
// expect: packed_colour clean
__global__ void packed_colour(const float* r, const float* g, const float* b, unsigned* rgba) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const auto code = [](float v) { return (unsigned)__float2uint_rn(__saturatef(v) * 255.f); };
  rgba[i] = code(r[i]) | code(g[i]) << 8 | code(b[i]) << 16 | 255u << 24;
}

// The conversion of a number beyond the range is taken by nobody.
// fpcheck: looked_up <<<4, 64>>> x=uniform(-1e11,1e11):256 t=randn:64 y=empty:256
// expect: looked_up clean
__global__ void looked_up(const float* x, const float* t, float* y) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  const int k = (int)x[i];
  y[i] = x[i] >= 0.f && x[i] < 64.f ? t[k] : 0.f;
}

// fpcheck: bytes_saturated <<<4, 64>>> x=uniform(-400,400):256 q=empty:256
// expect: bytes_saturated clean
__global__ void bytes_saturated(const float* x, signed char* q) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  int code;
  asm("cvt.rni.sat.s8.f32 %0, %1;" : "=r"(code) : "f"(x[i]));
  q[i] = (signed char)code;
}

// Most terms are below a unit, and none was meant to be counted.
// fpcheck: whole_turns <<<1, 64>>> angle=uniform(0,3):64 n=inout:zeros:1:i32
// expect: whole_turns clean
__global__ void whole_turns(const float* angle, int* n) {
  atomicAdd(n, (int)floorf(angle[threadIdx.x] * 0.15915494f));
}

// fpcheck: fixed_point_dot <<<1, 32>>> a=randn:1024 b=randn:1024 y=empty:32
// expect: fixed_point_dot clean
__global__ void fixed_point_dot(const float* a, const float* b, float* y) {
  long long sum = 0;
  for (int k = 0; k < 32; ++k) sum += __double2ll_rn((double)a[threadIdx.x * 32 + k] * b[threadIdx.x * 32 + k] * 0x1p40);
  y[threadIdx.x] = (float)((double)sum * 0x1p-40);
}

// fpcheck: masks_of_lanes <<<1, 64>>> y=empty:64
// expect: masks_of_lanes clean
__global__ void masks_of_lanes(unsigned* y) {
  const unsigned lane = threadIdx.x % 32;
  y[threadIdx.x] = __popc(((2u << lane) - 1u) & __ballot_sync(~0u, threadIdx.x % 3 == 0));
}

// fpcheck: rotated <<<1, 64>>> k=randint(0,31):64 y=empty:64
// expect: rotated clean
__global__ void rotated(const int* k, unsigned* y) {
  const unsigned v = 0x9e3779b9u * (threadIdx.x + 1u);
  const int n = k[threadIdx.x];
  y[threadIdx.x] = v << n | v >> ((32 - n) & 31);
}
