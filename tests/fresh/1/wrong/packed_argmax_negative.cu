// fpcheck: best_logit <<<1, 32>>> x=uniform(-5,-0.5):32 val=empty:1 ref=max(x)
// expect: error sign bit at line 7: the packed key orders negative scores backwards: the warp picks the worst one
__global__ void best_logit(const float* x, float* val)
{
    int lane = threadIdx.x;
    float v = x[lane] * 0.5f + x[lane] * 0.5f;
    unsigned long long key = ((unsigned long long)__float_as_uint(v) << 32) | (unsigned)lane;
    for (int d = 16; d; d >>= 1) {
        unsigned long long o = __shfl_xor_sync(0xffffffffu, key, d);
        if (o > key) key = o;
    }
    if (lane == 0) val[0] = __uint_as_float((unsigned)(key >> 32));
}
