// fpcheck: beamform<<<1, 32>>> echo=uniform(0.5,1):32x512 beam=empty:32 elements=512
// expect: ok
// why: halves read in pairs through a cast of the pointer, and two interleaved sums: each half is widened first and the sums are float
// figure: computed beam[0] about 384 +- 1e-5, MPFR about 384 (256 additions of float below 256: 1e-6 relative at most)
#include <cuda_fp16.h>
// Delay-and-sum over the elements of an ultrasound array; halves are read in pairs and widened before any sum.
__global__ void beamform(const __half *echo, float *beam, int elements)
{
    int line = threadIdx.x;
    const __half2 *e = reinterpret_cast<const __half2 *>(echo + line * elements);
    float s = 0.0f, t = 0.0f;
    for (int k = 0; k < elements / 2; ++k) {
        float2 p = __half22float2(e[k]);
        s += p.x;
        t += p.y;
    }
    beam[line] = s + t;
}
