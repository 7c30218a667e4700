// fpcheck: pack_iq <<<1, 32>>> re=[-0.119,-0.586,0.285,0.594,-0.708,-0.57,-0.381,0.52,-0.591,-0.136,-0.209,0.082,0.41,-0.802,-0.972,0.407,-0.823,-0.694,0.403,0.745,0.06,0.195,-0.182,-0.141,-0.325,-0.356,-0.705,-0.668,-0.223,-0.193,-0.649,0.253] im=[0.472,0.677,-0.175,0.528,0.2,-0.048,0.196,-0.603,-0.875,0.495,0.349,-0.673,0.526,-0.903,-0.169,0.973,-0.943,-0.877,0.171,0.047,0.759,-0.87,0.331,0.457,0.727,-0.088,-0.864,-0.895,0.379,0.339,-0.4,-0.379] packed=empty:32 n=32
// fpcheck+ power <<<1, 32>>> p=empty:32 n=32 --ref p=@a_iq_bf16_words_want.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: rounding to bfloat16 by integer arithmetic on the bits: ties to even, carries run into the exponent as they should, and shifts are unsigned; the reference squares the rounded samples
// figure: computed p[0]=0.23759842, MPFR 0.23759842 (one rounding, tolerance 1e-6)
// Baseband samples packed as two bfloat16 in a word: real part in the low half, imaginary part in the high half.
__device__ __forceinline__ unsigned rounded_bits(float f)
{
    // to nearest, ties to even; samples are finite
    const unsigned u = __float_as_uint(f);
    return u + 0x7fffu + ((u >> 16) & 1u);
}

__device__ __forceinline__ unsigned pack(float re, float im)
{
    return (rounded_bits(im) & 0xffff0000u) | (rounded_bits(re) >> 16);
}

__global__ void pack_iq(const float *re, const float *im, unsigned *packed, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        packed[i] = pack(re[i], im[i]);
}

__global__ void power(const unsigned *packed, float *p, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float re = __uint_as_float(packed[i] << 16);
    const float im = __uint_as_float(packed[i] & 0xffff0000u);
    p[i] = fmaf(re, re, im * im);
}
