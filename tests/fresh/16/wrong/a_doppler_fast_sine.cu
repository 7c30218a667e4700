// fpcheck: echo <<<1, 32>>> phase=[100000.5, 150321.25, 199999.75, 87654.125, 123456.5, 176543.25, 191919.0, 133333.5] amplitude=const(1.5):8 out=empty:8 n=8
// expect: error approximation at line 10
// why: __sinf reduces its argument with one product in float, so that radians by the hundred thousand leave three digits at most
// figure: computed out at phase 199999.75 = -0.487965 (argument reduced by one float product), MPFR -0.474003353
// Echo samples of a radar, unwrapped phase in radians.
__global__ void echo(const float *phase, const float *amplitude, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = amplitude[i] * __sinf(phase[i]);
}
