// fpcheck: to_pcm <<<1, 8>>> left=[0.25, 0.5, 0.75, 1.0, -0.5, -0.9, -1.0, 0.9] right=[0.25, 0.5, 0.5, 1.0, -0.5, -0.8, -1.0, 0.3] pcm=empty:8 n=8 ref=pcm=@b_wav_to_pcm_ref.npy --tol bitwise
// expect: error mismatch with reference (narrowing conversion) at line 14
// why: the mix of two tracks goes beyond [-1, 1] and is narrowed to 16 bits without a clamp: loud samples wrap round to the other sign
// figure: computed pcm[3] = -16386, MPFR 32767 (clipped)
#include <cuda_runtime.h>

// Mix a stereo recording down to one 16 bit channel, both at 70 %.
__global__ void to_pcm(const float *left, const float *right, short *pcm, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float mix = 0.75f * left[i] + 0.75f * right[i];
        int v = __float2int_rn(mix * 32767.0f);
        pcm[i] = (short)v;
    }
}
