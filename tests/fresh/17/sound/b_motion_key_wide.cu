// fpcheck: best_vector <<<1, 64>>> sad=[90000,71000,131100,66000,81234,65900,140000,99999,70001,88888,67000,120000] bits=[2,4,1,7,3,9,5,2,6,4,8,2] best=empty:1 n=12 lambda=4 ref=best=argmax(1000000-sad-4*bits) --tol bitwise
// expect: ok
// why: the shift by 16 of values above 65535 is done in 64 bits, so cost orders first and the candidate's number breaks ties
// figure: computed 5, right 5
// motion search: the cheapest candidate by SAD + lambda * vector bits
__device__ unsigned cost_of(unsigned sad, unsigned bits, unsigned lambda)
{
    return sad + lambda * bits;
}

__global__ void best_vector(const unsigned *sad, const unsigned *bits, int *best, int n, unsigned lambda)
{
    __shared__ unsigned long long low;
    int t = threadIdx.x;
    if (t == 0)
        low = ~0ull;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) {
        unsigned long long key = (unsigned long long)cost_of(sad[i], bits[i], lambda) << 16 | i;
        atomicMin(&low, key);
    }
    __syncthreads();
    if (t == 0)
        *best = (int)(low & 0xffffu);
}
