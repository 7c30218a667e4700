// fpcheck: running_peak <<<2, 64>>> h=randn:128 peak=empty:128
// expect: ok
// why: only one barrier a round although everyone reads what others write: the two buffers alternate, so no read meets a write
// figure: computed the maximum of h[0..i] itself, MPFR the same
__global__ void running_peak(const float *h, float *peak)
{
    __shared__ float s[2][64];
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;
    s[0][t] = h[i];
    __syncthreads();
    int now = 0;
    for (int d = 1; d < 64; d <<= 1) {
        float v = s[now][t];
        if (t >= d)
            v = fmaxf(v, s[now][t - d]);
        s[now ^ 1][t] = v;
        now ^= 1;
        __syncthreads();
    }
    peak[i] = s[now][t];
}
