// fpcheck: scores <<<4, 32>>> q=uniform(5,6):4x64 k=uniform(5,6):8x64 s=empty:4x8 keys=8
// fpcheck+ weights <<<4, 32>>> w=empty:4x8
// fpcheck+ mix <<<4, 64>>> v=uniform(1,2):8x64 y=empty:4x64
// expect: error overflow, NaN hidden at line 42
// why: exp of scores near 240 without taking off the maximum is infinite; inf / inf is NaN, and the "safety" clamp to [0, 1] turns NaN into 0, so the output is all zero
// figure: computed y[0] = 0, MPFR about 1.5 (a mean of values from 1 to 2 by weights that sum to 1)
//
// Attention of one head, 4 queries, 8 keys, 64 channels, in three kernels, for teaching.
#include <cuda_runtime.h>

#define CHANNELS 64

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// One warp a query; the lanes share the channels.
__global__ void scores(const float *q, const float *k, float *s, int keys)
{
    int row = blockIdx.x;
    int lane = threadIdx.x;
    float a = q[row * CHANNELS + lane];
    float b = q[row * CHANNELS + lane + 32];
    for (int j = 0; j < keys; j++) {
        float dot = a * k[j * CHANNELS + lane] + b * k[j * CHANNELS + lane + 32];
        dot = warp_sum(dot);
        if (lane == 0)
            s[row * keys + j] = dot * 0.125f; // 1 / sqrt(64)
    }
}

// One warp a query, one lane a key.
__global__ void weights(const float *s, float *w, int keys)
{
    int row = blockIdx.x;
    int lane = threadIdx.x;
    float e = 0.0f;
    if (lane < keys)
        e = expf(s[row * keys + lane]);
    float sum = warp_sum(e);
    float p = e / sum;
    p = fminf(fmaxf(p, 0.0f), 1.0f); // a probability in any case
    if (lane < keys)
        w[row * keys + lane] = p;
}

// One block a query, one thread a channel.
__global__ void mix(const float *w, const float *v, float *y, int keys)
{
    int row = blockIdx.x;
    int c = threadIdx.x;
    float sum = 0.0f;
    for (int j = 0; j < keys; j++)
        sum += w[row * keys + j] * v[j * CHANNELS + c];
    y[row * CHANNELS + c] = sum;
}

__device__ float gelu(float x)
{
    return 0.5f * x * erfcf(-0.70710678f * x);
}

// The rest of a block, as the model uses it around the attention.

// y = x + W a, one thread a channel
__global__ void project_and_add(const float *a, const float *w, const float *x, float *y)
{
    __shared__ float row[CHANNELS];
    int c = threadIdx.x;
    row[c] = a[blockIdx.x * CHANNELS + c];
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < CHANNELS; j++)
        sum += w[c * CHANNELS + j] * row[j];
    y[blockIdx.x * CHANNELS + c] = x[blockIdx.x * CHANNELS + c] + sum;
}

// Root mean square normalisation, one warp a row, two channels a lane.
__global__ void rms_norm(const float *x, const float *gain, float *y)
{
    int lane = threadIdx.x;
    float a = x[blockIdx.x * CHANNELS + lane];
    float b = x[blockIdx.x * CHANNELS + lane + 32];
    float mean = warp_sum(a * a + b * b) * (1.0f / CHANNELS);
    float r = rsqrtf(mean + 1e-6f);
    y[blockIdx.x * CHANNELS + lane] = a * r * gain[lane];
    y[blockIdx.x * CHANNELS + lane + 32] = b * r * gain[lane + 32];
}

// y = x + W2 gelu(W1 x), hidden size = 2 * CHANNELS
__global__ void feed_forward(const float *x, const float *w1, const float *w2, float *y)
{
    __shared__ float in[CHANNELS];
    __shared__ float hidden[2 * CHANNELS];
    int c = threadIdx.x;
    in[c] = x[blockIdx.x * CHANNELS + c];
    __syncthreads();
    for (int h = c; h < 2 * CHANNELS; h += CHANNELS) {
        float sum = 0.0f;
        for (int j = 0; j < CHANNELS; j++)
            sum += w1[h * CHANNELS + j] * in[j];
        hidden[h] = gelu(sum);
    }
    __syncthreads();
    float sum = in[c];
    for (int h = 0; h < 2 * CHANNELS; h++)
        sum += w2[c * 2 * CHANNELS + h] * hidden[h];
    y[blockIdx.x * CHANNELS + c] = sum;
}

// Largest weight of a query, to show how sharp the attention is.
__global__ void sharpness(const float *w, float *largest, int keys)
{
    int row = blockIdx.x;
    int lane = threadIdx.x;
    float v = lane < keys ? w[row * keys + lane] : 0.0f;
    for (int o = 16; o > 0; o /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    if (lane == 0)
        largest[row] = v;
}

// Rotary positions: channel pairs (c, c + 32) are turned by position * 10000^(-c / 32).
__global__ void rotate(float *q, int first)
{
    int row = blockIdx.x;
    int c = threadIdx.x;
    float angle = (float)(first + row) * exp2f(-0.41524101f * (float)c);
    float sine, cosine;
    sincosf(angle, &sine, &cosine);
    float a = q[row * CHANNELS + c];
    float b = q[row * CHANNELS + c + 32];
    q[row * CHANNELS + c] = a * cosine - b * sine;
    q[row * CHANNELS + c + 32] = a * sine + b * cosine;
}

// Token embedding plus position, the start of the model.
__global__ void embed(const int *token, const float *table, const float *position, float *x, int vocabulary)
{
    int c = threadIdx.x;
    int row = blockIdx.x;
    int id = token[row];
    if (id < 0 || id >= vocabulary)
        id = 0; // the token for "unknown"
    x[row * CHANNELS + c] = table[id * CHANNELS + c] + position[row * CHANNELS + c];
}

// Order: embed, rotate q and k, scores, weights, mix, project_and_add, rms_norm, feed_forward.
