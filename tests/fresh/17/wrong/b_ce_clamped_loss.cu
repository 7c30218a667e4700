// fpcheck: ce_row <<<4, 32>>> z=uniform(86,95):4x64 label=[3,0,63,17] loss=empty:4 C=64
// expect: error hidden overflow at line 33
// why: expf overflows for logits above 88.7, the sum is inf and the safety clamp turns that into a tidy 100
// figure: computed 100, MPFR 3.21234517 (a row of the same distribution)
#include <math.h>

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

// cross entropy, a warp a row
__global__ void ce_row(const float *z, const int *label, float *loss, int C)
{
    int row = blockIdx.x, lane = threadIdx.x;
    const float *r = z + row * C;
    float top = -INFINITY;
    for (int c = lane; c < C; c += 32)
        top = fmaxf(top, r[c]);
    top = warp_max(top);

    float s = 0.0f;
    for (int c = lane; c < C; c += 32)
        s += expf(r[c]);
    s = warp_sum(s);
    if (lane == 0) {
        float l = logf(s) - r[label[row]];
        if (top < -1e30f)
            l = 0.0f; // fully masked row
        loss[row] = fminf(l, 100.0f); // one bad label must not blow up the step
    }
}
