// fpcheck: kv_round_trip <<<1, 32>>> x=[[1.1, 2.3, -0.7, 5.9, 0.3, -8.1, 3.3, 0.013], [7.7, 1.3, 2.9, -4.7, 0.61, 9.3, -1.7, 6.1]] table=[1, 0] pages=inout:zeros:8 out=empty:2x8 rows=2 dim=8 --ref 'out=x' --tol rtol=4e-3,atol=0
// expect: error halves packed by hand wrong at line 16
// why: the upper float's low sixteen bits are not masked away and are or'ed into the lower bf16
// figure: computed out[0][0] = -1.4921875, MPFR 1.1 (1.1015625 as bfloat16)
// The paged cache holds two bfloat16 in each 32-bit word; a row occupies one page.
__device__ unsigned round_bits(float f)
{
    unsigned u = __float_as_uint(f);
    return u + 0x7fffu + ((u >> 16) & 1u);
}

__device__ unsigned pack2(float lo, float hi)
{
    unsigned a = round_bits(lo);
    unsigned b = round_bits(hi);
    return (a >> 16) | b;
}

__device__ float2 unpack2(unsigned w)
{
    return make_float2(__uint_as_float(w << 16), __uint_as_float(w & 0xffff0000u));
}

__global__ void kv_round_trip(const float *x, const int *table, unsigned *pages, float *out, int rows, int dim)
{
    int words = dim / 2;
    for (int t = threadIdx.x; t < rows * words; t += blockDim.x) {
        int row = t / words;
        int w = t % words;
        pages[table[row] * words + w] = pack2(x[row * dim + 2 * w], x[row * dim + 2 * w + 1]);
    }
    __syncthreads();
    for (int t = threadIdx.x; t < rows * words; t += blockDim.x) {
        int row = t / words;
        int w = t % words;
        float2 f = unpack2(pages[table[row] * words + w]);
        out[row * dim + 2 * w] = f.x;
        out[row * dim + 2 * w + 1] = f.y;
    }
}
