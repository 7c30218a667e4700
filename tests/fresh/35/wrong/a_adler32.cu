// fpcheck: adler32 <<<1, 2>>> data=@a_adler32_data.npy sum=empty:2 n=8192 --ref 'sum=@a_adler32_sum_ref.npy'
// expect: error overflow at line 12
// why: zlib takes the sums modulo 65521 at least every NMAX = 5552 bytes because b then still fits 32 bits; here the blocks are 8192 bytes, and for bytes of 255 b passes 2^32 inside a block
// figure: sum[0] computed 4089635282, exact 4104380882 (2 of 2 differ)
#include <cuda_runtime.h>
__global__ void adler32(const unsigned char* data, unsigned* sum, int n)
{
    const unsigned char* p = data + threadIdx.x * n;
    unsigned a = 1u, b = 0u;
    int i = 0;
    while (i < n) {
        int stop = min(n, i + 8192);
        for (; i < stop; ++i) {
            a += p[i];
            b += a;
        }
        a %= 65521u;
        b %= 65521u;
    }
    sum[threadIdx.x] = (b << 16) | a;
}
