// fpcheck: chirp <<<1, 64>>> phase=[12345.0,23456.5,34567.25,45678.75,56789.0,67890.5,78901.25,90123.5] gain=[1,0.9,0.8,0.7,0.6,0.5,0.4,0.3] out=empty:8 n=8
// expect: error intrinsic out of range at line 8
// why: __sinf is good to 2^-21 in [-pi, pi] only; the unwrapped phases of the chirp go to 9e4 radians
// figure: computed out[7] = -0.178087 give or take 0.003 (a step of the reduced argument), MPFR -0.177118
// A chirp from its unwrapped phase.
__device__ float ripple(float p, float gain)
{
    return gain * __sinf(p);
}

__global__ void chirp(const float *phase, const float *gain, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = ripple(phase[i], gain[i]);
}
