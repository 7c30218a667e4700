// fpcheck: kahan_charge <<<1, 32>>> n=8192 x=const(1e-4):8192 total=empty:1 base=4096.0
// expect: ok
// Dark-current integration with Kahan's compensated sum: small charges on a large pedestal; the excess over it is reported.
__global__ void kahan_charge(const float* x, float* total, int n, float base)
{
    if (threadIdx.x != 0) return;
    float s = base;
    float c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float y = x[i] - c;
        float t = s + y;
        c = (t - s) - y;
        s = t;
    }
    total[0] = (s - base) - c;
}
