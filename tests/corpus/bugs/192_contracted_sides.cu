// On which side of a line a point lies: the points lie on it, and products that are exact as written leave the rounding of one of them where one product is
// fused with the difference. Every side is the sign of that rounding. As both products are rounded, nothing is left; and where a sum that
// nothing annihilates decides, fusing changes nothing that counts.

// fpcheck: sides_fused <<<1, 128>>> n=128 t=uniform(0.1,0.9):n side=empty:n:i32
// expect: sides_fused rule=contraction line=marked
__global__ void sides_fused(const float* t, int* side, int n) {
  const int i = threadIdx.x;
  const float ux = t[i], uy = t[(i + 1) % n], vx = 2.0f * ux, vy = 2.0f * uy;
  const float cross = ux * vy - uy * vx; // expect-line
  side[i] = cross > 0.0f ? 1 : cross < 0.0f ? -1 : 0;
}

// fpcheck: sides_rounded <<<1, 128>>> n=128 t=uniform(0.1,0.9):n side=empty:n:i32
// expect: sides_rounded clean
__global__ void sides_rounded(const float* t, int* side, int n) {
  const int i = threadIdx.x;
  const float ux = t[i], uy = t[(i + 1) % n], vx = 2.0f * ux, vy = 2.0f * uy;
  const float cross = __fmul_rn(ux, vy) - __fmul_rn(uy, vx);
  side[i] = cross > 0.0f ? 1 : cross < 0.0f ? -1 : 0;
}

// fpcheck: sides_apart <<<1, 128>>> n=128 t=uniform(0.1,0.9):n side=empty:n:i32
// expect: sides_apart clean
__global__ void sides_apart(const float* t, int* side, int n) {
  const int i = threadIdx.x;
  const float ux = t[i], uy = t[(i + 1) % n], vx = 2.0f * uy, vy = 2.0f * ux;
  const float cross = ux * vy - uy * vx;
  side[i] = cross > 0.0f ? 1 : cross < 0.0f ? -1 : 0;
}

// fpcheck: signs_fused <<<1, 128>>> n=128 t=uniform(0.1,0.9):n sign=empty:n
// expect: signs_fused rule=contraction line=marked
__global__ void signs_fused(const float* t, float* sign, int n) {
  const int i = threadIdx.x;
  const float ux = t[i], uy = t[(i + 1) % n], vx = 4.0f * ux, vy = 4.0f * uy;
  const float cross = ux * vy - uy * vx; // expect-line
  sign[i] = cross > 0.0f ? 1.0f : cross < 0.0f ? -1.0f : 0.0f;
}

// fpcheck: signs_rounded <<<1, 128>>> n=128 t=uniform(0.1,0.9):n sign=empty:n
// expect: signs_rounded clean
__global__ void signs_rounded(const float* t, float* sign, int n) {
  const int i = threadIdx.x;
  const float ux = t[i], uy = t[(i + 1) % n], vx = 4.0f * ux, vy = 4.0f * uy;
  const float cross = __fmul_rn(ux, vy) - __fmul_rn(uy, vx);
  sign[i] = cross > 0.0f ? 1.0f : cross < 0.0f ? -1.0f : 0.0f;
}

// fpcheck: remainders_of_products <<<1, 128>>> n=128 t=uniform(0.1,0.9):n rest=empty:n
// expect: remainders_of_products clean
__global__ void remainders_of_products(const float* t, float* rest, int n) {
  const int i = threadIdx.x;
  const float x = t[i], y = t[(i + 1) % n], p = __fmul_rn(x, y);
  rest[i] = p + fmaf(x, y, -p);
}
