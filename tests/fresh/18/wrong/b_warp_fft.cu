// fpcheck: log_mel <<<2, 64>>> pcm=randn:384 mel=empty:4x8 hop=64 frames=4 samples=384
// expect: error race at line 53: a butterfly reads what other lanes of the warp wrote in the stage before, and no __syncwarp stands between the stages
// why: a butterfly reads what other lanes of the warp wrote in the stage before, and no __syncwarp stands between the stages
// figure: mel has no value to rely on: stage 1 reads re[] of lanes that may still be in stage 0; right the spectrum of all six stages
// Log-mel features of 64-sample frames: one warp a frame, radix-2 FFT in shared memory.
#define N 64
#define LOGN 6
#define BANDS 8
#define WARPS 2
#define PI_F 3.14159265358979f

struct Frame {
    float re[N];
    float im[N];
    float power[N / 2 + 1];
};

__device__ int reverse6(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOGN));
}

__device__ float hann(int i)
{
    float s = sinpif((float)i / (float)N);
    return s * s;
}

__device__ float sample(const float *pcm, int i, int n)
{
    return i < n ? pcm[i] : 0.0f;
}

__device__ float2 twiddle(int k, int span)
{
    float2 w;
    sincospif(-(float)k / (float)span, &w.y, &w.x);
    return w;
}

// Loads a frame in bit-reversed order.
__device__ void load_frame(Frame &f, const float *pcm, int start, int n, int lane)
{
    for (int i = lane; i < N; i += 32) {
        int r = reverse6(i);
        f.re[r] = hann(i) * sample(pcm, start + i, n);
        f.im[r] = 0.0f;
    }
}

__device__ void butterfly(Frame &f, int a, int b, float2 w)
{
    float br = f.re[b] * w.x - f.im[b] * w.y;
    float bi = f.re[b] * w.y + f.im[b] * w.x;
    float ar = f.re[a];
    float ai = f.im[a];
    f.re[a] = ar + br;
    f.im[a] = ai + bi;
    f.re[b] = ar - br;
    f.im[b] = ai - bi;
}

__device__ void fft(Frame &f, int lane)
{
    for (int stage = 0; stage < LOGN; stage++) {
        int span = 1 << stage;
        int k = lane & (span - 1);
        int a = ((lane >> stage) << (stage + 1)) + k;
        butterfly(f, a, a + span, twiddle(k, span));
    }
    __syncwarp();
}

__device__ void power_spectrum(Frame &f, int lane)
{
    for (int k = lane; k <= N / 2; k += 32) {
        float re = f.re[k];
        float im = f.im[k];
        f.power[k] = (re * re + im * im) / (float)N;
    }
    __syncwarp();
}

__device__ float mel_of(float hz)
{
    return 1127.0f * log1pf(hz / 700.0f);
}

__device__ float hz_of(float mel)
{
    return 700.0f * expm1f(mel / 1127.0f);
}

__device__ float edge(int b, float top)
{
    return hz_of(top * (float)b / (float)(BANDS + 1));
}

__device__ float triangle(float x, float lo, float mid, float hi)
{
    float up = (x - lo) / (mid - lo);
    float down = (hi - x) / (hi - mid);
    float w = fminf(up, down);
    return fmaxf(w, 0.0f);
}

__device__ float band_energy(const Frame &f, int band)
{
    const float rate = 16000.0f;
    float top = mel_of(rate * 0.5f);
    float lo = edge(band, top);
    float mid = edge(band + 1, top);
    float hi = edge(band + 2, top);
    float e = 0.0f;
    for (int k = 0; k <= N / 2; k++) {
        float hz = rate * (float)k / (float)N;
        e += triangle(hz, lo, mid, hi) * f.power[k];
    }
    return e;
}

__device__ float decibel(float e)
{
    const float floor_e = 1e-10f;
    return 10.0f * log10f(e > floor_e ? e : floor_e);
}

__global__ void log_mel(const float *pcm, float *mel, int hop, int frames, int samples)
{
    __shared__ Frame work[WARPS];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int frame = blockIdx.x * WARPS + warp;
    if (frame >= frames)
        return;
    Frame &f = work[warp];

    load_frame(f, pcm, frame * hop, samples, lane);
    __syncwarp();
    fft(f, lane);
    power_spectrum(f, lane);

    if (lane < BANDS)
        mel[frame * BANDS + lane] = decibel(band_energy(f, lane));
}

// Mean over the frames of each band, for the normalisation that follows.
__global__ void band_means(const float *mel, float *mean, int frames)
{
    int b = threadIdx.x;
    if (b >= BANDS)
        return;
    float s = 0.0f;
    for (int t = 0; t < frames; t++)
        s += mel[t * BANDS + b];
    mean[b] = s / (float)frames;
}
