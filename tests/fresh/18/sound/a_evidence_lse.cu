// fpcheck: evidence <<<1, 32>>> ll=[-1200.5,-1201.25,-1199.0,-1230.0,-1199.5] out=empty:1 n=5 want=[-1198.33986164329] ref=out=want --tol rtol=1e-6,atol=0
// expect: ok
// why: lanes without a sample hold -inf, and exp(-inf - max) is 0, never NaN, because the maximum is finite; e^-1200 alone would underflow
// figure: error about 1e-4 absolute at -1198.3399 (an ulp), allowed 1e-6 relative
// Log of the summed likelihoods (model evidence), one warp.
__global__ void evidence(const float *ll, float *out, int n)
{
    const float none = -__int_as_float(0x7f800000);
    int i = threadIdx.x;
    float v = i < n ? ll[i] : none;
    float top = v;
    for (int o = 16; o > 0; o >>= 1)
        top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, o));
    float s = expf(v - top);
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (i == 0)
        *out = top + logf(s);
}
