// fpcheck: requantize <<<2, 128>>> acc=@b_rqf_acc.npy multiplier=@b_rqf_multiplier.npy shift=@b_rqf_shift.npy out=empty:16x16 zero=3 channels=16 n=256 --ref 'out=@b_rqf_out.npy'
// expect: ok
// why: gemmlowp's requantisation in pure integers: the 64-bit product of two 32-bit numbers is halved by a shift and the result clamped on purpose, nothing overflows
// figure: all 256 elements of out equal the reference
#include <cuda_runtime.h>

// round(a * b / 2^31), to nearest
__device__ int rounding_high_mul(int a, int b)
{
    long long p = (long long)a * b;
    long long nudge = p >= 0 ? (1ll << 30) : 1 - (1ll << 30);
    return (int)((p + nudge) / (1ll << 31));
}

// round(x / 2^e), halves away from zero
__device__ int rounding_shift(int x, int e)
{
    int mask = (1 << e) - 1;
    int remainder = x & mask;
    int threshold = (mask >> 1) + (x < 0 ? 1 : 0);
    return (x >> e) + (remainder > threshold ? 1 : 0);
}

__global__ void requantize(const int* acc, const int* multiplier, const int* shift,
                           signed char* out, int zero, int channels, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int c = i % channels;
    int v = rounding_shift(rounding_high_mul(acc[i], multiplier[c]), shift[c]) + zero;
    out[i] = (signed char)max(-128, min(127, v));
}
