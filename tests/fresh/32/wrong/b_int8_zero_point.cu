// fpcheck: quantize_affine <<<4, 128>>> x=@b_int8_zero_point_x.npy q=empty:512:i8 scale=0.025 zero_point=10 n=512 --ref 'q=@b_int8_zero_point_ref.npy'
// expect: error narrowing store wraps (mismatch) at line 16
// why: as in early ONNX/TFLite quantisers the rounded value is clamped before the zero point is added, so 127 + 10 is stored into a signed char and wraps to -119
// figure: q[0] computed -119, exact 127 (32 of 512 beyond the tolerance)
__device__ __forceinline__ int round_and_clamp(float v) {
  return max(-128, min(127, __float2int_rn(v)));
}

__global__ void quantize_affine(const float* __restrict__ x, signed char* __restrict__ q, float scale, int zero_point,
                                int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  int level = round_and_clamp(x[i] / scale);
  q[i] = (signed char)(level + zero_point);
}
