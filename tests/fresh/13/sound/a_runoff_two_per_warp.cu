// fpcheck: catchment_sum<<<2, 32>>> rain=[0.5,2.25,1.25,3,2,1,2.75,1.75,0.75,2.5,1.5,0.5,2.25,1.25,3,2,1,2.75,1.75,0.75,2.5,1.5,0.5,2.25,1.25,3,2,1,2.75,1.75,0.75,2.5,1.25,3,2,1,2.75,1.75,0.75,2.5,1.5,0.5,2.25,1.25,3,2,1,2.75,1.75,0.75,2.5,1.5,0.5,2.25,1.25,3,2,1,2.75,1.75,0.75,2.5,1.5,0.5] total=empty:4 want=[28.25,28,29.25,26.25] --ref total=want
// expect: ok
// why: width 16 in a full warp, but each half is a catchment of sixteen cells of its own
// figure: computed total[1] = 28, MPFR 28 (exact)
// Rain over the 16 cells of a catchment, two of them a warp.
template <int WIDTH>
__device__ float subwarp_sum(float v)
{
    for (int o = WIDTH / 2; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o, WIDTH);
    return v;
}

__global__ void catchment_sum(const float *rain, float *total)
{
    float v = rain[blockIdx.x * 32 + threadIdx.x];
    v = subwarp_sum<16>(v);
    if (threadIdx.x % 16 == 0)
        total[blockIdx.x * 2 + threadIdx.x / 16] = v;
}
