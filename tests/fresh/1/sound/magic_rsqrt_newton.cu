// fpcheck: rsqrt_bits <<<1, 64>>> x=uniform(0.01,1000):64 y=empty:64 n=64 --ref y=1/sqrt(x) --tol rtol=1e-5,atol=0
// expect: ok
__global__ void rsqrt_bits(const float* x, float* y, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    float r = __int_as_float(0x5f3759df - (__float_as_int(v) >> 1));
    float h = 0.5f * v;
    r = r * (1.5f - h * r * r);
    r = r * (1.5f - h * r * r);
    r = r * (1.5f - h * r * r);
    r = r * (1.5f - h * r * r);
    y[i] = r;
}
