// fpcheck: branching <<<1, 32>>> kelvin=[300.0,50.0,40.0,900.0,56.0] fraction=empty:5 a1=2e10 a2=3e9 e1=6000 e2=6050 n=5 want=[0.8873332881536284,0.947703883728683,0.9587950910799392,0.8757380893189615,0.942131797752843] ref=fraction=want --tol rtol=1e-4,atol=0
// expect: error underflow at line 8
// why: both Arrhenius rates underflow to zero in the cold, 0/0 is NaN, and fmaxf/fminf turn it into 0
// figure: fraction[1]: computed 0, MPFR 0.9477038837
// Branching fraction of two unimolecular channels; e1 and e2 are activation temperatures E/R in kelvin.
__device__ __forceinline__ float rate(float a, float e, float kelvin)
{
    return a * expf(-e / kelvin);
}

__global__ void branching(const float *kelvin, float *fraction, float a1, float a2, float e1, float e2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float k1 = rate(a1, e1, kelvin[i]);
    float k2 = rate(a2, e2, kelvin[i]);
    float share = k1 / (k1 + k2);
    // guard against rounding a little outside
    fraction[i] = fminf(fmaxf(share, 0.0f), 1.0f);
}
