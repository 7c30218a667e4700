// fpcheck: attention <<<4, 32>>> q=uniform(5,6):4x64 k=uniform(5,6):40x64 v=randn:40x64 y=empty:4x64 keys=40 seen=37
// expect: ok
// why: scores near 240 overflow exp, keys come in tiles of which the last is cut, and a running maximum starts at -inf; each is taken care of (the first rescaling is exp(-inf) = 0)
// figure: computed scores near 240 have an error of 3e-5, so weights 3e-5 relative: what the conditioning of exp gives, as for every float kernel
//
// Attention of one head with a running maximum: one warp a query, tiles of 32 keys, one key a lane.
#include <cuda_runtime.h>

#define CHANNELS 64
#define WARP 32

__device__ float warp_max(float v)
{
    for (int o = WARP / 2; o > 0; o /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int o = WARP / 2; o > 0; o /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// Score of a key, or -inf where there is none or it is hidden.
__device__ float score(const float *q, const float *k, int key, int seen)
{
    if (key >= seen)
        return -INFINITY;
    float dot = 0.0f;
    for (int c = 0; c < CHANNELS; c++)
        dot += q[c] * k[key * CHANNELS + c];
    return dot * 0.125f;
}

struct State {
    float top; // the largest score so far
    float sum; // of exp(score - top)
    float a, b; // channels lane and lane + 32 of the output, not yet divided
};

// The keys "first" to "first + 31"
__device__ void take(State &s, const float *q, const float *k, const float *v, int first, int keys, int seen)
{
    int lane = threadIdx.x;
    float mine = score(q, k, first + lane, seen);
    float top = fmaxf(s.top, warp_max(mine));
    float old = expf(s.top - top);
    float w = expf(mine - top);
    s.sum = s.sum * old + warp_sum(w);
    s.a *= old;
    s.b *= old;
    int last = min(first + WARP, keys);
    for (int j = first; j < last; j++) {
        float wj = __shfl_sync(0xffffffffu, w, j - first);
        s.a += wj * v[j * CHANNELS + lane];
        s.b += wj * v[j * CHANNELS + lane + WARP];
    }
    s.top = top;
}

__global__ void attention(const float *q, const float *k, const float *v, float *y, int keys, int seen)
{
    __shared__ float row[CHANNELS];
    int lane = threadIdx.x;
    row[lane] = q[blockIdx.x * CHANNELS + lane];
    row[lane + WARP] = q[blockIdx.x * CHANNELS + lane + WARP];
    __syncwarp();
    State s;
    s.top = -INFINITY;
    s.sum = 0.0f;
    s.a = 0.0f;
    s.b = 0.0f;
    for (int first = 0; first < keys; first += WARP)
        take(s, row, k, v, first, keys, seen);
    y[blockIdx.x * CHANNELS + lane] = s.a / s.sum;
    y[blockIdx.x * CHANNELS + lane + WARP] = s.b / s.sum;
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

// The order of one block:
//     rms_norm, projections to q, k and v, attention, project_and_add, rms_norm, feed_forward
// with one warp a row for the norms and CHANNELS threads a row for the rest.
//
// Hidden keys (behind "seen") have the weight exp(-inf) = 0.
// Embeddings come from a table that is shared with the output layer.
