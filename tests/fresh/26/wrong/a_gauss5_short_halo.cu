// fpcheck: gauss5 <<<4, 32>>> in=uniform(0,255):128 out=empty:128 n=128
// expect: error uninitialised at line 20
// why: the right halo is two cells wide, but only one thread of the block loads it: tile[35] is read and nobody wrote it
// figure: out[31]: computed undefined (tile[35] was never written), MPFR the filter of in[29..33]
// Binomial filter 1 4 6 4 1; edges are repeated.
#define R 2
__global__ void gauss5(const float *in, float *out, int n)
{
    __shared__ float tile[32 + 2 * R];
    int t = threadIdx.x;
    int start = blockIdx.x * 32;
    tile[t + R] = in[min(start + t, n - 1)];
    if (t < R)
        tile[t] = in[max(start + t - R, 0)];
    if (t < R - 1)
        tile[t + 32 + R] = in[min(start + t + 32, n - 1)];
    __syncthreads();
    const float *c = tile + t + R;
    float v = 6.0f * c[0] + 4.0f * (c[-1] + c[1]);
    v += c[-2] + c[2];
    if (start + t < n)
        out[start + t] = v * 0.0625f;
}
