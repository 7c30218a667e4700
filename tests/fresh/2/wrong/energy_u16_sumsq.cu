// fpcheck: frame_energy <<<1, 32>>> img=randint(50000,65000):64:u16 energy=empty:1 n=64 ref=sum(img*img) --tol rtol=1e-5
// expect: error accumulator too narrow at line 11: a sum of squares of 16-bit pixels does not fit 32 bits
// Energy (sum of squares) of a 16-bit camera frame.
#include <cuda_runtime.h>

__global__ void frame_energy(const unsigned short* __restrict__ img, float* __restrict__ energy, int n)
{
    unsigned int acc = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        unsigned int v = img[i];
        acc += v * v;
    }
    unsigned int total = __reduce_add_sync(0xffffffffu, acc);
    if (threadIdx.x == 0) energy[0] = (float)total;
}
