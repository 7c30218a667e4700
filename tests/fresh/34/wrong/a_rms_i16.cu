// fpcheck: frame_rms <<<4, 64>>> pcm=@a_rms_i16_pcm.npy rms=empty:4 frame=512 --ref 'rms=@a_rms_i16_rms.npy' --tol rtol=1e-4,atol=1e-3
// expect: error overflow at line 15
// why: squares of 16-bit samples are summed in 32 bits, which five samples near full scale overflow (a level meter's bug known from audio libraries): a loud frame reads as a quiet one
// figure: rms[2] computed 768, exact 32000 (3 of 4 elements off)
__global__ void frame_rms(const short* pcm, float* rms, int frame)
{
    __shared__ unsigned total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    const short* p = pcm + blockIdx.x * frame;
    unsigned energy = 0;
    for (int i = threadIdx.x; i < frame; i += blockDim.x) {
        int s = p[i];
        energy += (unsigned)(s * s);
    }
    for (int d = 16; d > 0; d >>= 1)
        energy += __shfl_down_sync(0xffffffffu, energy, d);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(&total, energy);
    __syncthreads();
    if (threadIdx.x == 0)
        rms[blockIdx.x] = sqrtf((float)total / (float)frame);
}
