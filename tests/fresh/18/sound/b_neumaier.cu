// fpcheck: exact_ish_sum <<<1, 32>>> x=[1, 1e8, 1, -1e8, 3, 2e9, -2e9, 0.25] out=empty:1 n=8
// expect: ok
// why: 1e8 and -1e8 swallow the ones, but the branch takes the lost part from whichever of the two was larger
// figure: out computed 5.25, MPFR 5.25
__global__ void exact_ish_sum(const float *x, float *out, int n)
{
    if (threadIdx.x != 0)
        return;
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; i++) {
        float v = x[i];
        float t = s + v;
        if (fabsf(s) >= fabsf(v))
            c += (s - t) + v;
        else
            c += (v - t) + s;
        s = t;
    }
    *out = s + c;
}
