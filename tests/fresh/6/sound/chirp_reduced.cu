// fpcheck: chirp_reduced <<<8, 128>>> n=1024 bits=10 k=arange:n:i32 out=empty:n ref=out=cos(6.283185307179586*k*k/1024) --tol rtol=0,atol=1e-5
// expect: ok
// Quadratic chirp with the phase in turns, reduced modulo 1 in integers before anything becomes a float.
__global__ void chirp_reduced(const int* k, float* out, int n, int bits)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned kk = (unsigned)k[i] * (unsigned)k[i];          // wrapping is harmless modulo a power of two
    unsigned turn = kk & ((1u << bits) - 1u);
    float t = (float)turn * __uint_as_float((unsigned)(127 - bits) << 23);
    out[i] = cospif(2.0f * t);
}
