// fpcheck: linear <<<3, 32>>> x=@a_linear_int8_x.npy w=@a_linear_int8_w.npy y=empty:3x16 k=64 outs=16 scale=0.0009765625 --ref y=@a_linear_int8_want.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: products of -128 and -128 and sums far beyond 16 bits, all in the 32-bit accumulator of dp4a, converted to float exactly
// figure: y[0][0] computed 1024.0, exact 1024.0
// Linear layer on int8.
#include <cstdint>

__device__ int packed(const int8_t *p, int i)
{
    return reinterpret_cast<const int *>(p)[i];
}

__global__ void linear(const int8_t *x, const int8_t *w, float *y, int k, int outs, float scale)
{
    int o = threadIdx.x;
    if (o >= outs)
        return;
    int acc = 0;
    for (int i = 0; i < k / 4; i++)
        acc = __dp4a(packed(x + blockIdx.x * k, i), packed(w + o * k, i), acc);
    y[blockIdx.x * outs + o] = (float)acc * scale;
}
