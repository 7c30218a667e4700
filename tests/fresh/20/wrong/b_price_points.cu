// fpcheck: units_by_price <<<1, 32>>> price=[0.05,0.29,0.53,0.58,1.05,1.17,1.16,0.35,0.07,0.14,0.28,1.09,0.99,1.1,0.69,0.59,1.06,0.55,1.18,0.83] qty=[1,4,2,2,4,4,1,8,3,4,1,3,6,8,1,7,4,2,7,5] units=inout:zeros:120 n=20 points=120 want=[0,0,0,0,0,1,0,3,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,1,4,0,0,0,0,0,8,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2,0,2,0,0,2,7,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,6,0,0,0,0,0,4,4,0,0,3,8,0,0,0,0,0,1,4,7,0] ref=units=want --tol rtol=0,atol=0.5
// expect: error index at line 12
// why: dollars are turned into a cents slot by truncation of price*100.0f; 0.53f, 1.05f and others land a cent too low
// figure: computed units[52] = 2, MPFR 0 (slots that differ: [52, 53, 58, 59, 104, 106, 116, 117, 118])
// Units sold by price point: a group-by whose key is the price in cents.
__global__ void units_by_price(const float *price, const int *qty, int *units, int n, int points)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float p = price[i];
        if (!(p >= 0.0f))
            continue;
        int slot = (int)(p * 100.0f);
        if (slot < points)
            atomicAdd(&units[slot], qty[i]);
    }
}
