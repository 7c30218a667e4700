// fpcheck: to_pcm <<<1, 32>>> x=@a_magic_round_x.npy pcm=empty:32 --ref 'pcm=@a_magic_round_pcm_ref.npy'
// expect: ok
// why: rounding to the nearest even integer by adding and taking 1.5 * 2^23: the absorbed fraction is the purpose, and the integer is read from the low bits of the sum
// figure: pcm[0] computed 18413, exact 18413 (0 of 32 differ)
#include <cuda_runtime.h>
__global__ void to_pcm(const float* x, short* pcm)
{
    float m = __fadd_rn(x[threadIdx.x], 12582912.0f);
    int i = __float_as_int(m) - 0x4b400000;
    pcm[threadIdx.x] = (short)i;
}
