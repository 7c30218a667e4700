// fpcheck: pitch <<<1, 128>>> pcm=randn:256 f0=empty:1 strength=empty:1 n=256 rate=16000 lag_min=20 lag_max=120
// expect: error race at line 62
// why: the lag of the strongest correlation is picked with an unguarded compare and store: two lags can both find themselves better, and the weaker one be written last
// figure: undefined: of the lags that find themselves better than the start value -2 in four warps, the last to write wins
// Pitch of a frame: preemphasis, Hann window, normalised autocorrelation, the strongest lag with a parabola through its neighbours.
#define N 256
#define LAGS 128

struct Pick {
    float value;
    int lag;
};

__device__ float hann(int i, int n)
{
    return 0.5f - 0.5f * cospif(2.0f * i / (float)n);
}

__device__ float preemphasised(const float *pcm, int i)
{
    return i > 0 ? fmaf(-0.97f, pcm[i - 1], pcm[i]) : pcm[0];
}

__device__ float correlate(const float *a, int lag, int n)
{
    float s = 0.0f;
    for (int i = 0; i + lag < n; ++i)
        s = fmaf(a[i], a[i + lag], s);
    return s;
}

__device__ float energy_between(const float *a, int from, int to)
{
    float s = 0.0f;
    for (int i = from; i < to; ++i)
        s = fmaf(a[i], a[i], s);
    return s;
}

// Correlation over the root of the product of the energies of the two overlapping parts.
__device__ float normalised(const float *a, int lag, int n)
{
    float c = correlate(a, lag, n);
    float head = energy_between(a, 0, n - lag);
    float tail = energy_between(a, lag, n);
    float d = sqrtf(head) * sqrtf(tail);
    return d > 0.0f ? c / d : 0.0f;
}

// The vertex of the parabola through three equidistant values, as an offset from the middle one.
__device__ float vertex(float left, float middle, float right)
{
    float bend = left - 2.0f * middle + right;
    if (bend >= 0.0f)
        return 0.0f;
    float offset = 0.5f * (left - right) / bend;
    return fminf(fmaxf(offset, -0.5f), 0.5f);
}

__device__ void offer(Pick *best, float value, int lag)
{
    if (value > best->value) {
        best->value = value;
        best->lag = lag;
    }
}

__global__ void pitch(const float *pcm, float *f0, float *strength, int n, float rate, int lag_min, int lag_max)
{
    __shared__ float frame[N];
    __shared__ float corr[LAGS];
    __shared__ Pick best;
    int t = threadIdx.x;

    for (int i = t; i < n; i += blockDim.x)
        frame[i] = preemphasised(pcm, i) * hann(i, n);
    if (t == 0) {
        best.value = -2.0f;
        best.lag = lag_min;
    }
    __syncthreads();

    if (t < LAGS)
        corr[t] = normalised(frame, t, n);
    __syncthreads();

    if (t >= lag_min && t <= lag_max)
        offer(&best, corr[t], t);
    __syncthreads();

    if (t == 0) {
        int lag = best.lag;
        float exact = (float)lag;
        if (lag > lag_min && lag < lag_max)
            exact += vertex(corr[lag - 1], corr[lag], corr[lag + 1]);
        f0[0] = rate / exact;
        strength[0] = best.value;
    }
}

__global__ void tone(float *out, unsigned increment, unsigned first, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned phase = increment * (first + i);
    float half_turns = (float)(int)phase * 4.656612873077393e-10f;
    out[i] = sinpif(half_turns);
}

__device__ long long warp_sum(long long v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void frame_energy(const short *pcm, float *level, int frame)
{
    __shared__ long long parts[2];
    const short *f = pcm + blockIdx.x * frame;
    long long acc = 0;
    for (int i = threadIdx.x; i < frame; i += blockDim.x)
        acc += f[i] * f[i];
    acc = warp_sum(acc);
    if ((threadIdx.x & 31) == 0)
        parts[threadIdx.x >> 5] = acc;
    __syncthreads();
    if (threadIdx.x == 0)
        level[blockIdx.x] = (float)(parts[0] + parts[1]) / frame;
}

__device__ unsigned char mu_law(short sample)
{
    const int bias = 132, clip = 32635;
    int v = sample;
    int sign = v < 0 ? 0x80 : 0;
    if (v < 0)
        v = -v;
    v = min(v, clip) + bias;
    int exponent = 24 - __clz(v);
    int mantissa = (v >> (exponent + 3)) & 15;
    return (unsigned char)~(sign | (exponent << 4) | mantissa);
}

__global__ void encode(const short *pcm, unsigned char *code, int n)
{
    int i = threadIdx.x;
    if (i < n)
        code[i] = mu_law(pcm[i]);
}
