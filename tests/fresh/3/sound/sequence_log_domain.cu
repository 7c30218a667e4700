// fpcheck: loglik <<<1, 32>>> p=uniform(0.01,0.2):32x64 ll=empty:32 cols=64 ref=sum(log(p),1) --tol rtol=0.000003
// expect: ok
// Log-likelihood: the logarithm of the product of mantissas, and the exponents
// counted apart by integers.
__global__ void loglik(const float* p, float* ll, int cols) {
    const float* row = p + threadIdx.x * cols;
    float mantissa = 1.0f;
    int exponent = 0;
    for (int k = 0; k < cols; ++k) {
        mantissa *= row[k];
        unsigned u = __float_as_uint(mantissa);
        exponent += (int)(u >> 23) - 127;
        mantissa = __uint_as_float((u & 0x7fffffu) | 0x3f800000u);
    }
    ll[threadIdx.x] = (float)exponent * 0.693147181f + logf(mantissa);
}
