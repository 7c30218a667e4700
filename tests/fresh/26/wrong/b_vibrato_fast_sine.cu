// fpcheck: vibrato <<<1, 32>>> phase=[0.5,12.25,800.125,27646.5,40000.75,91234.5,123456.125,250000.5] out=empty:8 depth=0.5 n=8
// expect: error fastmath at line 7
// why: __sinf is only good within [-pi, pi]; the accumulated phase of a long tone is far beyond
// figure: computed out[7] = about -0.46194 (x times a rounded 1/(2 pi), then the sine), exact -0.458439
__device__ float oscillator(float phase)
{
    return __sinf(phase);
}

__global__ void vibrato(const float *phase, float *out, float depth, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = depth * oscillator(phase[i]);
}
