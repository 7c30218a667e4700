// fpcheck: greedy_token <<<3, 128>>> logits=@b_pack_logits.npy token=empty:3 vocab=1000 --ref 'token=@b_pack_token.npy'
// expect: error mismatch at line 21
// why: the packed key keeps 16 bits of the logit and 16 of the index, so logits that differ by less than 2^-7 of their size tie and the lower index wins, not the larger logit
// figure: token[0] computed 100, exact 700
#include <cuda_runtime.h>

// unsigned integers in the order of the floats
__device__ unsigned ordered(float x)
{
    unsigned u = __float_as_uint(x);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

__global__ void greedy_token(const float* logits, int* token, int vocab)
{
    __shared__ unsigned best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < vocab; i += blockDim.x) {
        unsigned key = (ordered(logits[blockIdx.x * vocab + i]) & 0xffff0000u) | (0xffffu - i);
        atomicMax(&best, key);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        token[blockIdx.x] = 0xffff - (int)(best & 0xffffu);
}
