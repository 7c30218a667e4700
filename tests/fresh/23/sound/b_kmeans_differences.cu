// fpcheck: nearest<<<1, 64>>> x=[[4000.06,3999.96],[3999.98,4000.32],[4000.2,4000.0],[4000.11,4000.13],[3999.93,4000.08],[4000.06,3999.92],[3999.84,4000.34],[3999.95,4000.0],[3999.99,4000.08],[3999.85,4000.25],[4000.12,4000.15],[4000.07,3999.97],[3999.89,4000.37],[3999.88,4000.34],[4000.27,4000.11],[4000.24,4000.2],[3999.81,4000.37],[4000.22,4000.16],[3999.9,4000.02],[3999.92,4000.08],[3999.92,3999.96],[3999.91,4000.37],[4000.24,4000.08],[4000.11,4000.16],[3999.87,4000.29],[3999.92,4000.06],[3999.92,4000.03],[3999.81,4000.33],[3999.91,3999.91],[3999.95,4000.01],[4000.17,4000.08],[3999.84,4000.39],[3999.8,4000.34],[3999.86,4000.36],[4000.05,3999.91],[4000.09,3999.96],[4000.14,4000.19],[3999.92,4000.2],[4000.29,4000.14],[4000.16,4000.07]] centre=[[4000.0,4000.0],[4000.2,4000.1],[3999.9,4000.3]] label=empty:40 n=40 k=3 want=[0,2,1,1,0,0,2,0,0,2,1,0,2,2,1,1,2,1,0,0,0,2,1,1,2,0,0,2,0,0,1,2,2,2,0,0,1,2,1,1] --ref 'label=want' --tol bitwise
// expect: ok
// why: points 4000 from the origin; differences are formed first, and the key of distance and index has 64 bits
// figure: computed labels as MPFR has them; the differences are exact, the nearest two distances differ by more than 2e-3
constexpr int DIM = 2;

__device__ float squared_distance(const float *p, const float *q)
{
    float s = 0.0f;
    for (int d = 0; d < DIM; d++) {
        float e = p[d] - q[d];
        s = fmaf(e, e, s);
    }
    return s;
}

__global__ void nearest(const float *x, const float *centre, int *label, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long best = ~0ull;
    for (int c = 0; c < k; c++) {
        // distances are not negative, so their bits are in order
        unsigned long long bits = __float_as_uint(squared_distance(x + i * DIM, centre + c * DIM));
        best = min(best, bits << 32 | (unsigned)c);
    }
    label[i] = (int)(best & 0xffffffffu);
}
