// fpcheck: hounsfield <<<1, 32>>> mu=[0.19,0.0,0.2,0.55,8.2,1.9] hu=empty:6 water=0.19 n=6 want=[0,-1000,53,1895,3071,3071] ref=hu=want --tol bitwise
// expect: error narrowing at line 9
// why: the number is cut to 16 bits before the clamp: metal at 42158 HU wraps to a negative number and is shown as air
// figure: hu[4]: computed -1024, MPFR 3071
// Attenuation coefficients (1/cm) into Hounsfield numbers of the 12-bit range -1024..3071.
__device__ short to_hu(float mu, float water)
{
    float h = 1000.0f * (mu - water) / water;
    return (short)__float2int_rn(h);
}

__global__ void hounsfield(const float *mu, short *hu, float water, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int h = to_hu(mu[i], water);
    h = max(h, -1024);
    h = min(h, 3071);
    hu[i] = (short)h;
}
