// fpcheck: gumbel_sample <<<3, 32>>> logits=[0.1,1.2,-0.4,2.0,0.7,0.3,-1.0,0.5,0.9,0.2,0.0,-0.3,3.0,1.0,2.0] noise=[4294967295,0,123456789,2345678901,3456789012,1,4000000000,99999999,31415926,2718281828,1000000007,2000000014,3000000021,4000000028,705032739] choice=empty:3 best=empty:3 classes=5 want=[0,1,2] ref=choice=want
// expect: ok
// why: random words 0 and 0xffffffff look like log(0), but only 23 bits are used and half a step is added: u is in [2^-24, 1 - 2^-24], all exact in binary32, and both logarithms are finite
// figure: computed best[0] 16.735533, MPFR 16.735532: off by 4.6e-07; choices as in double
#include <cuda_runtime.h>
#include <math_constants.h>

__device__ float open_unit(unsigned bits)
{
    return ((float)(bits >> 9) + 0.5f) * 0x1p-23f;
}

__device__ float gumbel(unsigned bits)
{
    return -logf(-logf(open_unit(bits)));
}

struct Best {
    float value;
    int index;
};

__device__ Best better(Best a, Best b)
{
    bool second = b.value > a.value || (b.value == a.value && b.index < a.index);
    return second ? b : a;
}

// One warp a token: the argmax of logits with Gumbel noise is a sample of their softmax.
__global__ void gumbel_sample(const float *logits, const unsigned *noise, int *choice, float *best, int classes)
{
    Best mine{-CUDART_INF_F, 0x7fffffff};
    for (int c = threadIdx.x; c < classes; c += 32) {
        int at = blockIdx.x * classes + c;
        mine = better(mine, Best{logits[at] + gumbel(noise[at]), c});
    }
    for (int d = 16; d; d >>= 1) {
        Best other;
        other.value = __shfl_xor_sync(0xffffffffu, mine.value, d);
        other.index = __shfl_xor_sync(0xffffffffu, mine.index, d);
        mine = better(mine, other);
    }
    if (threadIdx.x == 0) {
        choice[blockIdx.x] = mine.index;
        best[blockIdx.x] = mine.value;
    }
}
