// fpcheck: hazard <<<1, 64>>> p=uniform(0.00000001,0.0000002):64 rate=empty:64 n=64 ref=0-log1p(0-p) --tol rtol=0.0001
// expect: error absorbed at line 6: 1 - p rounds to a multiple of 6e-8 before the logarithm; log1p is missing
// Hazard rate of rare failures from the probability in one hour.
__global__ void hazard(const float* p, float* rate, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) rate[i] = -logf(1.0f - p[i]);
}
