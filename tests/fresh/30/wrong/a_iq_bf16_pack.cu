// fpcheck: pack_iq <<<1, 32>>> re=[-0.703,0.063,0.237,-0.166,-0.679,0.795,0.44,0.466,-0.145,0.843,-0.395,-0.766,-0.366,0.953,-0.691,-0.509,-0.655,0.375,-0.646,-0.139,0.045,-0.779,-0.814,-0.546,-0.003,-0.071,0.977,-0.511,-0.024,0.661,-0.357,0.527] im=[-0.491,0.147,-0.824,0.195,0.617,-0.764,-0.681,0.904,-0.823,0.399,0.611,-0.723,-0.172,0.818,0.573,-0.533,-0.43,0.28,-0.384,0.564,-0.904,-0.936,-0.435,0.941,-0.42,-0.945,0.458,0.558,0.62,0.951,0.011,0.956] packed=empty:32 n=32
// fpcheck+ power <<<1, 32>>> p=empty:32 n=32 --ref p=@a_iq_bf16_pack_want.npy --tol rtol=2e-2,atol=1e-3
// expect: error wrong half at line 16
// why: the low half is shifted down as a signed number: a negative real part fills the upper half with ones, and the imaginary part becomes NaN
// figure: computed NaN for each element with re < 0 (element 0), MPFR 0.734715
// Baseband samples packed as two bfloat16 in a word: real part in the low half, imaginary part in the high half.
__device__ __forceinline__ int rounded_bits(float f)
{
    // to nearest, ties to even; samples are finite
    const unsigned u = __float_as_uint(f);
    return (int)(u + 0x7fffu + ((u >> 16) & 1u));
}

__device__ __forceinline__ unsigned pack(float re, float im)
{
    const int low = rounded_bits(re) >> 16;
    const int high = rounded_bits(im) & 0xffff0000;
    return (unsigned)(high | low);
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
