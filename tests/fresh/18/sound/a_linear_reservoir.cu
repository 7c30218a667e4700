// fpcheck: route <<<1, 32>>> inflow=[0,2,5,9,4,2,1,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] out=empty:32 a=0.05 n=32 want=[0.0,0.10000000149011612,0.34500000506639483,0.7777500112615525,0.9388625130992383,0.9919193882348853,0.9923234188291616,0.967707247520894,0.9193218844238512,0.8733557895177105,0.8296879993911243,0.7882035988034023,0.7487934182759747,0.7113537468042814,0.6757860589340675,0.6419967554838643,0.6098969172313462,0.5794020709153703,0.5504319669379136,0.5229103681809141,0.49676484938226984,0.4719266065430377,0.4483302758642731,0.42591376173702733,0.4046180733328455,0.38438716936473927,0.36516781061011155,0.34690941980753476,0.32956394855869037,0.31308575088521157,0.2974314631076839,0.282559889730696] ref=out=want --tol rtol=2e-5,atol=0
// expect: ok
// why: a recursion over time made parallel as a scan of affine maps by shuffles: shfl_up with the guard lane >= o, all coefficients positive
// figure: error about 1e-6 relative at 0.829688, allowed 2e-5
// Linear reservoir q' = (1 - a) q + a inflow over 32 steps: scan of the maps q -> m q + b.
__global__ void route(const float *inflow, float *out, float a, int n)
{
    int t = threadIdx.x;
    float m = 1.0f - a;
    float b = t < n ? a * inflow[t] : 0.0f;
    for (int o = 1; o < 32; o <<= 1) {
        float pm = __shfl_up_sync(0xffffffffu, m, o);
        float pb = __shfl_up_sync(0xffffffffu, b, o);
        if (t >= o) {
            b = m * pb + b;
            m = m * pm;
        }
    }
    if (t < n)
        out[t] = b;
}
