// fpcheck: quantise <<<1, 32>>> x=[0.1,-0.7,3.333,-2.05,100.01,0.0,0.22,-0.02,7.77,55.555,-31.1,1.0] level=empty:12 y=empty:12 inv=16.0 step=0.0625 n=12 want=[2,-11,53,-33,1600,0,4,0,124,889,-498,16] ref=level=want
// expect: ok
// why: 1.5 * 2^23 is added and subtracted again, which looks like absorption; it is the rounding to a whole number that is wanted, and the low bits of the sum are the level itself
// figure: level[4]: computed 1600, MPFR 1600
#include <cuda_runtime.h>

struct Rounded {
    float value;
    int level;
};

// For |q| < 2^22: nearest whole number, ties to even, as a float and as an int.
__device__ Rounded round_magic(float q)
{
    const float magic = 12582912.0f;
    float shifted = __fadd_rn(q, magic);
    Rounded r;
    r.value = __fsub_rn(shifted, magic);
    r.level = __float_as_int(shifted) - 0x4b400000;
    return r;
}

// Uniform quantiser of a sensor signal.
__global__ void quantise(const float *x, int *level, float *y, float inv, float step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Rounded r = round_magic(__fmul_rn(x[i], inv));
    level[i] = r.level;
    y[i] = r.value * step;
}
