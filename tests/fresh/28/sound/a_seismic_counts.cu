// fpcheck: digitise <<<4, 32>>> volts=@a_seismic_counts_v.npy counts=empty:128 gain=262144.0 n=128 --ref counts=@a_seismic_counts_want.npy --tol bitwise
// expect: ok
// why: adding 1.5 * 2^23 throws all fraction bits away, on purpose: it rounds to the nearest integer, which stands in the low bits as long as it is below 2^22
// figure: counts[20] computed 938648, exact 938648; counts[0..3] of ties 0, 2, 2, 0
// Digitises a seismic trace to counts with the rounding trick of the old converters.
__device__ int nearest(float v)
{
    const float magic = 12582912.0f;
    float shifted = __fadd_rn(v, magic);
    return __float_as_int(shifted) - 0x4b400000;
}

__global__ void digitise(const float *volts, int *counts, float gain, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = fminf(fmaxf(volts[i] * gain, -4194303.0f), 4194303.0f);
    counts[i] = nearest(v);
}
