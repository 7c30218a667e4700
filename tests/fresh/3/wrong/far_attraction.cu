// fpcheck: attract <<<1, 32>>> r=uniform(2e13,8e13):32 accel=empty:32 gm=1.3271244e20 n=32
// expect: error overflow at line 8: r^3 of 1e13 m overflows, the attraction of a distant comet becomes 0 for 2e-8 to 3e-7
// Acceleration component gm * x / r^3 with x = r (radial).
__global__ void attract(const float* r, float* accel, float gm, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = r[i];
    float cube = d * d * d;
    accel[i] = gm * d / cube;
}
