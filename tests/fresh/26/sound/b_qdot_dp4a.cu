// fpcheck: qgemv <<<1, 4>>> w=const(-128):4x64:i8 x=const(-128):64:i8 y=empty:4 quads=16 want=[1048576,1048576,1048576,1048576] ref=y=want --tol bitwise
// expect: ok
// why: the most negative bytes times each other, four at a time, in 32 bits, which hold 64 such products easily
// figure: computed y[0] = 1048576, exact 64 * 16384 = 1048576: error 0
__global__ void qgemv(const signed char *w, const signed char *x, int *y, int quads)
{
    int row = threadIdx.x;
    const int *a = reinterpret_cast<const int *>(w) + row * quads;
    const int *b = reinterpret_cast<const int *>(x);
    int acc = 0;
    for (int i = 0; i < quads; ++i)
        acc = __dp4a(a[i], b[i], acc);
    y[row] = acc;
}
