// fpcheck: accumulate <<<1, 64>>> weight=[0.2745,1.2511,1.514,0.913,1.3461,0.0546,0.1824,0.9086,1.4906,1.4172,1.2908,1.2212,1.7427,1.5669,1.7163,1.2608,1.3558,0.3059,0.215,0.3347,1.6322,1.2384,0.4369,1.2593,1.4425,0.2465,0.9413,1.1556,0.3263,1.9767,1.5981,0.0889,0.5806,0.0928,1.3518,1.4513,1.305,0.2266,1.5163,1.3203,0.6768,1.4838,0.478,1.4324,0.6489,0.3152,1.4315,1.5386,0.643,1.6638,0.4034,0.1543,1.8422,1.9189,1.6988,0.4761,1.1353,1.2544,1.54,0.5185] bin=[1,2,2,1,3,0,2,0,0,1,0,0,1,2,1,3,2,2,3,4,1,1,2,3,4,2,0,1,0,3,0,3,0,1,4,0,3,1,4,0,0,2,0,1,4,2,3,3,1,1,4,0,0,2,0,2,3,4,0,4] cells=inout:zeros:5:i64 n=60 bins=5 out=empty:5 want=[17.57379984855652,14.1484998986125,11.05350011587143,11.557199835777283,7.470499873161316] ref=out=want --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: atomics from many threads to one address, but on 64-bit integers of 2^-30: no order changes the sum, and conversion loses 5e-10 a weight
// figure: computed out[0] about 17.5738, MPFR 17.5737998: error about an ulp against 1e-6
// Weighted histogram with the same bits in every run: fixed-point bins, one block.
__global__ void accumulate(const float *weight, const int *bin, long long *cells, float *out, int n, int bins)
{
    int i = threadIdx.x;
    if (i < n && (unsigned)bin[i] < (unsigned)bins) {
        long long q = llrint((double)weight[i] * 1073741824.0);
        atomicAdd(reinterpret_cast<unsigned long long *>(cells) + bin[i], (unsigned long long)q);
    }
    __syncthreads();
    if (i < bins)
        out[i] = (float)((double)cells[i] * 0x1p-30);
}
