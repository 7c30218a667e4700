// fpcheck: gradient_norm<<<4, 64>>> g=randn:512 partial=empty:4 largest=empty:4 bad=empty:4 ticket=inout:zeros:1 norm=empty:1 top=empty:1 skip=empty:1 n=512
// fpcheck+ clip<<<4, 64>>> clipped=empty:512 limit=1 n=512
// expect: error missing fence at line 91
// why: the partial results are not fenced before the ticket is drawn; the last block may read a partial sum that has not arrived
// figure: computed norm undefined (partial[b] may be stale), MPFR sqrt of the sum of 512 squares, about 22.6
// The global norm of a gradient, its largest element and whether it holds a NaN or an infinity, in one launch; then clipping.
constexpr int WARPS = 2;
constexpr unsigned ALL = 0xffffffffu;

struct Summary {
    float squares;
    float largest;
    int bad; // elements that are not finite
};

__device__ Summary nothing()
{
    Summary s;
    s.squares = 0.0f;
    s.largest = 0.0f;
    s.bad = 0;
    return s;
}

__device__ Summary of_element(float g)
{
    Summary s = nothing();
    if (isfinite(g)) {
        s.squares = g * g;
        s.largest = fabsf(g);
    } else {
        s.bad = 1;
    }
    return s;
}

__device__ Summary joined(const Summary &a, const Summary &b)
{
    Summary s;
    s.squares = a.squares + b.squares;
    s.largest = fmaxf(a.largest, b.largest);
    s.bad = a.bad + b.bad;
    return s;
}

__device__ Summary of_lane(const Summary &s, int distance)
{
    Summary r;
    r.squares = __shfl_xor_sync(ALL, s.squares, distance);
    r.largest = __shfl_xor_sync(ALL, s.largest, distance);
    r.bad = __shfl_xor_sync(ALL, s.bad, distance);
    return r;
}

__device__ Summary warp_summary(Summary s)
{
    for (int o = 16; o > 0; o >>= 1)
        s = joined(s, of_lane(s, o));
    return s;
}

__device__ Summary block_summary(Summary s)
{
    __shared__ Summary of_warp[WARPS];
    s = warp_summary(s);
    if ((threadIdx.x & 31) == 0)
        of_warp[threadIdx.x >> 5] = s;
    __syncthreads();
    Summary all = of_warp[0];
    for (int w = 1; w < WARPS; w++)
        all = joined(all, of_warp[w]);
    return all;
}

struct Partials {
    float *squares;
    float *largest;
    int *bad;
};

__device__ void put(const Partials &p, int block, const Summary &s)
{
    p.squares[block] = s.squares;
    p.largest[block] = s.largest;
    p.bad[block] = s.bad;
}

__device__ Summary get(const Partials &p, int block)
{
    Summary s;
    s.squares = p.squares[block];
    s.largest = p.largest[block];
    s.bad = p.bad[block];
    return s;
}

__device__ bool is_last(unsigned *ticket)
{
    return atomicAdd(ticket, 1u) == gridDim.x - 1;
}

__device__ Summary of_all_blocks(const Partials &p)
{
    Summary s = nothing();
    for (int b = 0; b < (int)gridDim.x; b++)
        s = joined(s, get(p, b));
    return s;
}

__global__ void gradient_norm(const float *g, float *partial, float *largest, int *bad, unsigned *ticket, float *norm, float *top,
                              int *skip, int n)
{
    Partials p;
    p.squares = partial;
    p.largest = largest;
    p.bad = bad;
    Summary mine = nothing();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        mine = joined(mine, of_element(g[i]));
    Summary block = block_summary(mine);
    if (threadIdx.x != 0)
        return;
    put(p, blockIdx.x, block);
    if (!is_last(ticket))
        return;
    Summary all = of_all_blocks(p);
    *norm = sqrtf(all.squares);
    *top = all.largest;
    *skip = all.bad > 0;
}

__device__ float scale_for(float length, float limit)
{
    if (length <= limit)
        return 1.0f;
    return limit / length;
}

// The gradient is scaled to the limit where it is longer.
// A step with bad elements is left out altogether.
// One launch, any number of blocks.
__global__ void clip(const float *g, const float *norm, const int *skip, float *clipped, float limit, int n)
{
    float length = *norm;
    float scale = scale_for(length, limit);
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        clipped[i] = *skip ? 0.0f : g[i] * scale;
}
