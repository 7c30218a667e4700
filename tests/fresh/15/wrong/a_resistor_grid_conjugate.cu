// fpcheck: solve_grid <<<1, 64>>> inject=uniform(-1,1):64 potential=empty:64 residual=empty:1 steps=12 leak=0.25
// expect: error race at line 92
// why: block_sum is called again and again on the same shared words without a barrier between the reading of the total and the next writing of the parts
// figure: computed alpha of one warp may take a part of the next sum; right: all threads use the same alpha
// Node potentials of an 8 x 8 grid of resistors with a leak to ground: conjugate gradients, one node a thread.

#define SIDE 8
#define NODES (SIDE * SIDE)
#define WARPS (NODES / 32)

struct Node {
    int row, column;
};

struct Shared {
    float direction[NODES];
    float parts[WARPS];
};

// ------------------------------------------------------------ the grid

__device__ inline Node node_of(int t)
{
    Node n;
    n.row = t / SIDE;
    n.column = t % SIDE;
    return n;
}

__device__ inline bool inside(int row, int column)
{
    return row >= 0 && row < SIDE && column >= 0 && column < SIDE;
}

// Conductance between neighbours: 1 along a row, 2 along a column.
__device__ inline float conductance(bool vertical)
{
    return vertical ? 2.0f : 1.0f;
}

__device__ float neighbour(const float *v, const Node &n, int down, int right, float mine)
{
    int row = n.row + down;
    int column = n.column + right;
    if (!inside(row, column))
        return 0.0f;
    return conductance(down != 0) * (mine - v[row * SIDE + column]);
}

// Row of the Laplacian and the leak, times the vector in shared memory.
__device__ float apply(const float *v, const Node &n, float leak)
{
    float mine = v[n.row * SIDE + n.column];
    float sum = leak * mine;
    sum += neighbour(v, n, -1, 0, mine);
    sum += neighbour(v, n, 1, 0, mine);
    sum += neighbour(v, n, 0, -1, mine);
    sum += neighbour(v, n, 0, 1, mine);
    return sum;
}

// Diagonal of the matrix, for the preconditioner.
__device__ float diagonal(const Node &n, float leak)
{
    float sum = leak;
    if (inside(n.row - 1, n.column))
        sum += conductance(true);
    if (inside(n.row + 1, n.column))
        sum += conductance(true);
    if (inside(n.row, n.column - 1))
        sum += conductance(false);
    if (inside(n.row, n.column + 1))
        sum += conductance(false);
    return sum;
}

// ------------------------------------------------------------ sums

__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

// Sum over the block, for every thread.
__device__ float block_sum(float x, float *parts)
{
    int t = threadIdx.x;
    float w = warp_sum(x);
    if ((t & 31) == 0)
        parts[t >> 5] = w;
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < WARPS; k++)
        sum += parts[k];
    return sum;
}

__device__ float block_dot(float a, float b, float *parts)
{
    return block_sum(a * b, parts);
}

// ------------------------------------------------------------ conjugate gradients

struct Iterate {
    float x;     // potential
    float r;     // residual
    float z;     // preconditioned residual
    float p;     // direction
    float rz;    // r . z over the block
};

__device__ Iterate begin(float b, float d, Shared &s)
{
    Iterate it;
    it.x = 0.0f;
    it.r = b;
    it.z = b / d;
    it.p = it.z;
    it.rz = block_dot(it.r, it.z, s.parts);
    return it;
}

// The direction into shared memory, so that neighbours see it.
__device__ void publish(float p, Shared &s)
{
    s.direction[threadIdx.x] = p;
    __syncthreads();
}

__device__ void advance(Iterate &it, float ap, float alpha, float d)
{
    it.x += alpha * it.p;
    it.r -= alpha * ap;
    it.z = it.r / d;
}

__device__ void turn(Iterate &it, float rz)
{
    float beta = rz / it.rz;
    it.p = it.z + beta * it.p;
    it.rz = rz;
}

__device__ bool small(float rz)
{
    return rz < 1e-12f;
}

__device__ void iterate(Iterate &it, const Node &n, float d, float leak, Shared &s)
{
    publish(it.p, s);
    float ap = apply(s.direction, n, leak);
    float pap = block_dot(it.p, ap, s.parts);
    float alpha = it.rz / pap;
    advance(it, ap, alpha, d);
    float rz = block_dot(it.r, it.z, s.parts);
    turn(it, rz);
}

// ------------------------------------------------------------ checks

// Power that flows into the leak and the resistors: x . A x.
__device__ float power(float x, const Node &n, float leak, Shared &s)
{
    publish(x, s);
    float ax = apply(s.direction, n, leak);
    return block_dot(x, ax, s.parts);
}

// Power put in by the sources: x . b.
__device__ float power_in(float x, float b, Shared &s)
{
    return block_dot(x, b, s.parts);
}

__device__ float imbalance(float in, float out)
{
    return fabsf(in - out) / fmaxf(fabsf(in), 1e-20f);
}

// ------------------------------------------------------------ the kernel

__global__ void solve_grid(const float *inject, float *potential, float *residual, int steps, float leak)
{
    __shared__ Shared s;
    int t = threadIdx.x;
    Node n = node_of(t);
    float b = inject[t];
    float d = diagonal(n, leak);

    Iterate it = begin(b, d, s);
    for (int k = 0; k < steps; k++) {
        if (small(it.rz))
            break;
        iterate(it, n, d, leak, s);
    }

    potential[t] = it.x;

    float in = power_in(it.x, b, s);
    float out = power(it.x, n, leak, s);
    if (t == 0)
        *residual = imbalance(in, out);
}
