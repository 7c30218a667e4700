// fpcheck: normalise <<<1, 96>>> v=@b_magic_rsqrt_normals_v.npy unit=empty:96x3 --ref 'unit=@b_magic_rsqrt_normals_ref.npy' --tol rtol=2e-6
// expect: ok
// why: the 0x5f3759df trick of Quake III, a guess from integer arithmetic on a float's bits; three Newton steps carry its 3.4 % to the last bits
// figure: unit[163] computed 0.51207459, exact 0.512074471; 0.116 of the tolerance
__device__ float inverse_sqrt(float x) {
  float y = __uint_as_float(0x5f3759dfu - (__float_as_uint(x) >> 1));
  float h = 0.5f * x;
  y = y * (1.5f - h * y * y);
  y = y * (1.5f - h * y * y);
  y = y * (1.5f - h * y * y);
  return y;
}

__global__ void normalise(const float* v, float* unit) {
  int i = threadIdx.x;
  float x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
  float s = inverse_sqrt(x * x + y * y + z * z);
  unit[3 * i] = x * s;
  unit[3 * i + 1] = y * s;
  unit[3 * i + 2] = z * s;
}
