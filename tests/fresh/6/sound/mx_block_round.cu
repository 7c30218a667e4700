// fpcheck: mx_block_round <<<4, 32>>> x=uniform(-6,6):128 y=empty:128 e=empty:4:i32 ref=y=x --tol rtol=0,atol=0.13
// expect: ok
// Fake quantisation with a power-of-two scale shared by 32 values: 6-bit integers; the exponent of the largest magnitude, by bits.
__global__ void mx_block_round(const float* x, float* y, int* e)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float v = x[i];
    unsigned mag = __float_as_uint(v) & 0x7fffffffu;
    unsigned top = __reduce_max_sync(0xffffffffu, mag);      // positive floats order as integers
    int ex = max((int)(top >> 23), 24);
    int shift = ex - 127 - 4;
    float q = rintf(v * __uint_as_float((unsigned)(127 - shift) << 23));
    q = fminf(fmaxf(q, -31.0f), 31.0f);
    y[i] = q * __uint_as_float((unsigned)(127 + shift) << 23);
    if (threadIdx.x == 0) e[blockIdx.x] = shift;
}
