// fpcheck: count_degrees <<<16, 64>>> src=randint(0,15):1024 degree=inout:zeros:16 m=1024 n=16
// fpcheck+ degree_starts <<<1, 64>>> deg=degree start=empty:128 top=empty:1 median=empty:1 n=16
// fpcheck+ place_nodes <<<1, 64>>> deg=degree cursor=start order=empty:16 rank=empty:16 n=16
// fpcheck+ peel_weights <<<1, 64>>> deg=degree place=rank weight=empty:16 total=empty:1 n=16 m=1024
// expect: ok
// why: 64 threads for 128 bins look too few, but the clearing loop strides, and each thread scans two bins
// figure: integers exact, shares to 2 ulps
// Nodes of a graph in order of their degree (counting sort), as k-core peeling wants them.
#define BINS 128

// ---- degrees from an edge list

__global__ void count_degrees(const int *src, int *degree, int m, int n)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= m)
        return;
    int v = src[e];
    if (v >= 0 && v < n)
        atomicAdd(&degree[v], 1);
}

// ---- histogram and exclusive scan

__device__ __forceinline__ int bin_of(int degree)
{
    return degree < BINS ? degree : BINS - 1;
}

__device__ void clear_bins(int *hist)
{
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        hist[b] = 0;
}

__device__ int warp_inclusive(int v)
{
    int lane = threadIdx.x & 31;
    for (int o = 1; o < 32; o <<= 1) {
        int u = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o)
            v += u;
    }
    return v;
}

// exclusive scan of 128 bins by two warps, two bins a thread
__device__ void scan_bins(const int *hist, int *start)
{
    __shared__ int warpTotal[2];
    int t = threadIdx.x;
    int a = hist[2 * t];
    int b = hist[2 * t + 1];
    int inclusive = warp_inclusive(a + b);
    if ((t & 31) == 31)
        warpTotal[t >> 5] = inclusive;
    __syncthreads();
    int before = inclusive - (a + b);
    if (t >= 32)
        before += warpTotal[0];
    start[2 * t] = before;
    start[2 * t + 1] = before + a;
}

// the degree that half of the nodes do not exceed
__device__ int median_bin(const int *start, int n)
{
    int lo = 0, hi = BINS - 1;
    while (lo < hi) {
        int mid = (lo + hi + 1) / 2;
        if (start[mid] <= n / 2)
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

__global__ void degree_starts(const int *deg, int *start, int *top, int *median, int n)
{
    __shared__ int hist[BINS];
    __shared__ int highest;

    clear_bins(hist);
    if (threadIdx.x == 0)
        highest = 0;
    __syncthreads();

    for (int v = threadIdx.x; v < n; v += blockDim.x) {
        atomicAdd(&hist[bin_of(deg[v])], 1);
        atomicMax(&highest, deg[v]);
    }
    __syncthreads();

    scan_bins(hist, start);
    __syncthreads();
    if (threadIdx.x == 0) {
        *top = highest;
        *median = median_bin(start, n);
    }
}

// ---- stable placement: nodes of one degree keep their order

__device__ int earlier_of_same(const int *degree, int v)
{
    int count = 0;
    int mine = bin_of(degree[v]);
    for (int u = 0; u < v; u++)
        count += bin_of(degree[u]) == mine;
    return count;
}

__global__ void place_nodes(const int *deg, const int *cursor, int *order, int *rank, int n)
{
    for (int v = threadIdx.x; v < n; v += blockDim.x) {
        int at = cursor[bin_of(deg[v])] + earlier_of_same(deg, v);
        if (at >= 0 && at < n) {
            order[at] = v;
            rank[v] = at;
        }
    }
}

// ---- a weight for every node: the share of edges that its degree class could keep

__device__ float block_sum(float v, float *s)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h >>= 1) {
        if (t < h)
            s[t] += s[t + h];
        __syncthreads();
    }
    return s[0];
}

__device__ float share(int degree, int rank, int n, int m)
{
    float position = (float)(rank + 1) / (float)n;
    return (float)degree / (float)m * position;
}

__global__ void peel_weights(const int *deg, const int *place, float *weight, float *total, int n, int m)
{
    __shared__ float s[64];
    float sum = 0.0f;
    for (int v = threadIdx.x; v < n; v += blockDim.x) {
        float w = share(deg[v], place[v], n, m);
        weight[v] = w;
        sum += w;
    }
    sum = block_sum(sum, s);
    if (threadIdx.x == 0)
        *total = sum;
}
