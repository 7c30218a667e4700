// fpcheck: frame_energy <<<2, 64>>> pcm=const(-30000):512:i16 level=empty:2 frame=256 want=[9e8,9e8] --ref level=want --tol rtol=1e-4
// expect: error narrow at line 18
// why: squares of full-scale 16-bit samples are summed in 32 bits: from the third sample the sum wraps
// figure: computed level[0] = 5969664, exact 900000000
__device__ int warp_sum(int v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void frame_energy(const short *pcm, float *level, int frame)
{
    __shared__ int parts[2];
    const short *f = pcm + blockIdx.x * frame;
    int acc = 0;
    for (int i = threadIdx.x; i < frame; i += blockDim.x)
        acc += f[i] * f[i];
    acc = warp_sum(acc);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = acc;
    __syncthreads();
    if (threadIdx.x == 0)
        level[blockIdx.x] = fabsf((float)(parts[0] + parts[1])) / frame;
}
