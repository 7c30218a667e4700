// fpcheck: kmer4 <<<1, 128>>> seq=@a_kmer_uninit_seq.npy count=empty:256 len=300
// expect: error uninitialised at line 10
// why: 256 bins of shared memory are cleared by 128 threads with a plain if instead of a strided loop: bins 128..255 start with whatever was there, and atomicAdd counts on top of it
// figure: count[128..255] undefined: bins never cleared; with 0xAB bytes in them count[128] is -1414812757 + the right one
#include <cuda_runtime.h>
__global__ void kmer4(const unsigned char* seq, int* count, int len)
{
    __shared__ int bins[256];
    int t = threadIdx.x;
    if (t < 256) bins[t] = 0;
    __syncthreads();
    for (int i = t; i + 3 < len; i += blockDim.x) {
        int code = (seq[i] << 6) | (seq[i + 1] << 4) | (seq[i + 2] << 2) | seq[i + 3];
        atomicAdd(&bins[code], 1);
    }
    __syncthreads();
    for (int b = t; b < 256; b += blockDim.x) count[b] = bins[b];
}
