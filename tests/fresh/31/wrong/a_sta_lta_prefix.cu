// fpcheck: sta_lta <<<1, 1024>>> trace=@a_sta_lta_prefix.npy ratio=empty:1024 n=1024 ns=16 nl=128
// expect: error cancellation at line 28
// why: window energies are differences of a running float sum that an early blast has made 1e9; quiet windows of energy 4 vanish
// figure: ratio[700] computed -7999.99951, MPFR 1.05141684
// Short-term over long-term average of a seismic trace, the usual trigger of event detectors.
// Both windows come out of one prefix sum of the squared samples, so that their lengths cost nothing.
__device__ float scan_block(float v, float *buf)
{
    const int t = threadIdx.x;
    int from = 0;
    buf[t] = v;
    __syncthreads();
    for (int off = 1; off < blockDim.x; off <<= 1) {
        float *src = buf + from * 1024;
        float *dst = buf + (1 - from) * 1024;
        dst[t] = t >= off ? src[t] + src[t - off] : src[t];
        from ^= 1;
        __syncthreads();
    }
    float r = buf[from * 1024 + t];
    __syncthreads();
    return r;
}

__device__ __forceinline__ float window_energy(const float *prefix, int i, int len)
{
    float before = i >= len ? prefix[i - len] : 0.0f;
    return prefix[i] - before;
}

__global__ void __launch_bounds__(1024) sta_lta(const float *trace, float *ratio, int n, int ns, int nl)
{
    __shared__ float buf[2048];
    __shared__ float prefix[1024];
    int i = threadIdx.x;
    float x = i < n ? trace[i] : 0.0f;
    prefix[i] = scan_block(x * x, buf);
    __syncthreads();
    if (i >= n)
        return;
    if (i + 1 < nl) {          // the long window has not filled yet
        ratio[i] = 1.0f;
        return;
    }
    float sta = window_energy(prefix, i, ns) / (float)ns;
    float lta = window_energy(prefix, i, nl) / (float)nl;
    ratio[i] = sta / fmaxf(lta, 1e-3f);
}
