// Where x / s is a half, C's roundf goes away from zero and the conversion instructions to the even code. On random floats a half never comes; on
// weights that were quantised before, to a step twice as long or in bf16, every other one is a half, and two programs that are both right differ in
// a code. Away from zero is biased as well: the mean of |q| is up by a quarter. The reference is what torch and numpy do.

// fpcheck: away <<<1, 32>>> x=[0.5, 1.5, -0.5, -2.5, 1, 2, 3.5, 4.5] s=1 q=empty:8:i32 --ref 'rint(x / s)' --expect mismatch
__global__ void away(const float* __restrict__ x, int* __restrict__ q, float s) {
  if (threadIdx.x < 8) q[threadIdx.x] = static_cast<int>(roundf(x[threadIdx.x] / s));
}

// fpcheck: to_even <<<1, 32>>> x=[0.5, 1.5, -0.5, -2.5, 1, 2, 3.5, 4.5] s=1 q=empty:8:i32 --ref 'rint(x / s)' --expect clean
__global__ void to_even(const float* __restrict__ x, int* __restrict__ q, float s) {
  if (threadIdx.x < 8) q[threadIdx.x] = __float2int_rn(x[threadIdx.x] / s);
}
