// fpcheck: gauss5 <<<4, 32>>> in=uniform(0,255):128 out=empty:128 n=128
// expect: ok
// why: the halo is loaded by the first four threads with an index that looks off by the radius, and covers both sides exactly
// figure: out[31]: five terms of one sign, relative error at most 3e-7, tolerance about 1e-6
// Binomial filter 1 4 6 4 1; edges are repeated.
#define R 2
__global__ void gauss5(const float *in, float *out, int n)
{
    __shared__ float tile[32 + 2 * R];
    int t = threadIdx.x;
    int start = blockIdx.x * 32;
    tile[t + R] = in[min(start + t, n - 1)];
    if (t < 2 * R) {
        int cell = t < R ? t : t + 32;
        tile[cell] = in[min(max(start + cell - R, 0), n - 1)];
    }
    __syncthreads();
    const float *c = tile + t + R;
    float v = 6.0f * c[0] + 4.0f * (c[-1] + c[1]);
    v += c[-2] + c[2];
    if (start + t < n)
        out[start + t] = v * 0.0625f;
}
