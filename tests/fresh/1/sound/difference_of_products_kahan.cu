// fpcheck: det2 <<<1, 64>>> a=uniform(0.1,1):64 b=uniform(0.1,1):64 c=uniform(-1,-0.1):64 d=uniform(0.1,1):64 out=empty:64 n=64
// expect: ok
// ad - bc with the rounding error of bc added back; the terms have one sign here.
__global__ void det2(const float* a, const float* b, const float* c, const float* d, float* out, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float w = b[i] * c[i];
    float e = fmaf(-b[i], c[i], w);
    float f = fmaf(a[i], d[i], -w);
    out[i] = f + e;
}
