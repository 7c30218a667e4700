// fpcheck: meter_register <<<1, 32>>> kwh=[0.0,1.25,654.99,655.35,700.0,-3.0,1000000000000.0] reading=empty:7 n=7 want=[0,125,65499,65535,65535,0,65535] ref=reading=want
// expect: ok
// why: the readings include negative and huge values, but they are clamped in float before the conversion to 16 bits
// figure: computed reading[4] = 65535, MPFR 65535; reading[2] = 65499: error 0, integers are met exactly
// Energy meters report hundredths of a kWh in a saturating 16-bit register.
__device__ unsigned short to_register(float kwh)
{
    float hundredths = rintf(kwh * 100.0f);
    hundredths = fminf(fmaxf(hundredths, 0.0f), 65535.0f);
    return (unsigned short)__float2uint_rn(hundredths);
}

__global__ void meter_register(const float *kwh, unsigned short *reading, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        reading[i] = to_register(kwh[i]);
}
