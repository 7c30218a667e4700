// fpcheck: separation<<<1, 32>>> dra=[9.999999747378752e-06,-3.9999998989515007e-05,0.000699999975040555,0.019999999552965164,-1.100000023841858,2.9000000953674316] ddec=[1.9999999494757503e-05,9.999999747378752e-06,-0.0003000000142492354,0.009999999776482582,0.699999988079071,-0.20000000298023224] sep=empty:6 dec0=0.6000000238418579 n=6 want=[2.163601002500412e-05,3.449461771804179e-05,0.0006510346490164972,0.019250855742420813,0.8708074689277716,2.1155706970233856] ref=sep=want --tol rtol=4e-6,atol=0
// expect: ok
// why: an arc sine of a root, but of half-angle sines of the offsets themselves: nothing cancels at small angles, and 2.9 rad is still away from the end
// figure: MPFR sep[0] = 2.163601e-05; error below 1e-6 relative against 4e-6 allowed
// Separation of sources from the field centre, given as offsets in right ascension and declination.
__device__ float haversine(float dra, float ddec, float dec0)
{
    float a = sinf(0.5f * ddec);
    float b = sinf(0.5f * dra);
    return a * a + cosf(dec0) * cosf(dec0 + ddec) * b * b;
}

__global__ void separation(const float *dra, const float *ddec, float *sep, float dec0, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float h = haversine(dra[i], ddec[i], dec0);
    sep[i] = 2.0f * atan2f(sqrtf(h), sqrtf(fmaxf(0.0f, 1.0f - h)));
}
