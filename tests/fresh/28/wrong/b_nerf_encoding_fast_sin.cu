// fpcheck: encode <<<1, dim3(18, 4)>>> x=[0.7,-1.3,2.9,0.1234] features=empty:4x18x2:f32 n=4 bands=18
// expect: error mismatch at line 14
// why: the argument 2^k x is exact, but __sincosf is good near 0 only; at 380000 radians its one-step range reduction is off by hundredths
// figure: computed 0.932992799, MPFR 0.943870036 (features[2][17][0], argument 380108.812; modelled as a product with 1/(2 pi) cut to float, then an exact sine)
// Positional encoding of a radiance field: sine and cosine of x at octaves.
__device__ float octave(float x, int k)
{
    return x * (float)(1u << k);
}

__device__ float2 band(float x, int k)
{
    float2 r;
    __sincosf(octave(x, k), &r.x, &r.y);
    return r;
}

__global__ void encode(const float *x, float2 *features, int n, int bands)
{
    int k = threadIdx.x;
    int i = threadIdx.y + blockIdx.x * blockDim.y;
    if (i >= n || k >= bands)
        return;
    features[i * bands + k] = band(x[i], k);
}
