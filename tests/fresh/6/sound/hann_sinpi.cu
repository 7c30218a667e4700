// fpcheck: hann_sinpi <<<(n+255)/256, 256>>> n=8192 k=arange:8192:i32 out=empty:n ref=out=sin(3.141592653589793*k/8192)*sin(3.141592653589793*k/8192) --tol rtol=1e-5,atol=1e-30
// expect: ok
// Periodic Hann window as sin^2, accurate to the first and last taps.
__global__ void hann_sinpi(const int* k, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int j = k[i];
        j = min(j, n - j);                         // symmetric; the argument stays in [0, 1/2]
        float s = sinpif((float)j / (float)n);
        out[i] = s * s;
    }
}
