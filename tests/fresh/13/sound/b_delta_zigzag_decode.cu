// fpcheck: encode <<<1, 32>>> sample=[0.5,0.25,-0.75,1,0.125,-1,0.99,-0.3,0.3,0,0.0625,-0.5] code=empty:12:u32 step=1024 n=12
// fpcheck+ decode <<<1, 32>>> out=empty:12 inv=0.0009765625 n=12
// expect: ok
// why: shifts of negative integers and an unsigned code; zig-zag is a bijection, and rounding to a grid of 1/1024 is what the codec means
// figure: computed out[6] = 0.990234375, out[7] = -0.299804688, MPFR 0.990234375, -0.299804688 (nearest points of the grid)
// Compression: quantised samples, deltas, zig-zag; decoding by a scan.
__device__ int quantum(float v, float step)
{
    return __float2int_rn(fminf(fmaxf(v, -1.0f), 1.0f) * step);
}

__global__ void encode(const float *sample, unsigned *code, float step, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int before = i > 0 ? quantum(sample[i - 1], step) : 0;
    int d = quantum(sample[i], step) - before;
    code[i] = ((unsigned)d << 1) ^ (unsigned)(d >> 31);
}

__global__ void decode(const unsigned *code, float *out, float inv, int n)
{
    int i = threadIdx.x;
    unsigned c = i < n ? code[i] : 0u;
    int s = (int)(c >> 1) ^ -(int)(c & 1u);
    for (int o = 1; o < 32; o <<= 1)
    {
        int up = __shfl_up_sync(0xffffffffu, s, o);
        if (i >= o)
            s += up;
    }
    if (i < n)
        out[i] = s * inv;
}
