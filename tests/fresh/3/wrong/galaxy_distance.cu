// fpcheck: separation <<<1, 32>>> dx=uniform(2e20,9e20):32 dy=uniform(2e20,9e20):32 dz=uniform(1e20,3e20):32 metres=empty:32 n=32
// expect: error overflow at line 6: squares of 1e20 m overflow binary32, the distance is infinite where 1e21 fits well
// Separation of stars from component differences in metres.
__global__ void separation(const float* dx, const float* dy, const float* dz, float* metres, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) metres[i] = sqrtf(dx[i] * dx[i] + dy[i] * dy[i] + dz[i] * dz[i]);
}
