// Fields of words with the wrong sign, from the wrong half, or with bits of a neighbour; a reference tells what was meant.

__device__ int nibble(unsigned word, int j) {
  return (int)((word >> (4 * j)) & 0xfu); // expect-line
}

// fpcheck: nibbles_without_sign <<<1, 32>>> packed=[3255781442,2330061959,3022748296,1416264940]:u32 y=empty:4:i32 n=4 want=[-1,-22,-19,6] ref=y=want --tol bitwise
// expect: nibbles_without_sign rule=mismatch line=marked
__global__ void nibbles_without_sign(const unsigned* packed, int* y, int n) {
  if (threadIdx.x >= n) return;
  int sum = 0;
  for (int j = 0; j < 8; ++j) sum += nibble(packed[threadIdx.x], j);
  y[threadIdx.x] = sum;
}

__device__ float first_of(unsigned word) { return __uint_as_float(word & 0xffff0000u); } // expect-line
__device__ float second_of(unsigned word) { return __uint_as_float(word << 16); }

// fpcheck: halves_exchanged <<<1, 32>>> w=[1073692544,3229630336,1065369472,16544]:u32 y=empty:4 n=4 want=[-2.984375,9.0,-1.0,5.0] ref=y=want --tol rtol=1e-3,atol=1e-3
// expect: halves_exchanged rule=mismatch line=marked
__global__ void halves_exchanged(const unsigned* w, float* y, int n) {
  if (threadIdx.x >= n) return;
  y[threadIdx.x] = first_of(w[threadIdx.x]) - 2.0f * second_of(w[threadIdx.x]);
}

// fpcheck: levels_side_by_side <<<1, 32>>> x=[-3,2,-5,7,-1,1,-4,3] y=empty:8 n=4 ref=y=x --tol bitwise
// expect: levels_side_by_side rule=mismatch line=marked
__global__ void levels_side_by_side(const float* x, float* y, int n) {
  __shared__ unsigned char bytes[32];
  const int i = threadIdx.x;
  if (i < n) {
    const int low = __float2int_rn(x[2 * i]), high = __float2int_rn(x[2 * i + 1]);
    bytes[i] = (unsigned char)((high << 4) | low); // expect-line
  }
  __syncthreads();
  if (i >= n) return;
  y[2 * i] = (float)((int)((unsigned)bytes[i] << 28) >> 28);
  y[2 * i + 1] = (float)((int)((unsigned)bytes[i] << 24) >> 28);
}
