// fpcheck: surprise <<<1, 32>>> p=[0.25,0.0010000000474974513,2.999999970665357e-10,7.000000022197538e-30,1.0999999565761737e-38,3.000000645916e-39,9.99994610111476e-41,1.999652908591514e-42,0.6000000238418579,9.80908925027372e-45] bits=empty:10 n=10 --ref bits=@a_bits_log2_tiny_want.npy --tol rtol=1e-4,atol=1e-4
// expect: error exponent bits at line 26
// why: subnormal probabilities have exponent field 0 and no hidden bit: the hidden one is put in all the same, and the logarithm is off by up to 22
// figure: computed bits[7]=-126.999755, MPFR -138.521230
// log2 of likelihoods by exponent bits and a polynomial on [1, 2) around 1.5, as the decoder does for its branch metrics.
__device__ __forceinline__ float mantissa_log2(float m)
{
    // log2(m) for m in [1, 2): atanh series with s = (m - 1) / (m + 1)
    const float s = (m - 1.0f) / (m + 1.0f);
    const float z = s * s;
    float p = 0.18181818f;
    p = fmaf(p, z, 0.22222222f);
    p = fmaf(p, z, 0.28571429f);
    p = fmaf(p, z, 0.4f);
    p = fmaf(p, z, 0.66666667f);
    p = fmaf(p, z, 2.0f);
    return p * s * 1.44269504f;
}

__global__ void surprise(const float *p, float *bits, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned u = __float_as_uint(p[i]);
    const int exponent = (int)(u >> 23) - 127;
    const float mantissa = __uint_as_float((u & 0x7fffffu) | 0x3f800000u);
    bits[i] = (float)exponent + mantissa_log2(mantissa);
}
