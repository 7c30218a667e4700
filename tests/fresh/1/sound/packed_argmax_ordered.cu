// fpcheck: best_logit <<<1, 32>>> x=uniform(-5,5):32 val=empty:1 arg=empty:1 --ref val=max(x) --tol bitwise
// expect: ok
__global__ void best_logit(const float* x, float* val, int* arg)
{
    unsigned lane = threadIdx.x;
    unsigned u = __float_as_uint(x[lane]);
    u = (u >> 31) ? ~u : (u | 0x80000000u);
    // ties go to the lower index
    unsigned long long key = ((unsigned long long)u << 32) | (31u - lane);
    for (int d = 16; d; d >>= 1) {
        unsigned long long o = __shfl_xor_sync(0xffffffffu, key, d);
        key = o > key ? o : key;
    }
    if (lane == 0) {
        int w = 31 - (int)(key & 0xffffffffu);
        arg[0] = w;
        val[0] = x[w];
    }
}
