// fpcheck: chirp_fast <<<8, 128>>> n=1024 rate=0.03125 k=arange:n:i32 out=empty:n ref=out=sin(0.03125*k*k) --tol rtol=0,atol=1e-4
// expect: error fast-math range at line 10: __sinf of phases up to 32000 rad
// Quadratic chirp used as a radar reference; phase = rate * k^2.
__global__ void chirp_fast(const int* k, float* out, int n, float rate)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int kk = k[i];
    float phase = rate * (float)(kk * kk);   // kk*kk < 2^20, times 2^-5: exact
    out[i] = __sinf(phase);
}
