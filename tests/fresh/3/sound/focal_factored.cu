// fpcheck: focal <<<1, 16>>> major=[1.6,2.3,2.7,2.9,3.1,3.2,3.7,3.9,4.1,4.3,4.6,4.7,5,4,13,6] minor=[1.6,2.3,2.7,2.9,3.1,3.2,3.7,3.9,4.1,4.3,4.6,4.7,4,3,12,6] focus=empty:16 n=16 ref=sqrt((major-minor)*(major+minor)) --tol rtol=0.000001,atol=0.000001
// expect: ok
// Distance of the foci: (a - b)(a + b) is 0 for a circle, and never negative.
__global__ void focal(const float* major, const float* minor, float* focus, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) focus[i] = sqrtf((major[i] - minor[i]) * (major[i] + minor[i]));
}
