// fpcheck: branching <<<1, 32>>> kelvin=[300.0,50.0,40.0,900.0,2.5] fraction=empty:5 a1=2e10 a2=3e9 e1=6000 e2=6050 n=5 want=[0.8873332881536284,0.947703883728683,0.9587950910799392,0.8757380893189615,0.999999999690827] ref=fraction=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the rates would underflow in the cold; their ratio is taken by the difference of the exponents
// figure: fraction[1]: computed 0.947703958, MPFR 0.9477038837 (relative error 7.8e-8, tolerance 1e-6)
// Branching fraction of two unimolecular channels from the ratio of their rates.
__global__ void branching(const float *kelvin, float *fraction, float a1, float a2, float e1, float e2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float ratio = a2 / a1 * expf((e1 - e2) / kelvin[i]);
    fraction[i] = 1.0f / (1.0f + ratio);
}
