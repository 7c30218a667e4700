// fpcheck: window_attention <<<40, 32>>> q=uniform(-2,2):40x16 k=uniform(-1,1):40x16 v=uniform(-1,1):40x16 out=empty:40x16 length=40 window=12
// expect: ok
// why: a wholly masked first tile counts its keys with weight exp(0) = 1 (fill -1e30 minus itself), but the first visible key rescales them by exp(-1e30 - m) = 0, and every row sees at least its own key
// figure: (drawn by numpy) computed out of row 30 -0.049331807, MPFR -0.049331801: off by 6.0e-09 where 1e-6 is natural
#include <cuda_runtime.h>

constexpr int DIM = 16;
constexpr int TILE = 8;
constexpr float FILL = -1e30f;

__device__ float masked_score(const float *q, const float *k, int row, int column, int window)
{
    if (column > row || column <= row - window)
        return FILL;
    float dot = 0.0f;
    for (int d = 0; d < DIM; d++)
        dot = fmaf(q[row * DIM + d], k[column * DIM + d], dot);
    return 0.25f * dot;
}

// One warp a query; lane d < DIM holds one dimension of the output. Causal, the last `window` keys.
__global__ void window_attention(const float *q, const float *k, const float *v, float *out, int length, int window)
{
    int row = blockIdx.x;
    int lane = threadIdx.x;
    float largest = FILL;
    float sum = 0.0f;
    float acc = 0.0f;
    for (int first = 0; first < length; first += TILE) {
        int column = first + lane % TILE;
        float s = column < length ? masked_score(q, k, row, column, window) : FILL;
        float tile_max = s;
        for (int d = TILE / 2; d; d >>= 1)
            tile_max = fmaxf(tile_max, __shfl_xor_sync(0xffffffffu, tile_max, d));
        float now = fmaxf(largest, tile_max);
        float p = expf(s - now);
        float scale = expf(largest - now);
        sum *= scale;
        acc *= scale;
        for (int j = 0; j < TILE; j++) {
            float w = __shfl_sync(0xffffffffu, p, j);
            int key = first + j;
            if (key < length) {
                sum += w;
                if (lane < DIM)
                    acc = fmaf(w, v[key * DIM + lane], acc);
            }
        }
        largest = now;
    }
    if (lane < DIM)
        out[row * DIM + lane] = acc / sum;
}
