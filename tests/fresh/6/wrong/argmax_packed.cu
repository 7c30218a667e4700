// fpcheck: argmax_packed <<<1, 64>>> n=8 x=[-9.5, -3.25, -0.75, -20.0, -1.5, -7.0, -0.875, -2.0] best=empty:1 where_=empty:1:i32 want=[-0.75] ref=best=want --tol rtol=1e-6,atol=0
// expect: error argmax key at line 11: raw bits of negative floats order the wrong way round as unsigned numbers
// Block argmax by one 64-bit atomicMax: value bits above, index below.
__global__ void argmax_packed(const float* x, float* best, int* where_, int n)
{
    __shared__ unsigned long long key;
    int t = threadIdx.x;
    if (t == 0) key = 0ull;
    __syncthreads();
    if (t < n) {
        unsigned long long k = ((unsigned long long)__float_as_uint(x[t]) << 32) | (unsigned)t;
        atomicMax(&key, k);
    }
    __syncthreads();
    if (t == 0) {
        unsigned hit = (unsigned)(key & 0xffffffffu);
        where_[0] = (int)hit;
        best[0] = x[hit];
    }
}
