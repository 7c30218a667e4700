// fpcheck: spacing <<<1, 32>>> lat1=[0.8,0.81,-0.35,0.2] lon1=[0.1,0.2,2.5,-1.1] lat2=[0.80001,0.81,-0.350002,0.7] lon2=[0.1,0.200003,2.500002,1.4] km=empty:4 n=4 want=[0.0637965202332,0.0131570055421,0.0170919335652,13143.2201309] ref=km=want --tol rtol=1e-5,atol=0
// expect: ok
// why: subtraction of nearly equal coordinates looks like cancellation, but the difference of two inputs is exact and the rest is well conditioned
// figure: error 4.4e-8 relative, the largest at km, tolerance 1e-5
// Great circle distance by the haversine formula.
__global__ void spacing(const float *lat1, const float *lon1, const float *lat2, const float *lon2, float *km, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float a = sinf(0.5f * (lat2[i] - lat1[i]));
    float b = sinf(0.5f * (lon2[i] - lon1[i]));
    float h = a * a + cosf(lat1[i]) * cosf(lat2[i]) * b * b;
    km[i] = 2.0f * 6371.0f * asinf(fminf(1.0f, sqrtf(h)));
}
