// fpcheck: chirp <<<1, 128>>> out=empty:128 rate=1568 n=128
// expect: error fast-math range at line 9: __sinf of phases up to 25 million rad, where its absolute error is as large as the result
// Linear chirp, sample k has the phase rate * k^2.
__global__ void chirp(float* out, float rate, int n) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n) return;
    float phase = rate * (float)(k * k);
    float window = 0.5f - 0.5f * cosf(6.2831853f * k / (n - 1));
    out[k] = window * __sinf(phase);
}
