// fpcheck: pack_rates <<<1, 32>>> rate=[0.5,-0.25,1.5,2.0,-3.0,-0.125,3.140625,-1.0078125] packed=empty:4 pairs=4
// fpcheck+ unpack_rates <<<1, 32>>> words=packed back=empty:8 pairs=4 want=[0.5,-0.25,1.5,2.0,-3.0,-0.125,3.140625,-1.0078125] ref=back=want --tol rtol=0.004,atol=0
// expect: ok
// why: bfloat16 by hand: unsigned shifts, and 0x7fff plus the lowest kept bit is round to nearest even
// figure: back[6]: computed 3.140625, MPFR 3.140625 (error 0, tolerance 0.004)
// Two angular rates as bfloat16 in one word, and back.
__device__ unsigned to_bf16(float x)
{
    unsigned b = __float_as_uint(x);
    if ((b & 0x7fffffffu) > 0x7f800000u)
        return 0x7fc0u; // a quiet NaN, whatever its payload
    b += 0x7fffu + ((b >> 16) & 1u);
    return b >> 16;
}

__global__ void pack_rates(const float *rate, unsigned *packed, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs)
        packed[i] = to_bf16(rate[2 * i + 1]) << 16 | to_bf16(rate[2 * i]);
}

__global__ void unpack_rates(const unsigned *words, float *back, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) {
        unsigned w = words[i];
        back[2 * i] = __uint_as_float(w << 16);
        back[2 * i + 1] = __uint_as_float(w & 0xffff0000u);
    }
}
