// fpcheck: to_cents <<<1, 32>>> price=[0.53,1.17,8.2,4.45,2.37,2.5,19.99,0.57] cents=empty:8 total=inout:zeros:1 n=8 want=[53,117,820,445,237,250,1999,57] ref=cents=want --tol rtol=0,atol=0.25
// expect: error conversion at line 12
// why: the product with 100 is truncated and not rounded: 0.53f times 100 is a little less than 53, and the cents come out one too small
// figure: computed cents[0] = 52, right 53

// Prices as they come from a file of decimal numbers, to whole cents; the sum of the block into total.
__global__ void to_cents(const float *price, int *cents, int *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int c = 0;
    if (i < n) {
        c = (int)(price[i] * 100.0f);
        cents[i] = c;
    }
    int sum = __reduce_add_sync(0xffffffffu, c);
    if (threadIdx.x == 0)
        atomicAdd(total, sum);
}
