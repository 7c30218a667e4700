// fpcheck: match_cost <<<1, 64>>> left=[10,12,9,14,11,10,13,12] right=[10,11,9,12,10,9,12,12] d=empty:8 focal=2 base=2 n=8
// fpcheck+ median8 <<<1, 32>>> med=empty:1 groups=1
// expect: error NaN dropped by min/max at line 58
// why: equal columns give 4/0 * 0 = NaN; fminf/fmaxf of a network give both outputs the other number, so NaNs become copies of neighbours and the median is of numbers that were never there
// figure: computed med = 0.333913043 (sorted: [0.3077, 0.3077, 0.32, 0.32, 0.3478, 0.3478, 0.381, 0.4211]), MPFR NaN (3 of 8 candidates are NaN; of the others alone 0.347826093)
// Computer vision: depth by disparity, then the median of eight candidates by a sorting network.
#define COUNT 8

// ---- candidates ---------------------------------------------------------

struct Pair
{
    float l;
    float r;

    __device__ float disparity() const
    {
        return l - r;
    }

    // a ratio that is meant to say how much a match can be trusted
    __device__ float trust() const
    {
        float m = 0.5f * (l + r);
        return disparity() / m;
    }
};

__device__ Pair pair_at(const float *left, const float *right, int i)
{
    Pair p;
    p.l = left[i];
    p.r = right[i];
    return p;
}

// depth weighted by the trust: focal * base / disparity * trust
__device__ float weighted_depth(const Pair &p, float focal, float base)
{
    float depth = focal * base / p.disparity();
    return depth * p.trust();
}

__global__ void match_cost(const float *left, const float *right, float *d, float focal, float base, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Pair p = pair_at(left, right, i);
    d[i] = weighted_depth(p, focal, base);
}

// ---- the network --------------------------------------------------------

// Smaller number into a, larger one into b.
__device__ __forceinline__ void exchange(float &a, float &b)
{
    float lo = fminf(a, b);
    float hi = fmaxf(a, b);
    a = lo;
    b = hi;
}

// Batcher's odd-even merge for two sorted halves of two.
__device__ __forceinline__ void merge4(float *v)
{
    exchange(v[0], v[2]);
    exchange(v[1], v[3]);
    exchange(v[1], v[2]);
}

__device__ __forceinline__ void sort4(float *v)
{
    exchange(v[0], v[1]);
    exchange(v[2], v[3]);
    merge4(v);
}

// ... and for two sorted halves of four.
__device__ __forceinline__ void merge8(float *v)
{
    exchange(v[0], v[4]);
    exchange(v[1], v[5]);
    exchange(v[2], v[6]);
    exchange(v[3], v[7]);
    exchange(v[2], v[4]);
    exchange(v[3], v[5]);
    exchange(v[1], v[2]);
    exchange(v[3], v[4]);
    exchange(v[5], v[6]);
}

__device__ __forceinline__ void sort8(float *v)
{
    sort4(v);
    sort4(v + 4);
    merge8(v);
}

// ---- the median ---------------------------------------------------------

__device__ void load_group(float *v, const float *d, int group)
{
#pragma unroll
    for (int k = 0; k < COUNT; ++k)
        v[k] = d[group * COUNT + k];
}

__device__ float middle(const float *v)
{
    return 0.5f * (v[COUNT / 2 - 1] + v[COUNT / 2]);
}

// One thread a group of eight.
__global__ void median8(const float *d, float *med, int groups)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= groups)
        return;
    float v[COUNT];
    load_group(v, d, g);
    sort8(v);
    med[g] = middle(v);
}

// ---- not part of the case: a map of depths with the medians of tiles -----

__global__ void fill_holes(const float *d, const float *med, float *out, float limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float m = med[i / COUNT];
    float v = d[i];
    bool far = fabsf(v - m) > limit * fabsf(m);
    out[i] = far ? m : v;
}

__global__ void smooth(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int a = i > 0 ? i - 1 : i;
    int b = i + 1 < n ? i + 1 : i;
    out[i] = 0.25f * in[a] + 0.5f * in[i] + 0.25f * in[b];
}

__global__ void to_millimetres(const float *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (unsigned)(fminf(fmaxf(in[i], 0.0f), 1000.0f) * 1000.0f);
}
