// fpcheck: kahan_sign <<<1, 32>>> n=32768 x=const(1e-4):32768 total=empty:1 base=4096.0
// expect: error compensated sum broken at line 10: the correction is added with the wrong sign, so the lost part is lost twice
// Dark-current integration: a long run of small charges on a pedestal, "Kahan summed".
__global__ void kahan_sign(const float* x, float* total, int n, float base)
{
    if (threadIdx.x != 0) return;
    float s = base;
    float c = 0.0f;
    for (int i = 0; i < n; ++i) {
        float y = x[i] + c;
        float t = s + y;
        c = (t - s) - y;
        s = t;
    }
    total[0] = s - base;
}
