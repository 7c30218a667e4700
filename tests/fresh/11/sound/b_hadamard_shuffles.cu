// fpcheck: walsh <<<2, 32>>> x=randn:64 y=empty:64 n=64
// expect: ok
// why: groups of eight lanes exchange by xor with a width of 8 under a full mask; every lane takes part
// figure: for normal numbers of numpy: largest error 4.8e-07 at values of about 3; 3 roundings each
template <int WIDTH>
__device__ float walsh_group(float x)
{
    int lane = threadIdx.x & (WIDTH - 1);
#pragma unroll
    for (int o = 1; o < WIDTH; o <<= 1) {
        float other = __shfl_xor_sync(0xffffffffu, x, o, WIDTH);
        x = (lane & o) ? other - x : x + other;
    }
    return x;
}

__global__ void walsh(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0.0f;
    v = walsh_group<8>(v);
    if (i < n)
        y[i] = v * 0.35355339f;
}
