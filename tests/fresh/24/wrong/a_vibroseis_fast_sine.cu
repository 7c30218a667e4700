// fpcheck: sweep_samples <<<1, 32>>> phase=[0.5,12345.678,99999.5,271828.2,314159.25,500000.06] taper=[1,1,1,1,1,1] out=empty:6 n=6
// expect: error fast approximation out of range at line 11
// why: __sinf of phases of 1e4 and more: its reduction multiplies by 1/(2 pi) in binary32, which leaves two or three digits
// figure: computed about out[4]=-0.02454, MPFR -0.0153584
// Pilot of a vibrator: phases were unwrapped on the host, in radians since the start of the record.
__global__ void sweep_samples(const float *__restrict__ phase, const float *__restrict__ taper, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = taper[i] * __sinf(phase[i]);
}
