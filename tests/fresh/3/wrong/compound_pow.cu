// fpcheck: compound <<<1, 32>>> rate=uniform(0.03,0.06):32 growth=empty:32 periods=31536000 n=32 ref=exp(periods*log1p(rate/periods)) --tol rtol=0.001
// expect: error absorbed at line 7: 1 + 1.6e-9 is 1 in binary32, so interest compounded each second is none at all
// Growth of one unit within a year, compounded `periods` times.
__global__ void compound(const float* rate, float* growth, float periods, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float per = 1.0f + rate[i] / periods;
        growth[i] = powf(per, periods);
    }
}
