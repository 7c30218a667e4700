// fpcheck: roots <<<1, 64>>> a=@b_kahan_quadratic_a.npy b=@b_kahan_quadratic_b.npy c=@b_kahan_quadratic_c.npy x=empty:64x2 --ref 'x=@b_kahan_quadratic_ref.npy' --tol rtol=1e-6
// expect: ok
// why: a x^2 - 2 b x + c = 0, ray against sphere: b^2 - a c cancels almost wholly, but by Kahan's two fma it is right to an ulp or two, and the smaller root comes from c / q and not from a difference
// figure: x[106] computed 1.04618955, exact 1.04618967; 0.114 of the tolerance
// a b - c d to 1.5 ulp (Kahan; Jeannerod, Louvet and Muller).
__device__ float difference_of_products(float a, float b, float c, float d) {
  float cd = __fmul_rn(c, d);
  float error = __fmaf_rn(-c, d, cd);
  float difference = __fmaf_rn(a, b, -cd);
  return difference + error;
}

__global__ void roots(const float* a, const float* b, const float* c, float* x) {
  int i = threadIdx.x;
  float discriminant = difference_of_products(b[i], b[i], a[i], c[i]);
  float q = b[i] + copysignf(sqrtf(fmaxf(discriminant, 0.0f)), b[i]);
  float large = q / a[i];
  float small = c[i] / q;
  x[2 * i] = fminf(large, small);
  x[2 * i + 1] = fmaxf(large, small);
}
