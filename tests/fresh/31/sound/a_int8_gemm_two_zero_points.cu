// fpcheck: sums <<<1, 32>>> a=@a_int8_gemm_two_zero_points_a.npy b=@a_int8_gemm_two_zero_points_b.npy row_sum=empty:4:i32 col_sum=empty:8:i32 m=4 n=8 k=512
// fpcheck+ gemm_u8s8 <<<dim3(1, 4), 32>>> c=empty:4x8 m=4 n=8 k=512 za=117 zb=-7 scale_a=0.015625 scale_b=0.0078125 --ref c=@a_int8_gemm_two_zero_points_c.npy --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: large integer terms cancel (products of some 5 million for a result of thousands), but all of it is exact in int32 before the one scaling in float
// figure: c[0][0] computed 2.26171875, MPFR 2.26171875
// C = scale_a scale_b (A - za)(B - zb), A in unsigned and B in signed bytes, B column by column:
// sum (a - za)(b - zb) = sum a b - za sum b - zb sum a + k za zb.
__device__ __forceinline__ int warp_sum(int v)
{
    return __reduce_add_sync(0xffffffffu, v);
}

// unsigned bytes of a with signed bytes of b
__device__ __forceinline__ int dot4_us(unsigned a, int b, int c)
{
    // a - 128 as signed bytes is a with the upper bit turned; 128 sum(b) is put back
    c = __dp4a((int)(a ^ 0x80808080u), b, c);
    return __dp4a(b, 0x01010101, 0) * 128 + c;
}

__global__ void sums(const unsigned char *a, const signed char *b, int *row_sum, int *col_sum, int m, int n, int k)
{
    const unsigned *wa = (const unsigned *)a;
    const int *wb = (const int *)b;
    for (int r = 0; r < m; r++) {
        unsigned s = 0;
        for (int w = threadIdx.x; w < k / 4; w += 32)
            s = __dp4a(wa[r * (k / 4) + w], 0x01010101u, s);
        int total = warp_sum((int)s);
        if (threadIdx.x == 0)
            row_sum[r] = total;
    }
    for (int c = 0; c < n; c++) {
        int s = 0;
        for (int w = threadIdx.x; w < k / 4; w += 32)
            s = __dp4a(wb[c * (k / 4) + w], 0x01010101, s);
        s = warp_sum(s);
        if (threadIdx.x == 0)
            col_sum[c] = s;
    }
}

__global__ void gemm_u8s8(const unsigned char *a, const signed char *b, const int *row_sum, const int *col_sum, float *c,
                          int m, int n, int k, int za, int zb, float scale_a, float scale_b)
{
    const unsigned *wa = (const unsigned *)a;
    const int *wb = (const int *)b;
    int row = blockIdx.y;
    if (row >= m)
        return;
    for (int col = 0; col < n; col++) {
        int acc = 0;
        for (int w = threadIdx.x; w < k / 4; w += 32)
            acc = dot4_us(wa[row * (k / 4) + w], wb[col * (k / 4) + w], acc);
        acc = warp_sum(acc);
        if (threadIdx.x == 0) {
            acc += k * za * zb - za * col_sum[col] - zb * row_sum[row];
            c[row * n + col] = (float)acc * (scale_a * scale_b);
        }
    }
}
