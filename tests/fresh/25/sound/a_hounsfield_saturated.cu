// fpcheck: hounsfield <<<1, 32>>> mu=[0.19,0.0,0.2,0.55,8.2,1.9] hu=empty:6 water=0.19 n=6 want=[0,-1000,53,1895,3071,3071] ref=hu=want --tol bitwise
// expect: ok
// why: the conversion to short is done last, of a number that is clamped already
// figure: hu[4]: computed 3071, MPFR 3071 (error 0, tolerance 0)
// Attenuation coefficients into the 12-bit Hounsfield range.
__global__ void hounsfield(const float *mu, short *hu, float water, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float h = 1000.0f * (mu[i] - water) / water;
    int v = __float2int_rn(h);
    hu[i] = (short)min(max(v, -1024), 3071);
}
