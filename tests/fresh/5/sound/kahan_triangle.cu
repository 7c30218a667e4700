// fpcheck: areas <<<1, 64>>> a=[100.0,3.0,1000.0,50.000004,7.0] b=[99.99998,4.0,999.9999,25.000004,6.9999995] c=[0.00006103515625,5.0,0.0001220703125,25.000002,0.0000009536743] area=empty:5 n=5
// expect: ok
__global__ void areas(const float *a, const float *b, const float *c, float *area, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = fmaxf(a[i], fmaxf(b[i], c[i]));
    float z = fminf(a[i], fminf(b[i], c[i]));
    float y = fmaxf(fminf(a[i], b[i]), fminf(fmaxf(a[i], b[i]), c[i]));
    // sorted x >= y >= z; the parentheses matter (Kahan)
    float q = (x + (y + z)) * (z - (x - y)) * (z + (x - y)) * (x + (y - z));
    area[i] = q > 0.0f ? 0.25f * sqrtf(q) : 0.0f;
}
