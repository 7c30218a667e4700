// fpcheck: pack_rates <<<1, 32>>> rate=[0.5,-0.25,1.5,2.0,-3.0,-0.125,4.0,-1.0] packed=empty:4 pairs=4
// fpcheck+ unpack_rates <<<1, 32>>> words=packed back=empty:8 pairs=4 want=[0.5,-0.25,1.5,2.0,-3.0,-0.125,4.0,-1.0] ref=back=want --tol rtol=0.01,atol=0
// expect: error packed halves at line 9
// why: the low half comes from an arithmetic shift: the sign of a negative rate spreads over the high half and makes a NaN of the other axis
// figure: back[5]: computed NaN (0xffff0000), MPFR -0.125
// Telemetry of a gyroscope: two angular rates as bfloat16 in one word, and back.
__device__ unsigned pack(float low, float high)
{
    int l = (__float_as_int(low) + 0x8000) >> 16;
    int h = (__float_as_int(high) + 0x8000) & 0xffff0000;
    return (unsigned)(h | l);
}

__global__ void pack_rates(const float *rate, unsigned *packed, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs)
        packed[i] = pack(rate[2 * i], rate[2 * i + 1]);
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
