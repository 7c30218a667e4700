// fpcheck: quantise <<<4, 32>>> x=uniform(-1,1):4x32 y=empty:4x32 --ref y=x --tol atol=0.02
// expect: error exponent bits at line 7: the sign bit is not masked off, a negative element has an exponent above 255, and the shared scale is nonsense
// Block quantisation to 8 bits with a shared power of two a block of 32.
__global__ void quantise(const float* x, float* y) {
    int i = blockIdx.x * 32 + threadIdx.x;
    float v = x[i];
    int e = (int)(__float_as_uint(v) >> 23) - 127;
    for (int o = 16; o > 0; o >>= 1) {
        int other = __shfl_xor_sync(0xffffffffu, e, o);
        e = other > e ? other : e;
    }
    float scale = exp2f((float)(e - 6));
    float q = rintf(v / scale);
    q = fminf(127.0f, fmaxf(-127.0f, q));
    y[i] = q * scale;
}
