// fpcheck: crc32 <<<5, 64>>> data=@a_crc32_shared_data.npy crc=empty:5 len=53 --ref 'crc=@a_crc32_shared_crc_ref.npy'
// expect: ok
// why: CRC-32 with a table made in shared memory by 64 threads, four entries each, and a block's bytes taken by one thread; shifts and XORs throw bits away as they should
// figure: crc[0] computed 3100515462, exact 3100515462 (0 of 5 differ)
#include <cuda_runtime.h>
__global__ void crc32(const unsigned char* data, unsigned* crc, int len)
{
    __shared__ unsigned table[256];
    for (int v = threadIdx.x; v < 256; v += blockDim.x) {
        unsigned c = (unsigned)v;
        for (int k = 0; k < 8; ++k) c = (c >> 1) ^ (0xedb88320u & (0u - (c & 1u)));
        table[v] = c;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned c = ~0u;
        for (int i = 0; i < len; ++i) c = (c >> 8) ^ table[(c ^ data[blockIdx.x * len + i]) & 0xffu];
        crc[blockIdx.x] = ~c;
    }
}
