// fpcheck: flash_forward <<<dim3(2, 2), 64>>> q=randn:2x32x16 k=randn:2x64x16 v=randn:2x64x16 out=empty:2x32x16 lse=empty:2x32 rows=32 cols=64 scale=0.25 causal=0
// expect: error missing barrier, race on shared at line 39
// why: the next tile of keys and values is loaded while other warps still read the old one: no barrier between the end of a step and the next load
// figure: out computed undetermined (a warp ahead replaces keys 0-15 by 16-31 under its neighbour), MPFR softmax(q k / 4) v
//
// Attention forward in tiles: a block takes 16 query rows of one head, 4 threads a row, and walks over the keys 16 at a time
// with a running maximum and sum. Each of the 4 threads holds 4 of the 16 columns of scores and of the head dimension.

#define DIM 16
#define TILE_Q 16
#define TILE_K 16
#define LANES 4
#define PER (DIM / LANES)

struct Row {
    float m, l;
    float acc[PER];
};

// Sum and maximum over the 4 neighbouring lanes of a row.
__device__ __forceinline__ float quad_sum(float v)
{
    v += __shfl_xor_sync(0xffffffffu, v, 1);
    v += __shfl_xor_sync(0xffffffffu, v, 2);
    return v;
}

__device__ __forceinline__ float quad_max(float v)
{
    v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, 1));
    v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, 2));
    return v;
}

__device__ void load_tile(float (*to)[DIM + 1], const float *from, int first, int limit)
{
    for (int e = threadIdx.x; e < TILE_K * DIM; e += blockDim.x) {
        int r = e / DIM, c = e % DIM;
        to[r][c] = first + r < limit ? from[(first + r) * DIM + c] : 0.0f;
    }
}

__device__ __forceinline__ float dot_row(const float *a, const float *b)
{
    float s = 0.0f;
#pragma unroll
    for (int c = 0; c < DIM; c++)
        s = fmaf(a[c], b[c], s);
    return s;
}

__device__ __forceinline__ void start_row(Row &r)
{
    r.m = -1.0e30f;
    r.l = 0.0f;
#pragma unroll
    for (int c = 0; c < PER; c++)
        r.acc[c] = 0.0f;
}

__device__ __forceinline__ void rescale(Row &r, float m)
{
    float keep = __expf(r.m - m);
    r.l *= keep;
#pragma unroll
    for (int c = 0; c < PER; c++)
        r.acc[c] *= keep;
    r.m = m;
}

__global__ void flash_forward(const float *q, const float *k, const float *v, float *out, float *lse, int rows, int cols,
                              float scale, int causal)
{
    __shared__ float sq[TILE_Q][DIM + 1];
    __shared__ float sk[TILE_K][DIM + 1];
    __shared__ float sv[TILE_K][DIM + 1];
    __shared__ float sp[TILE_Q][TILE_K + 1];

    const int head = blockIdx.y;
    const int first = blockIdx.x * TILE_Q;
    const int local = threadIdx.x / LANES;
    const int lane = threadIdx.x % LANES;
    const int row = first + local;
    const float *kh = k + head * cols * DIM;
    const float *vh = v + head * cols * DIM;

    load_tile(sq, q + head * rows * DIM, first, rows);

    Row r;
    start_row(r);

    for (int base = 0; base < cols; base += TILE_K) {
        load_tile(sk, kh, base, cols);
        load_tile(sv, vh, base, cols);
        __syncthreads();

        // scores of this row against 4 of the 16 keys, and their maximum over the row
        float s[PER];
        float m = r.m;
#pragma unroll
        for (int c = 0; c < PER; c++) {
            int col = base + lane + c * LANES;
            bool hidden = col >= cols || (causal && col > row);
            s[c] = hidden ? -1.0e30f : scale * dot_row(sq[local], sk[lane + c * LANES]);
            m = fmaxf(m, s[c]);
        }
        m = quad_max(m);
        rescale(r, m);

        float sum = 0.0f;
#pragma unroll
        for (int c = 0; c < PER; c++) {
            float p = __expf(s[c] - m);
            sum += p;
            sp[local][lane + c * LANES] = p;
        }
        r.l += quad_sum(sum);
        __syncwarp();

        // this thread's 4 columns of the output: the row's weights are in shared memory
        for (int j = 0; j < TILE_K; j++) {
            float p = sp[local][j];
#pragma unroll
            for (int c = 0; c < PER; c++)
                r.acc[c] = fmaf(p, sv[j][lane + c * LANES], r.acc[c]);
        }
        __syncwarp();
    }

    if (row >= rows)
        return;
    const float inv = 1.0f / r.l;
#pragma unroll
    for (int c = 0; c < PER; c++)
        out[(head * rows + row) * DIM + lane + c * LANES] = r.acc[c] * inv;
    if (lane == 0)
        lse[head * rows + row] = r.m + logf(r.l);
}

// Host side: tensors are [heads][rows or cols][DIM], contiguous.
void attention(const float *q, const float *k, const float *v, float *out, float *lse, int heads, int rows, int cols,
               bool causal, cudaStream_t stream)
{
    dim3 grid((rows + TILE_Q - 1) / TILE_Q, heads);
    flash_forward<<<grid, TILE_Q * LANES, 0, stream>>>(q, k, v, out, lse, rows, cols, 0.25f, causal ? 1 : 0);
}

// Floating-point operations of a call, for the benchmark.
double attention_flops(int heads, int rows, int cols, bool causal)
{
    return (causal ? 2.0 : 4.0) * heads * (double)rows * cols * DIM;
}
