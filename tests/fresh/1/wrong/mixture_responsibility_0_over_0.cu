// fpcheck: responsibility <<<1, 32>>> x=uniform(16,20):32 r=empty:32 n=32
// expect: error underflow at line 12: both densities underflow to zero far from the means, and 0/0 is NaN
// E step of a two-component Gaussian mixture.
__global__ void responsibility(const float* x, float* r, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float d0 = x[i] - 0.0f;
    float d1 = x[i] - 1.0f;
    float p0 = 0.3f * expf(-0.5f * d0 * d0);
    float p1 = 0.7f * expf(-0.5f * d1 * d1);
    r[i] = p1 / (p0 + p1);
}
