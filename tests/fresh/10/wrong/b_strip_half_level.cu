// fpcheck: strip <<<1, 32>>> burst=[0.281,0.485,0.662,0.803,0.899,0.946,0.94,0.883,0.776,0.627,0.443,0.235,0.013,-0.209,-0.419,-0.607,-0.761,-0.872,-0.936,-0.948,-0.908,-0.817,-0.681,-0.508,-0.306,-0.088,0.135,0.351,0.547,0.714,0.84,0.921,0.95,0.927,0.852,0.731,0.569,0.376,0.162,-0.061,-0.281,-0.485,-0.662,-0.803,-0.899,-0.946,-0.94,-0.883,0.177,0.389,0.538,0.599,0.563,0.436,0.237,0.001,-0.236,-0.435,-0.563,-0.599,-0.538,-0.39,-0.179,0.062,0.293,0.476,0.581,0.593,0.508,0.34,0.118,-0.124,-0.346,-0.511,-0.594,-0.58,-0.472,-0.287,-0.056,0.185,0.395,0.541,0.6,0.56,0.43,0.23,-0.007,-0.243,-0.44,-0.565,-0.599,-0.535,-0.384,-0.171,0.07,0.299] tracks=2 frames=48 tail=1500 rate=48000.0 attack=4.0 release=5000.0 level=empty:2 reduction=empty:2 wl=[0.6889508043604915,0.42680511394999654] wr=[1.2522945138484096,1.2527983783721115] ref=level=wl ref=reduction=wr --tol rtol=1e-3,atol=0
// expect: error absorbed at line 95
// why: a release of 1/5000 moves the level by less than half a spacing of binary16: every step down is absorbed and the compressor never lets go
// figure: computed level[0] = 0.930664, MPFR 0.688951
// Channel strip for a multitrack session: a high-pass filter, an envelope follower and a soft compressor.
// One thread a track, frame by frame, since every stage is recursive; after the recorded burst comes silence.
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_fp16.h>

#define PI 3.14159265f

struct Biquad {
    float b0, b1, b2;
    float a1, a2;
};

struct Delay {
    float s1, s2; // transposed direct form II
};

struct Follower {
    float attack;
    float release;
};

struct Compressor {
    float threshold;
    float slope; // 1 - 1 / ratio
    float makeup;
};

struct Track {
    Delay delay;
    __half level;
};

// ---------------------------------------------------------------- design

// Second-order high-pass after the audio cookbook.
__device__ Biquad high_pass(float frequency, float rate, float q)
{
    float w = 2.0f * PI * frequency / rate;
    float s, c;
    sincosf(w, &s, &c);
    float alpha = s / (2.0f * q);
    float inv = 1.0f / (1.0f + alpha);
    Biquad f;
    f.b0 = 0.5f * (1.0f + c) * inv;
    f.b1 = -(1.0f + c) * inv;
    f.b2 = f.b0;
    f.a1 = -2.0f * c * inv;
    f.a2 = (1.0f - alpha) * inv;
    return f;
}

// Time constants in frames: the share of the way that is left falls to 1 / e in as many.
__device__ Follower make_follower(float attack_frames, float release_frames)
{
    Follower f;
    f.attack = -expm1f(-1.0f / attack_frames);
    f.release = -expm1f(-1.0f / release_frames);
    return f;
}

__device__ Compressor make_compressor(float threshold, float ratio)
{
    Compressor c;
    c.threshold = threshold;
    c.slope = 1.0f - 1.0f / ratio;
    c.makeup = powf(threshold, -0.25f * c.slope);
    return c;
}

// ---------------------------------------------------------------- stages

__device__ float filter(Biquad f, Delay &d, float x)
{
    float y = f.b0 * x + d.s1;
    d.s1 = f.b1 * x - f.a1 * y + d.s2;
    d.s2 = f.b2 * x - f.a2 * y;
    return y;
}

__device__ void start(Track &t)
{
    t.level = __float2half_rn(0.0f);
}

// The level moves towards the rectified sample, quickly up and slowly down; kept as a half to save registers.
__device__ float follow(Follower f, Track &t, float x)
{
    float level = __half2float(t.level);
    float step = x > level ? f.attack : f.release;
    t.level = __float2half_rn(level + step * (x - level));
    return __half2float(t.level);
}

__device__ float gain(Compressor c, float level)
{
    if (level <= c.threshold)
        return c.makeup;
    return c.makeup * powf(c.threshold / level, c.slope);
}

__device__ float sample(const float *burst, int frames, int track, int k)
{
    return k < frames ? burst[track * frames + k] : 0.0f;
}

// ---------------------------------------------------------------- the kernel

__global__ void strip(const float *burst, int tracks, int frames, int tail, float rate, float attack, float release,
                      float *level, float *reduction)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tracks)
        return;
    Biquad f = high_pass(80.0f, rate, 0.7071f);
    Follower follower = make_follower(attack, release);
    Compressor compressor = make_compressor(0.1f, 4.0f);
    Track state;
    state.delay.s1 = 0.0f;
    state.delay.s2 = 0.0f;
    start(state);
    float lowest = 1e9f;
    for (int k = 0; k < frames + tail; k++) {
        float y = filter(f, state.delay, sample(burst, frames, t, k));
        float now = follow(follower, state, fabsf(y));
        lowest = fminf(lowest, gain(compressor, now));
    }
    float now = follow(follower, state, 0.0f);
    level[t] = now;
    reduction[t] = gain(compressor, now) / lowest;
}

// ---------------------------------------------------------------- host

void launch_strip(const float *burst, int tracks, int frames, int tail, float rate, float *level, float *reduction)
{
    const float attack = 4.0f, release = 5000.0f;
    if (tracks < 1 || frames < 1 || tail < 0) {
        printf("strip: nothing to do\n");
        return;
    }
    if (rate < 8000.0f)
        printf("strip: the high-pass filter is meant for rates of audio\n");
    strip<<<(tracks + 31) / 32, 32>>>(burst, tracks, frames, tail, rate, attack, release, level, reduction);
    cudaError_t status = cudaGetLastError();
    if (status != cudaSuccess)
        printf("strip: %s\n", cudaGetErrorString(status));
}
