// fpcheck: qgemv <<<1, 4>>> w=const(100):4x64:i8 x=const(90):64:i8 y=empty:4 k=64 want=[576000,576000,576000,576000] ref=y=want --tol bitwise
// expect: error narrow at line 9
// why: int8 products are accumulated in 16 bits
// figure: computed y[0] = -13824, exact 576000
typedef signed char i8;
__device__ short dot4(const i8 *a, const i8 *b, short acc)
{
    for (int i = 0; i < 4; ++i)
        acc += (short)(a[i] * b[i]);
    return acc;
}

__global__ void qgemv(const i8 *w, const i8 *x, int *y, int k)
{
    int row = threadIdx.x;
    short acc = 0;
    for (int i = 0; i < k; i += 4)
        acc = dot4(w + row * k + i, x + i, acc);
    y[row] = acc;
}
