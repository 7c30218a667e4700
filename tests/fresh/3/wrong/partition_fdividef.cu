// fpcheck: occupation <<<1, 32>>> weight=uniform(1e37,5e37):32 z=uniform(1e38,3e38):32 p=empty:32 n=32 ref=weight/z --tol rtol=0.00001
// expect: error fast-math range at line 6: __fdividef returns 0 for a divisor above 2^126 (8.5e37)
// Occupation of a level from its Boltzmann weight and the partition sum.
__global__ void occupation(const float* weight, const float* z, float* p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = __fdividef(weight[i], z[i]);
}
