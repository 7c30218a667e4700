// fpcheck: integrate_ramp <<<1, 32>>> slope=uniform(1,2):32 area=empty:32 h=0.05 n=32 --ref area=slope*2 --tol rtol=0.02,atol=0
// expect: error branch decided wrong at line 9: forty steps of 0.05 add up to less than 2 in binary32, a forty-first is taken
// Midpoint rule of slope * x over [0, 2).
__global__ void integrate_ramp(const float* slope, float* area, float h, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float x = 0.0f, a = 0.0f;
    while (x < 2.0f) {
        a += slope[i] * (x + 0.5f * h) * h;
        x += h;
    }
    area[i] = a;
}
