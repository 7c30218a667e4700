// fpcheck: impact_time <<<1, 32>>> a=uniform(0.5,1):32 b=uniform(2000,4000):32 c=uniform(0.01,0.02):32 t=empty:32 n=32
// expect: error cancellation at line 12: -b + sqrt(b*b - 4ac) with 4ac << b*b keeps no digit of the small root
__global__ void impact_time(const float* __restrict__ a, const float* __restrict__ b,
                            const float* __restrict__ c, float* __restrict__ t, int n)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        const float disc = b[i] * b[i] - 4.0f * a[i] * c[i];
        if (disc < 0.0f) { t[i] = -1.0f; return; }
        const float s = sqrtf(disc);
        // the earlier of the two crossings
        t[i] = (-b[i] + s) / (2.0f * a[i]);
    }
}
