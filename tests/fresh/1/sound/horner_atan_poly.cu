// fpcheck: atan_small <<<1, 64>>> x=uniform(-0.4,0.4):64 y=empty:64 n=64 --ref y=atan(x) --tol rtol=1e-5,atol=0
// expect: ok
__global__ void atan_small(const float* x, float* y, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float v = x[i], z = v * v;
    float p = -1.0f / 15.0f;
    p = fmaf(p, z, 1.0f / 13.0f);
    p = fmaf(p, z, -1.0f / 11.0f);
    p = fmaf(p, z, 1.0f / 9.0f);
    p = fmaf(p, z, -1.0f / 7.0f);
    p = fmaf(p, z, 0.2f);
    p = fmaf(p, z, -1.0f / 3.0f);
    y[i] = fmaf(p * z, v, v);
}
