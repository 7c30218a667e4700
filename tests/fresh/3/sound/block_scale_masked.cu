// fpcheck: quantise <<<4, 32>>> x=uniform(-1,1):4x32 y=empty:4x32 --ref y=x --tol atol=0.01
// expect: ok
// Block quantisation to 8 bits with a power of two from the exponent bits.
__global__ void quantise(const float* x, float* y) {
    int i = blockIdx.x * 32 + threadIdx.x;
    float v = x[i];
    int e = (int)((__float_as_uint(v) >> 23) & 0xffu) - 127;
    e = __reduce_max_sync(0xffffffffu, e);
    float scale = exp2f((float)(e - 6));
    float q = rintf(v / scale);
    q = fminf(127.0f, fmaxf(-127.0f, q));
    y[i] = q * scale;
}
