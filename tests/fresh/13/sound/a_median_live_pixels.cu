// fpcheck: median5<<<1, 32>>> raw=[120,138,158,0,205,80,82,84,99,71,200,0,0,240,190] dark=[20,18,18,0,25,10,12,14,9,11,50,0,0,60,40] flat=[220,218,218,0,225,110,112,114,109,111,250,0,0,260,240] out=empty:3 rows=3 want=[0.6,0.7,0.75] --ref out=want --tol rtol=1e-6,atol=0
// expect: ok
// why: dead pixels become +inf on purpose and sort to the end; the index of the median counts the live ones only, and 0/0 is never computed
// figure: computed out[0] = 0.600000024, MPFR 0.600000024 (within half an ulp)
// Flat-field correction and the lower median over the live ones of five detector pixels.
__device__ void order(float &a, float &b)
{
    float lo = fminf(a, b);
    b = fmaxf(a, b);
    a = lo;
}

__global__ void median5(const float *raw, const float *dark, const float *flat, float *out, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float v[5];
    int live = 0;
#pragma unroll
    for (int k = 0; k < 5; ++k) {
        int i = 5 * r + k;
        float gain = flat[i] - dark[i];
        v[k] = __int_as_float(0x7f800000);
        if (gain > 0.0f) {
            v[k] = (raw[i] - dark[i]) / gain;
            ++live;
        }
    }
    // insertion by exchanges: five values, ten comparators
#pragma unroll
    for (int a = 0; a < 4; ++a)
#pragma unroll
        for (int b = a + 1; b < 5; ++b)
            order(v[a], v[b]);
    float m = v[0];
#pragma unroll
    for (int k = 1; k < 5; ++k)
        if (k == (live - 1) / 2)
            m = v[k];
    out[r] = m;
}
