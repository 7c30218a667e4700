// fpcheck: order_by_price <<<1, 128>>> price=@a_order_by_price.npy top_row=empty:8:i32 top_price=empty:8 rows=500 limit=8 --ref top_price=@a_order_by_price_top.npy --tol rtol=1e-6,atol=0
// expect: error sort key loses bits at line 9
// why: the 32 price bits are shifted left by 20 before they are widened to 64, so sign, exponent and the leading mantissa bits are gone from the key
// figure: top_price[0] computed 36.8899994, MPFR 949.659973
// SELECT row, price FROM offers ORDER BY price DESC LIMIT 8; prices are positive, equal ones go by the lower row.
__device__ __forceinline__ unsigned long long sort_key(float price, int row)
{
    unsigned bits = __float_as_uint(price);
    return (unsigned long long)(bits << 20) | (unsigned)(0xfffff - row);
}

__device__ __forceinline__ unsigned long long warp_max(unsigned long long key)
{
    for (int off = 16; off > 0; off >>= 1) {
        unsigned long long other = __shfl_xor_sync(0xffffffffu, key, off);
        key = other > key ? other : key;
    }
    return key;
}

__global__ void order_by_price(const float *price, int *top_row, float *top_price, int rows, int limit)
{
    __shared__ unsigned long long best[4];
    __shared__ unsigned long long last;
    if (threadIdx.x == 0)
        last = ~0ull;
    __syncthreads();
    for (int k = 0; k < limit; k++) {
        unsigned long long bound = last, key = 0;
        for (int r = threadIdx.x; r < rows; r += blockDim.x) {
            unsigned long long own = sort_key(price[r], r);
            if (own < bound && own > key)
                key = own;
        }
        key = warp_max(key);
        if ((threadIdx.x & 31) == 0)
            best[threadIdx.x >> 5] = key;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int w = 1; w < 4; w++)
                key = best[w] > key ? best[w] : key;
            int row = 0xfffff - (int)(key & 0xfffff);
            last = key;
            top_row[k] = row;
            top_price[k] = price[row];
        }
        __syncthreads();
    }
}
