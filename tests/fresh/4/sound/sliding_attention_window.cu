// fpcheck: attention <<<1, 32>>> q=zeros:24x8 k=uniform(-1,1):24x8 v=ones:24x8 o=empty:24x8 lse=empty:24 n=24 i=[1,2,3,4,5,6,7,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8]:f32 ref=lse=log(i) --tol rtol=1e-4,atol=1e-5
// expect: ok
#include <cuda_runtime.h>
#include <math_constants.h>

// Sliding-window causal attention, online softmax, tiles of keys staged in shared memory.
// One warp; lane l owns the queries l, l + 32, ... ; head dimension 8.

#define DIM 8
#define TILE 8
#define WINDOW 8

struct row_state
{
    float m;          // running maximum
    float l;          // running sum of exponentials
    float acc[DIM];   // running weighted values
};

__device__ __forceinline__ void clear(row_state& s)
{
    s.m = -CUDART_INF_F;
    s.l = 0.0f;
#pragma unroll
    for (int d = 0; d < DIM; ++d)
        s.acc[d] = 0.0f;
}

__device__ __forceinline__ void load_query(float (&q)[DIM], const float* src, float scale)
{
#pragma unroll
    for (int d = 0; d < DIM; ++d)
        q[d] = src[d] * scale;
}

__device__ __forceinline__ float dot(const float (&q)[DIM], const float* k)
{
    float s = 0.0f;
#pragma unroll
    for (int d = 0; d < DIM; ++d)
        s = fmaf(q[d], k[d], s);
    return s;
}

// does query i see key j
__device__ __forceinline__ bool visible(int i, int j, int n)
{
    if (j >= n)
        return false;
    if (j > i)
        return false;
    return i - j < WINDOW;
}

__device__ __forceinline__ float tile_max(const float (&s)[TILE])
{
    float m = -CUDART_INF_F;
#pragma unroll
    for (int j = 0; j < TILE; ++j)
        m = fmaxf(m, s[j]);
    return m;
}

// rescale what has been summed so far to a new maximum
__device__ __forceinline__ void rescale(row_state& st, float m_new)
{
    float f = expf(st.m - m_new);      // 0 at the first tile
    st.l *= f;
#pragma unroll
    for (int d = 0; d < DIM; ++d)
        st.acc[d] *= f;
    st.m = m_new;
}

__device__ __forceinline__ void accumulate(row_state& st, const float (&s)[TILE], const float* vt)
{
#pragma unroll
    for (int j = 0; j < TILE; ++j) {
        float p = expf(s[j] - st.m);   // masked: exp(-inf) is 0
        st.l += p;
#pragma unroll
        for (int d = 0; d < DIM; ++d)
            st.acc[d] = fmaf(p, vt[j * DIM + d], st.acc[d]);
    }
}

__device__ void stage_tile(float* kt, float* vt, const float* k, const float* v, int first, int n)
{
    for (int e = threadIdx.x; e < TILE * DIM; e += 32) {
        int j = first + e / DIM;
        bool ok = j < n;
        kt[e] = ok ? k[j * DIM + e % DIM] : 0.0f;
        vt[e] = ok ? v[j * DIM + e % DIM] : 0.0f;
    }
}

__device__ void finish(const row_state& st, float* o, float* lse)
{
    float inv = 1.0f / st.l;
#pragma unroll
    for (int d = 0; d < DIM; ++d)
        o[d] = st.acc[d] * inv;
    *lse = st.m + logf(st.l);
}

// first tile that any of the queries of this warp may see
__device__ __forceinline__ int first_tile(int i_lowest)
{
    int j = i_lowest - WINDOW;
    if (j < 0)
        j = 0;
    return j / TILE;
}

__device__ __forceinline__ int last_tile(int i_highest)
{
    return i_highest / TILE;
}

__device__ void process_tile(row_state& st, const float (&q)[DIM], const float* kt, const float* vt, int i, int first, int n)
{
    float s[TILE];
    bool any = false;
#pragma unroll
    for (int j = 0; j < TILE; ++j) {
        bool see = visible(i, first + j, n);
        s[j] = see ? dot(q, kt + j * DIM) : -CUDART_INF_F;
        any |= see;
    }
    if (!any)
        return;                         // -inf - -inf would be NaN
    float m = fmaxf(st.m, tile_max(s));
    rescale(st, m);
    accumulate(st, s, vt);
}

__global__ void __launch_bounds__(32) attention(const float* q, const float* k, const float* v, float* o, float* lse, int n)
{
    __shared__ float kt[TILE * DIM];
    __shared__ float vt[TILE * DIM];
    const float scale = 0.35355339f;    // 1/sqrt(8)

    for (int base = 0; base < n; base += 32) {
        int i = base + threadIdx.x;
        bool live = i < n;

        float query[DIM];
        row_state st;
        clear(st);
        if (live)
            load_query(query, q + i * DIM, scale);
        else {
#pragma unroll
            for (int d = 0; d < DIM; ++d)
                query[d] = 0.0f;
        }

        int highest = base + 31;
        if (highest > n - 1)
            highest = n - 1;
        for (int t = first_tile(base); t <= last_tile(highest); ++t) {
            __syncwarp();
            stage_tile(kt, vt, k, v, t * TILE, n);
            __syncwarp();
            if (live)
                process_tile(st, query, kt, vt, i, t * TILE, n);
        }

        if (live)
            finish(st, o + i * DIM, lse + i);
    }
}

// ---- the combination of two partial results, for split keys (not launched here) -------------
__global__ void merge_splits(const float* o1, const float* lse1, const float* o2, const float* lse2, float* o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float m = fmaxf(lse1[i], lse2[i]);
    float w1 = expf(lse1[i] - m);
    float w2 = expf(lse2[i] - m);
    float inv = 1.0f / (w1 + w2);
    for (int d = 0; d < DIM; ++d)
        o[i * DIM + d] = (w1 * o1[i * DIM + d] + w2 * o2[i * DIM + d]) * inv;
}

// entropy of one query's weights from its scores, for the dashboards
__global__ void row_entropy(const float* scores, float* h, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float* s = scores + i * cols;
    float m = -CUDART_INF_F, l = 0.0f, t = 0.0f;
    for (int j = 0; j < cols; ++j)
        m = fmaxf(m, s[j]);
    for (int j = 0; j < cols; ++j) {
        float e = expf(s[j] - m);
        l += e;
        t += e * (s[j] - m);
    }
    h[i] = logf(l) - t / l;
}
