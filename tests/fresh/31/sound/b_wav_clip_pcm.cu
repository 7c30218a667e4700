// fpcheck: to_pcm <<<1, 8>>> left=[0.25, 0.5, 0.75, 1.0, -0.5, -0.9, -1.0, 0.9] right=[0.25, 0.5, 0.5, 1.0, -0.5, -0.8, -1.0, 0.3] pcm=empty:8 n=8 ref=pcm=@b_wav_clip_ref.npy --tol bitwise
// expect: ok
// why: the mix goes beyond [-1, 1], but it is clamped while it is still a float, before the narrowing
// figure: computed pcm[3] = 32767, pcm[7] = 29490, exactly the reference
#include <cuda_runtime.h>

__global__ void to_pcm(const float *left, const float *right, short *pcm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float mix = 0.75f * left[i] + 0.75f * right[i];
        mix = fminf(fmaxf(mix, -1.0f), 1.0f);
        pcm[i] = (short)__float2int_rn(mix * 32767.0f);
    }
}
