// fpcheck: pagerank<<<1, 64>>> row=[0,3,8,11,16,18,18,19,22,24,26,30,32,33,34,36,38,39,42,44,48,49,50,55,58] col=[11,12,14,2,4,5,13,15,4,10,18,4,6,9,16,17,10,16,5,2,8,18,10,12,12,16,6,9,13,17,10,12,16,6,12,13,3,5,15,3,8,16,3,13,12,13,14,17,13,18,2,5,12,14,17,7,10,18] degree=[0,0,3,3,3,4,3,1,2,2,5,1,7,6,3,2,5,4,4,0,0,0,0,0] rank=empty:24 top_rank=empty:1 nodes=24 rounds=20 damping=0.85
// expect: ok
// why: pulls instead of atomics, so the order is fixed; the mass of vertices without links is summed first and shared out; the two buffers swap after a barrier
// figure: computed rank[0] = 0.0558169782, MPFR 0.0558169802
constexpr int MAX_NODES = 64;

struct State
{
    float rank[2][MAX_NODES];
    float partial[2];
    float total;
};

__device__ float warp_sum(float x)
{
    for (int d = 16; d > 0; d >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
}

// Sum over the block of two warps; every thread gets it.
__device__ float block_sum(State &state, float x)
{
    x = warp_sum(x);
    if ((threadIdx.x & 31) == 0)
        state.partial[threadIdx.x >> 5] = x;
    __syncthreads();
    if (threadIdx.x == 0)
        state.total = state.partial[0] + state.partial[1];
    __syncthreads();
    return state.total;
}

__device__ void start_uniform(State &state, int nodes)
{
    if (threadIdx.x < nodes)
        state.rank[0][threadIdx.x] = 1.0f / nodes;
}

__device__ float dangling_mass(State &state, const int *degree, int now, int nodes)
{
    float mine = 0.0f;
    if (threadIdx.x < nodes && degree[threadIdx.x] == 0)
        mine = state.rank[now][threadIdx.x];
    return block_sum(state, mine);
}

// What flows in over the links; col lists the sources of each vertex.
__device__ float inflow(const State &state, const int *row, const int *col, const int *degree, int now, int vertex)
{
    float sum = 0.0f;
    for (int e = row[vertex]; e < row[vertex + 1]; ++e)
    {
        int source = col[e];
        sum += state.rank[now][source] / degree[source];
    }
    return sum;
}

__device__ void iterate(State &state, const int *row, const int *col, const int *degree, int now, int nodes, float damping)
{
    float lost = dangling_mass(state, degree, now, nodes);
    if (threadIdx.x < nodes)
    {
        float in = inflow(state, row, col, degree, now, threadIdx.x);
        float base = (1.0f - damping) / nodes;
        state.rank[1 - now][threadIdx.x] = base + damping * (in + lost / nodes);
    }
    __syncthreads();
}

// Rounding makes the sum drift from 1 by an ulp or two; this takes it out.
__device__ float normalised(State &state, int now, int nodes)
{
    float mine = threadIdx.x < nodes ? state.rank[now][threadIdx.x] : 0.0f;
    float sum = block_sum(state, mine);
    return mine / sum;
}

__device__ float largest(State &state, float x)
{
    for (int d = 16; d > 0; d >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, d));
    __syncthreads();
    if ((threadIdx.x & 31) == 0)
        state.partial[threadIdx.x >> 5] = x;
    __syncthreads();
    return fmaxf(state.partial[0], state.partial[1]);
}

__global__ void pagerank(const int *row, const int *col, const int *degree, float *rank, float *top_rank, int nodes, int rounds, float damping)
{
    __shared__ State state;
    int now = 0;
    start_uniform(state, nodes);
    __syncthreads();
    for (int round = 0; round < rounds; ++round)
    {
        iterate(state, row, col, degree, now, nodes, damping);
        now = 1 - now;
    }
    float value = normalised(state, now, nodes);
    float top = largest(state, value);
    if (threadIdx.x < nodes)
        rank[threadIdx.x] = value;
    if (threadIdx.x == 0)
        top_rank[0] = top;
}

// Out-degrees of a graph given by the sources of each vertex.
__global__ void out_degrees(const int *row, const int *col, int *degree, int nodes)
{
    __shared__ int counts[MAX_NODES];
    if (threadIdx.x < MAX_NODES)
        counts[threadIdx.x] = 0;
    __syncthreads();
    for (int e = threadIdx.x; e < row[nodes]; e += blockDim.x)
        atomicAdd(&counts[col[e]], 1);
    __syncthreads();
    if (threadIdx.x < nodes)
        degree[threadIdx.x] = counts[threadIdx.x];
}

// The place of each vertex by falling rank; of equals the lower number comes first.
__global__ void places(const float *rank, int *place, int nodes)
{
    int i = threadIdx.x;
    if (i >= nodes)
        return;
    int before = 0;
    for (int j = 0; j < nodes; ++j)
        before += rank[j] > rank[i] || (rank[j] == rank[i] && j < i);
    place[i] = before;
}

// Total variation between two rankings, by one warp.
__global__ void distance_between(const float *a, const float *b, float *distance, int nodes)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < nodes; i += 32)
        sum += fabsf(a[i] - b[i]);
    sum = warp_sum(sum);
    if (threadIdx.x == 0)
        distance[0] = 0.5f * sum;
}

// Personalised restart: a given distribution instead of the uniform one.
__global__ void restart(const float *rank, const float *preference, float *out, int nodes, float damping)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < nodes)
        out[i] = damping * rank[i] + (1.0f - damping) * preference[i];
}
