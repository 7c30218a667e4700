// fpcheck: int8_matvec <<<4, 32>>> w=randint(-127,127):4x256:i8 x=randint(-127,127):256:i8 ws=uniform(0.01,0.02):4 xs=0.015 y=empty:4 words=64
// expect: ok
// why: bytes reinterpreted as words and products far beyond int16, but dp4a sums in 32 bits and the scale comes last, in float
// figure: y computed -3.89217, MPFR -3.89216992
__global__ void int8_matvec(const signed char *w, const signed char *x, const float *ws, float xs, float *y, int words)
{
    const int *wr = reinterpret_cast<const int *>(w) + blockIdx.x * words;
    const int *xv = reinterpret_cast<const int *>(x);
    int acc = 0;
    for (int k = threadIdx.x; k < words; k += 32)
        acc = __dp4a(wr[k], xv[k], acc);
    for (int d = 16; d > 0; d >>= 1)
        acc += __shfl_down_sync(0xffffffffu, acc, d);
    if (threadIdx.x == 0)
        y[blockIdx.x] = (float)acc * (ws[blockIdx.x] * xs);
}
