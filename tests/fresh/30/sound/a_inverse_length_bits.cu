// fpcheck: inverse_length <<<1, 32>>> d2=@a_inverse_length_bits_d2.npy inverse=empty:32 n=32
// expect: ok
// why: the old seed for 1/sqrt by shifting exponent bits; three Newton steps take its 3 % to the last bits
// figure: computed inverse[0]=11.6518984, MPFR 11.6518975 (relative error at most 9.3e-08)
// Inverse distances of a particle to its neighbours without the special function unit: seed from the exponent, then Newton.
__device__ __forceinline__ float newton(float y, float half)
{
    return y * fmaf(-half * y, y, 1.5f);
}

__device__ float inverse_sqrt(float x)
{
    const float half = 0.5f * x;
    float y = __uint_as_float(0x5f3759dfu - (__float_as_uint(x) >> 1));
    y = newton(y, half);
    y = newton(y, half);
    return newton(y, half);
}

__global__ void inverse_length(const float *d2, float *inverse, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        inverse[i] = inverse_sqrt(d2[i]);
}
