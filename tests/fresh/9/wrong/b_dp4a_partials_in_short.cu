// fpcheck: gemv <<<4, 32>>> x=const(100):512 w=const(90):4x512 y=empty:4 k=512 scale=0.0001 want=[460.8,460.8,460.8,460.8] ref=y=want --tol rtol=1e-6,atol=0
// expect: error integer overflow of a sum at line 18
// why: 16 products of up to 127^2 a lane are kept in a short, which wraps at 32767
// figure: y computed 41.3696, MPFR 460.8
// int8 weights times int8 activations, a warp a row; the partial sums wait in shared memory "as shorts, to save space".
__device__ int words_dot(const signed char *a, const signed char *b, int k)
{
    const int *wa = reinterpret_cast<const int *>(a), *wb = reinterpret_cast<const int *>(b);
    int sum = 0;
    for (int i = threadIdx.x; i < k / 4; i += 32)
        sum = __dp4a(wa[i], wb[i], sum);
    return sum;
}

__global__ void gemv(const signed char *x, const signed char *w, float *y, int k, float scale)
{
    __shared__ short partial[32];
    partial[threadIdx.x] = (short)words_dot(x, w + blockIdx.x * k, k);
    __syncthreads();
    if (threadIdx.x == 0) {
        int total = 0;
        for (int i = 0; i < 32; i++)
            total += partial[i];
        y[blockIdx.x] = (float)total * scale;
    }
}
