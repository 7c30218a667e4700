// fpcheck: argmax_scan <<<4, 64>>> n=200 x=randn:200 key=inout:zeros:1:u64
// fpcheck+ argmax_read <<<1, 32>>> x=x key=key best=empty:1 at=empty:1:i32
// expect: ok
// Argmax over a grid: ordered keys with a 64-bit atomicMax, then a second kernel reads the winner. Ties go to the lower index.
__device__ unsigned long long ordered_key(float v, int i)
{
    unsigned b = __float_as_uint(v);
    b = (b & 0x80000000u) ? ~b : (b | 0x80000000u);
    return ((unsigned long long)b << 32) | (0xffffffffu - (unsigned)i);
}

__global__ void argmax_scan(const float* x, unsigned long long* key, int n)
{
    unsigned long long k = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned long long c = ordered_key(x[i], i);
        k = c > k ? c : k;
    }
    for (int d = 16; d > 0; d >>= 1) {
        unsigned long long o = __shfl_xor_sync(0xffffffffu, k, d);
        k = o > k ? o : k;
    }
    if ((threadIdx.x & 31) == 0) atomicMax(key, k);
}

__global__ void argmax_read(const float* x, const unsigned long long* key, float* best, int* at)
{
    if (threadIdx.x == 0) {
        int i = (int)(0xffffffffu - (unsigned)(*key & 0xffffffffu));
        at[0] = i;
        best[0] = x[i];
    }
}
