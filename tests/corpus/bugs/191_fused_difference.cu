// The other leg of a right triangle. Fused, one square is exact and the other rounded: of equal lengths their difference is the rounding
// error of a square, and the leg its root, a thousandth. As written it is zero.

// fpcheck: leg <<<1, 32>>> n=32 hypotenuse=const(1.1):32 other=const(1.1):32 y=empty:32
// expect: leg rule=inaccurate line=marked
__global__ void leg(int n, const float* hypotenuse, const float* other, float* y) {
  const int i = threadIdx.x;
  if (i < n) y[i] = sqrtf(hypotenuse[i] * hypotenuse[i] - other[i] * other[i]); // expect-line
}

// fpcheck: leg_as_written <<<1, 32>>> n=32 hypotenuse=const(1.1):32 other=const(1.1):32 y=empty:32
// expect: leg_as_written clean
__global__ void leg_as_written(int n, const float* hypotenuse, const float* other, float* y) {
  const int i = threadIdx.x;
  if (i < n) y[i] = sqrtf(__fmul_rn(hypotenuse[i], hypotenuse[i]) - __fmul_rn(other[i], other[i]));
}
