// fpcheck: separation <<<1, 32>>> dx=uniform(2e20,9e20):32 dy=uniform(2e20,9e20):32 dz=uniform(1e20,3e20):32 metres=empty:32 n=32
// expect: ok
// Separation with the largest component taken out.
__global__ void separation(const float* dx, const float* dy, const float* dz, float* metres, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = fabsf(dx[i]), y = fabsf(dy[i]), z = fabsf(dz[i]);
    float m = fmaxf(x, fmaxf(y, z));
    if (m == 0.0f) {
        metres[i] = 0.0f;
        return;
    }
    float a = x / m, b = y / m, c = z / m;
    metres[i] = m * sqrtf(a * a + b * b + c * c);
}
