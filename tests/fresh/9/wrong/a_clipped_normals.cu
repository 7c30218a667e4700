// fpcheck: clipped_normals<<<1, 32>>> word=[3221225472,123456789,0,1073741824,2147483648,99999999,4000000000,7] z=empty:4 pairs=4
// expect: error NaN hidden by fmaxf/fminf at line 13
// why: log(0) makes an infinite radius, times cospi(0.5) = 0 a NaN, which the clamp turns into -8
// figure: computed -8, MPFR 0 (z[1]; the smallest admissible u = 2^-33 gives radius 6.76 times 0)
// Normals by Box and Muller, clipped to eight standard deviations.
__device__ float unit(unsigned w)
{
    return (float)w * 2.3283064365386963e-10f;
}

__device__ float2 polar(unsigned a, unsigned b)
{
    float radius = sqrtf(-2.0f * logf(unit(a)));
    float turn = 2.0f * unit(b);
    return make_float2(radius, turn);
}

__global__ void clipped_normals(const unsigned *word, float *z, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    float2 p = polar(word[2 * i], word[2 * i + 1]);
    float v = p.x * cospif(p.y);
    v = fmaxf(v, -8.0f);
    z[i] = fminf(v, 8.0f);
}
