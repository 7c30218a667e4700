// fpcheck: rank_scores<<<1, 32>>> dots=[0.162,0.126,-0.362,-0.703,0.274,0.0,-0.539,-0.243,-0.591,-0.703,-0.724,0.725,0.595,-0.857,-0.069,-0.568,0.029,0.0,0.788,-0.288,-0.158,-0.28,0.93,-0.741,-0.513,-0.198,0.0,0.337,0.106,0.205,0.111,-0.911] norms=[1.5,1.5,1.5,1.5,1.5,0.0,1.5,1.5,1.5,1.5,1.5,1.5,1.5,1.5,1.5,1.5,1.5,0.0,1.5,1.5,1.5,1.5,1.5,1.5,1.5,1.5,0.0,1.5,1.5,1.5,1.5,1.5] sorted=empty:32 place=empty:32 n=32 want=[22,18,11,12,27,4,29,0,1,30,28,16,14,20,25,7,21,19,2,24,6,15,8,3,9,10,23,13,31,5,17,26] --ref 'place=want'
// expect: ok
// why: rows without a norm get a score of -2 instead of 0/0; the network exchanges 64-bit keys with the sign-corrected bits above and the index below, so that nothing is lost or doubled at ties
// figure: place[0] computed 22, right 22: a stable descending order, ties at 3 and 9 by index
#include <cuda_runtime.h>

__device__ unsigned long long key_of(float v, int index)
{
    unsigned bits = __float_as_uint(v);
    bits ^= (bits >> 31) ? 0xffffffffu : 0x80000000u;
    return ((unsigned long long)bits << 32) | (unsigned)(31 - index);
}

__device__ float value_of(unsigned long long key)
{
    unsigned bits = (unsigned)(key >> 32);
    bits ^= (bits >> 31) ? 0x80000000u : 0xffffffffu;
    return __uint_as_float(bits);
}

__global__ void rank_scores(const float *dots, const float *norms, float *sorted, int *place, int n)
{
    int lane = threadIdx.x;
    float score = lane < n && norms[lane] > 0.0f ? dots[lane] / norms[lane] : -2.0f;
    unsigned long long k = key_of(score, lane);
    for (int size = 2; size <= 32; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            unsigned long long other = __shfl_xor_sync(0xffffffffu, k, stride);
            bool lower = (lane & stride) == 0;
            bool descending = (lane & size) == 0;
            k = lower == descending ? max(k, other) : min(k, other);
        }
    }
    sorted[lane] = value_of(k);
    place[lane] = 31 - (int)(unsigned)k;
}
