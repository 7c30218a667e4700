// 32 random bits to a uniform number in [0, 1): converting all of them rounds the largest up to one.

// fpcheck: uniform_all_bits <<<1, 64>>> bits=const(4294967295):64:u32 u=empty:64 --range 'u=[0,1)'
// expect: uniform_all_bits rule=out-of-range|int-to-float-loss line=marked max_findings=3
__global__ void uniform_all_bits(const unsigned* bits, float* u) {
  u[threadIdx.x] = static_cast<float>(bits[threadIdx.x]) * 0x1p-32f; // expect-line
}

// fpcheck: uniform_top_bits <<<1, 64>>> bits=const(4294967295):64:u32 u=empty:64 --range 'u=[0,1)'
// expect: uniform_top_bits clean
__global__ void uniform_top_bits(const unsigned* bits, float* u) {
  u[threadIdx.x] = static_cast<float>(bits[threadIdx.x] >> 8) * 0x1p-24f;
}
