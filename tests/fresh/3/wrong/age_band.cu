// fpcheck: bands <<<1, 32>>> start=[0,0,0,0] rounds=[3,6,7,5] band=empty:4 total=empty:4 n=4
// expect: error branch decided wrong at line 11: t reached by adding 0.1f overshoots or undershoots the limit, one payment too many is made (31 for 30)
// Payments every 0.1 years until the term (years) is over.
__global__ void bands(const float* start, const float* rounds, int* band, float* total, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    float t = start[i];
    float sum = 0.0f;
    int count = 0;
    while (true) {
        if (t >= rounds[i]) break;
        sum += 100.0f;
        ++count;
        t += 0.1f;
    }
    band[i] = count;
    total[i] = sum;
}
