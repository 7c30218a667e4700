// fpcheck: inverse_root <<<2, 32>>> x=@b_inverse_root_by_bits_x.npy y=empty:64 n=64 --ref y=@b_inverse_root_by_bits_ref_y.npy --tol rtol=1e-5
// expect: ok
// why: a float is halved as an integer: the guess is off by up to 3.4 %, two Newton steps bring it to 4.8e-6, within the stated tolerance
// figure: y[24] computed 83258528, exact 83258911.7 (error 3.8e+02, 0.46 of the tolerance; worst of 64)
#include <cuda_runtime.h>
// The famous constant, then two Newton steps: 5e-6 is what a game needs.
__device__ float newton(float x, float y) { return y * (1.5f - 0.5f * x * y * y); }
__global__ void inverse_root(const float* __restrict__ x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float v = x[i];
    float r = __int_as_float(0x5f3759df - (__float_as_int(v) >> 1));
    r = newton(v, r);
    y[i] = newton(v, r);
}
