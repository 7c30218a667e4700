// fpcheck: iq_phase <<<1, 32>>> samples=[872430592,1006647296,939570176,3154132992,3221273600,805323264] phase=empty:6 n=6 want=[0.24497866312686414,1.1071487177940904,2.0344439357957027,-0.4636476090008061,-2.0344439357957027,0.04164257909858842] ref=phase=want --tol rtol=1e-5,atol=1e-5
// expect: error wrong half of a packed word at line 18
// why: the in-phase half lies in the low 16 bits; the two halves of the word are taken the wrong way round
// figure: phase[0] computed 1.3258177, MPFR 0.2449787
#include <cuda_fp16.h>
// Phase of complex baseband samples: a word holds I in the low half and Q in the high half (little endian pairs of binary16).
__device__ __half half_of(unsigned word, int which)
{
    unsigned short bits = which ? (unsigned short)(word >> 16) : (unsigned short)(word & 0xffffu);
    return __ushort_as_half(bits);
}

__global__ void iq_phase(const unsigned *samples, float *phase, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float re = __half2float(half_of(samples[i], 1));
    float im = __half2float(half_of(samples[i], 0));
    phase[i] = atan2f(im, re);
}
