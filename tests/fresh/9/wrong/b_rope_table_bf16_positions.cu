// fpcheck: cosine_table <<<1, 32>>> table=empty:8x4 past=1000 tokens=8 base=500000.0 want=[0.562379076,0.995671099,0.155943695,0.99858612,-0.39194043,0.998461663,0.154546627,0.998583291,-0.985911712,0.999840356,0.153149251,0.99858046,-0.673440313,0.999805228,0.151751568,0.998577626,0.258189004,0.998356329,0.150353581,0.998574789,0.952440541,0.995495706,0.148955294,0.998571949,0.771022638,0.991227406,0.147556709,0.998569106,-0.119269923,0.985557464,0.146157829,0.998566261] ref=table=want --tol rtol=0,atol=1e-3
// expect: error counter lost in a narrow float at line 14
// why: position ids in bf16 are exact up to 256 only: between 512 and 1024 they are multiples of 4, so neighbours share an angle
// figure: table[1][0] computed 0.562379 (position 1000.0), MPFR -0.391940
// The model runs in bf16, "and so do its position ids".
#include <cuda_bf16.h>

template <typename T>
__device__ T position_id(int past, int t);

template <>
__device__ __nv_bfloat16 position_id<__nv_bfloat16>(int past, int t)
{
    return __float2bfloat16_rn((float)(past + t));
}

template <typename T>
__device__ float angle(int past, int t, int i, float base)
{
    float inverse = powf(base, -(float)i / 4.0f);
    return (float)position_id<T>(past, t) * inverse;
}

__global__ void cosine_table(float *table, int past, int tokens, float base)
{
    int t = threadIdx.x / 4, i = threadIdx.x % 4;
    if (t >= tokens)
        return;
    table[t * 4 + i] = cosf(angle<__nv_bfloat16>(past, t, i, base));
}
