// The bits of a NaN of the kernel's own making, and what integer code makes of them: a number that says nothing of it.

// fpcheck: side <<<1, 64>>> a=zeros:64 b=zeros:64 y=empty:64
// expect: side rule=nan-born line=marked
__global__ void side(const float* a, const float* b, float* y) {
  const float slope = a[threadIdx.x] / b[threadIdx.x]; // expect-line
  y[threadIdx.x] = copysignf(1.0f, slope);
}

// fpcheck: side_guarded <<<1, 64>>> a=zeros:64 b=zeros:64 y=empty:64
// expect: side_guarded clean
__global__ void side_guarded(const float* a, const float* b, float* y) {
  const float rise = a[threadIdx.x], run = b[threadIdx.x];
  y[threadIdx.x] = run != 0.0f ? copysignf(1.0f, rise / run) : 0.0f;
}

// fpcheck: fraction_of <<<1, 64>>> a=zeros:64 b=zeros:64 y=empty:64
// expect: fraction_of rule=nan-born line=marked
__global__ void fraction_of(const float* a, const float* b, float* y) {
  const unsigned code = __float_as_uint(a[threadIdx.x] / b[threadIdx.x]); // expect-line
  y[threadIdx.x] = __uint_as_float((code & 0x7fffffu) | 0x3f800000u) - 1.0f;
}

// fpcheck: rounded_to_bf16 <<<1, 64>>> a=zeros:64 b=zeros:64 y=empty:64
// expect: rounded_to_bf16 rule=nan-born line=marked
__global__ void rounded_to_bf16(const float* a, const float* b, float* y) {
  unsigned code = __float_as_uint(a[threadIdx.x] / b[threadIdx.x]); // expect-line
  code += 0x7fffu + ((code >> 16) & 1u);
  y[threadIdx.x] = __uint_as_float(code & 0xffff0000u);
}

// fpcheck: rounded_with_care <<<1, 64>>> a=zeros:64 b=zeros:64 y=empty:64
// expect: rounded_with_care clean
__global__ void rounded_with_care(const float* a, const float* b, float* y) {
  const unsigned code = __float_as_uint(a[threadIdx.x] / b[threadIdx.x]);
  const unsigned rounded = (code + 0x7fffu + ((code >> 16) & 1u)) & 0xffff0000u;
  y[threadIdx.x] = (code & 0x7fffffffu) > 0x7f800000u ? 0.0f : __uint_as_float(rounded);
}
