// fpcheck: column_sums <<<1, 32>>> b=@a_int8_gemm_column_sums_b.npy bsum=empty:8:i16 n=8 k=512
// fpcheck+ gemm_s8 <<<dim3(1, 4), 32>>> a=@a_int8_gemm_column_sums_a.npy c=empty:4x8 m=4 n=8 k=512 za=-9 scale_a=0.02 scale_b=0.005 --ref c=@a_int8_gemm_column_sums_c.npy --tol rtol=1e-5,atol=1e-5
// expect: error accumulator too narrow at line 29
// why: the column sums for the zero-point correction are kept as short; 512 weights around 90 sum to 46000 and wrap
// figure: c[0][0] computed -19.605299, MPFR 39.377099
// C = scale_a scale_b (A - za) B with A in asymmetric int8 and B in symmetric int8 stored column by column (k runs fastest).
// (A - za) B = A B - za * colsum(B); the sums are made once, when the weights are loaded.
__device__ __forceinline__ int warp_sum(int v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    return v;
}

__device__ __forceinline__ int dot4(int a, int b, int c)
{
    return __dp4a(a, b, c);
}

__global__ void column_sums(const signed char *b, short *bsum, int n, int k)
{
    const int *words = (const int *)b;
    for (int col = 0; col < n; col++) {
        int s = 0;
        for (int w = threadIdx.x; w < k / 4; w += 32)
            s = dot4(words[col * (k / 4) + w], 0x01010101, s);
        s = warp_sum(s);
        if (threadIdx.x == 0)
            bsum[col] = (short)s;
    }
}

__global__ void gemm_s8(const signed char *a, const signed char *b, const short *bsum, float *c, int m, int n, int k,
                        int za, float scale_a, float scale_b)
{
    const int *wa = (const int *)a;
    const int *wb = (const int *)b;
    int row = blockIdx.y;
    if (row >= m)
        return;
    for (int col = 0; col < n; col++) {
        int acc = 0;
        for (int w = threadIdx.x; w < k / 4; w += 32)
            acc = dot4(wa[row * (k / 4) + w], wb[col * (k / 4) + w], acc);
        acc = warp_sum(acc);
        if (threadIdx.x == 0) {
            acc -= za * (int)bsum[col];
            c[row * n + col] = (float)acc * (scale_a * scale_b);
        }
    }
}
