// fpcheck: mixer <<<1, 64>>> t=uniform(50,60):64 y=empty:64 omega=2000 n=64
// expect: error fast-math range at line 8: __sinf at 1e5 radians: its reduction multiplies by a rounded 1/2pi, absolute error near 1e-2
__global__ void mixer(const float* t, float* y, float omega, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float ph = rintf(omega * t[i]);
    y[i] = __sinf(ph);
}
