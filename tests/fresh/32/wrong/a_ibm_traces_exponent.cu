// fpcheck: read_traces <<<4, 32>>> raw=@a_ibm_traces_exponent_raw.npy samples=empty:4x64 balanced=empty:4x64 loudness=empty:4 --ref 'samples=@a_ibm_traces_exponent_samples_ref.npy' --ref 'balanced=@a_ibm_traces_exponent_balanced_ref.npy' --ref 'loudness=@a_ibm_traces_exponent_loudness_ref.npy' --tol rtol=1e-5
// expect: error mismatch at line 40
// why: IBM floats are normalised to hexadecimal digits, so up to three leading bits of the fraction are 0; the fraction is shifted, but the exponent does not follow, and values are 2, 4 or 8 times too large, as in early SEG-Y readers
// figure: samples[137] computed -8.0, exact -9.5367431640625e-07; 176 of 256 beyond the tolerance, worst 8.39e+11 times
#include <cuda_runtime.h>
#include <cfloat>

// Traces of SEG-Y files: big-endian IBM floats (base 16), converted by integers, and balanced to a common loudness.

#define SAMPLES 64

struct Parts {
    unsigned sign;
    int exponent;       // of 16
    unsigned fraction;  // 24 bits behind the point
};

__device__ unsigned swap_bytes(unsigned w)
{
    return (w >> 24) | ((w >> 8) & 0xff00u) | ((w << 8) & 0xff0000u) | (w << 24);
}

__device__ Parts take_apart(unsigned w)
{
    Parts p;
    p.sign = w & 0x80000000u;
    p.exponent = (int)((w >> 24) & 0x7fu) - 64;
    p.fraction = w & 0x00ffffffu;
    return p;
}

// zero bits in front of the fraction: up to three of a normalised number, more of others
__device__ int leading_zeros(unsigned fraction)
{
    return __clz((int)fraction) - 8;
}

__device__ int binary_exponent(const Parts& p, int zeros)
{
    return 4 * p.exponent - 1;
}

__device__ float largest(unsigned sign)
{
    return __uint_as_float(sign | 0x7f7fffffu);
}

__device__ float assemble(unsigned sign, int biased, unsigned mantissa)
{
    return __uint_as_float(sign | ((unsigned)biased << 23) | (mantissa & 0x7fffffu));
}

__device__ float ibm_to_float(unsigned w)
{
    Parts p = take_apart(w);
    if (p.fraction == 0)
        return __uint_as_float(p.sign);
    int zeros = leading_zeros(p.fraction);
    unsigned mantissa = p.fraction << zeros;
    int e = binary_exponent(p, zeros) + 127;
    // what binary32 cannot hold saturates, and what is below its range is 0
    if (e >= 255)
        return largest(p.sign);
    if (e <= 0)
        return __uint_as_float(p.sign);
    return assemble(p.sign, e, mantissa);
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__device__ float trace_rms(float a, float b)
{
    return sqrtf(warp_sum(a * a + b * b) / SAMPLES);
}

__device__ float balance(float v, float rms)
{
    return rms > 0.f ? v / rms : 0.f;
}

// a warp a trace, two samples a lane
__global__ void read_traces(const unsigned* raw, float* samples, float* balanced, float* loudness)
{
    int lane = threadIdx.x;
    int at = blockIdx.x * SAMPLES + lane;
    float a = ibm_to_float(swap_bytes(raw[at]));
    float b = ibm_to_float(swap_bytes(raw[at + 32]));
    samples[at] = a;
    samples[at + 32] = b;
    float rms = trace_rms(a, b);
    balanced[at] = balance(a, rms);
    balanced[at + 32] = balance(b, rms);
    if (lane == 0)
        loudness[blockIdx.x] = rms;
}
