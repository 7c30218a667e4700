// fpcheck: frame_energy <<<2, 64>>> pcm=const(-32768):512:i16 level=empty:2 frame=256 want=[1073741824,1073741824] ref=level=want --tol bitwise
// expect: ok
// why: the square of the most negative sample is 2^30, two of them wrap an int; they are added in 64 bits
// figure: computed level[0] = 1073741824, exact 2^30: error 0
__device__ long long warp_sum(long long v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void frame_energy(const short *pcm, float *level, int frame)
{
    __shared__ long long parts[2];
    const short *f = pcm + blockIdx.x * frame;
    long long acc = 0;
    for (int i = threadIdx.x; i < frame; i += blockDim.x)
        acc += f[i] * f[i];
    acc = warp_sum(acc);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = acc;
    __syncthreads();
    if (threadIdx.x == 0)
        level[blockIdx.x] = (float)(parts[0] + parts[1]) / frame;
}
