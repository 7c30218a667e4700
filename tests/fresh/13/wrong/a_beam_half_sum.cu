// fpcheck: beamform<<<1, 32>>> echo=ones:32x4096 beam=empty:32 elements=4096 --ref beam=sum(echo,1) --tol rtol=1e-3,atol=0
// expect: error accumulator too narrow at line 13
// why: a half counts in steps of 2 from 2048 on: 2048 + 1 is 2048 again (ties to even)
// figure: computed beam[0] = 2048, MPFR 4096
#include <cuda_fp16.h>
// Delay-and-sum over the elements of an ultrasound array.
__global__ void beamform(const __half *echo, float *beam, int elements)
{
    int line = threadIdx.x;
    const __half *e = echo + line * elements;
    __half s = __float2half(0.0f);
    for (int k = 0; k < elements; ++k)
        s = __hadd(s, e[k]);
    beam[line] = __half2float(s);
}
