// fpcheck: divide <<<1, 64>>> a=uniform(1,10):64 b=uniform(0.5,2):64 q=empty:64 n=64 --ref q=a/b --tol rtol=3e-7,atol=0
// expect: ok
__global__ void divide(const float* a, const float* b, float* q, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float d = b[i];
    float r = 1.0f / d;
    r = fmaf(r, fmaf(-d, r, 1.0f), r);
    float t = a[i] * r;
    q[i] = fmaf(fmaf(-d, t, a[i]), r, t);       // the remainder is exact
}
