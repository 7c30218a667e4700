// fpcheck: gemv <<<2, 128>>> w=randint(-127,127):8x64:i8 x=randint(-127,127):64:i8 y=empty:8 scale=0.0125 rows=8 k=64 ref=y=sum(w*x,1)*0.0125 --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: bytes are read four at a time through an int pointer and summed as integers: 64 products of at most 16129 fit well, one rounding at the end
// figure: computed 12345 * 0.0125f = 154.3125, MPFR 154.3125; error below 1.5 ulp
// Quantised inference: int8 matrix times int8 vector.
__device__ int row_dot(const int *w, const int *x, int words, int lane)
{
    int acc = 0;
    for (int i = lane; i < words; i += 32)
        acc = __dp4a(w[i], x[i], acc);
    for (int o = 16; o > 0; o >>= 1)
        acc += __shfl_xor_sync(0xffffffffu, acc, o);
    return acc;
}

__global__ void gemv(const signed char *w, const signed char *x, float *y, float scale, int rows, int k)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (row >= rows)
        return;
    int acc = row_dot((const int *)(w + row * k), (const int *)x, k / 4, threadIdx.x & 31);
    if ((threadIdx.x & 31) == 0)
        y[row] = acc * scale;
}
