// fpcheck: row_prefix_u8 <<<8, 32>>> img=randint(0,255):8x64:u8 out=empty:8x64 w=64
// expect: ok
// First pass of an integral image: row prefix sums in 32-bit integers.
#include <cuda_runtime.h>

__global__ void row_prefix_u8(const unsigned char* __restrict__ img, unsigned int* __restrict__ out, int w)
{
    const unsigned char* row = img + blockIdx.x * w;
    unsigned int carry = 0;
    int lane = threadIdx.x;
    for (int base = 0; base < w; base += 32) {
        unsigned int v = base + lane < w ? row[base + lane] : 0u;
        for (int o = 1; o < 32; o <<= 1) {
            unsigned int up = __shfl_up_sync(0xffffffffu, v, o);
            if (lane >= o) v += up;
        }
        if (base + lane < w) out[blockIdx.x * w + base + lane] = carry + v;
        carry += __shfl_sync(0xffffffffu, v, 31);
    }
}
