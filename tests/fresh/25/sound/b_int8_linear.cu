// fpcheck: linear <<<2, 32>>> a=randint(-127,127):4x64:i8 w=randint(-127,127):16x64:i8 out=empty:4x16 raw=empty:4x16 scale_a=0.02 scale_w=0.005 rows=4 columns=16 depth=64
// expect: ok
// why: products of int8 in a 32-bit accumulator look narrow, but 64 * 128 * 128 = 2^20 is far from 2^31 and below 2^24, so the conversion to float is exact too
// figure: computed out = (float)raw * 1e-4f with one rounding each of the scale and the product, MPFR the same within 1.2e-7 relative
// A linear layer in int8: four products an instruction, one thread an output.
__device__ int packed_dot(const signed char *a, const signed char *w, int depth)
{
    const int *a4 = reinterpret_cast<const int *>(a);
    const int *w4 = reinterpret_cast<const int *>(w);
    int sum = 0;
    for (int k = 0; k < depth / 4; k++)
        sum = __dp4a(a4[k], w4[k], sum);
    return sum;
}

__global__ void linear(const signed char *a, const signed char *w, float *out, int *raw, float scale_a, float scale_w,
                       int rows, int columns, int depth)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * columns)
        return;
    int row = i / columns, column = i % columns;
    int sum = packed_dot(a + row * depth, w + column * depth, depth);
    raw[i] = sum;
    out[i] = (float)sum * (scale_a * scale_w);
}
