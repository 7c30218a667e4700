// fpcheck: sweep_x <<<64, 64>>> u=randn:64x64 half_step=empty:64x64 r=0.4 n=64
// fpcheck+ sweep_y <<<64, 64>>> next=empty:64x64 r=0.4 n=64
// fpcheck+ energy <<<1, 128>>> out=empty:3 n=64
// expect: error race at line 57
// why: parallel cyclic reduction in place: a thread writes its row of the shared system while neighbours may still read the old one; the barrier between is missing
// figure: half_step undefined between threads: a neighbour at distance 1 may be read before or after it was eliminated
// Alternating directions for the heat equation on a square with fixed edges: implicit along x, then implicit along y.
// Each line is a tridiagonal system, solved by parallel cyclic reduction, one thread for an unknown.
#define MAXN 64

struct Row {
    float lower, diag, upper, rhs;
};

struct System {
    float lower[MAXN];
    float diag[MAXN];
    float upper[MAXN];
    float rhs[MAXN];
};

__device__ Row get(const System &s, int i, int n)
{
    if (i < 0 || i >= n)
        return {0.0f, 1.0f, 0.0f, 0.0f};
    return {s.lower[i], s.diag[i], s.upper[i], s.rhs[i]};
}

__device__ void put(System &s, int i, Row row)
{
    s.lower[i] = row.lower;
    s.diag[i] = row.diag;
    s.upper[i] = row.upper;
    s.rhs[i] = row.rhs;
}

// Eliminates the neighbours at distance `reach` from the middle row.
__device__ Row reduce_row(Row before, Row row, Row after)
{
    float alpha = -row.lower / before.diag;
    float beta = -row.upper / after.diag;
    Row out;
    out.lower = alpha * before.lower;
    out.upper = beta * after.upper;
    out.diag = row.diag + alpha * before.upper + beta * after.lower;
    out.rhs = row.rhs + alpha * before.rhs + beta * after.rhs;
    return out;
}

__device__ float solve(System &s, int i, int n)
{
    for (int reach = 1; reach < n; reach *= 2) {
        Row before = get(s, i - reach, n);
        Row after = get(s, i + reach, n);
        Row row = get(s, i, n);
        Row reduced = reduce_row(before, row, after);
        put(s, i, reduced);
        __syncthreads();
    }
    return s.rhs[i] / s.diag[i];
}

// The implicit matrix of one direction: (1 + 2r) on the diagonal, -r beside it, the edge fixed at zero.
__device__ Row heat_row(int i, int n, float r, float rhs)
{
    Row row;
    row.lower = i > 0 ? -r : 0.0f;
    row.upper = i < n - 1 ? -r : 0.0f;
    row.diag = 1.0f + 2.0f * r;
    row.rhs = rhs;
    return row;
}

__device__ float at(const float *u, int y, int x, int n)
{
    if (x < 0 || y < 0 || x >= n || y >= n)
        return 0.0f;
    return u[y * n + x];
}

__device__ float explicit_y(const float *u, int y, int x, int n, float r)
{
    float mid = at(u, y, x, n);
    return mid + r * (at(u, y - 1, x, n) - 2.0f * mid + at(u, y + 1, x, n));
}

__device__ float explicit_x(const float *u, int y, int x, int n, float r)
{
    float mid = at(u, y, x, n);
    return mid + r * (at(u, y, x - 1, n) - 2.0f * mid + at(u, y, x + 1, n));
}

__global__ void sweep_x(const float *u, float *half_step, float r, int n)
{
    __shared__ System s;
    int y = blockIdx.x;
    int x = threadIdx.x;
    put(s, x, heat_row(x, n, r, explicit_y(u, y, x, n, r)));
    __syncthreads();
    half_step[y * n + x] = solve(s, x, n);
}

__global__ void sweep_y(const float *half_step, float *next, float r, int n)
{
    __shared__ System s;
    int x = blockIdx.x;
    int y = threadIdx.x;
    put(s, y, heat_row(y, n, r, explicit_x(half_step, y, x, n, r)));
    __syncthreads();
    next[y * n + x] = solve(s, y, n);
}

__device__ float block_sum(float v)
{
    __shared__ float part[32];
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    float total = 0.0f;
    for (int w = 0; w < (int)blockDim.x / 32; w++)
        total += part[w];
    __syncthreads();
    return total;
}

// Heat that leaves through the four edges in a step, over r.
__device__ float leaving(const float *u, int i, int n)
{
    int y = i / n;
    int x = i % n;
    float edges = (float)((x == 0) + (y == 0) + (x == n - 1) + (y == n - 1));
    return edges * fabsf(u[i]);
}

// Heat and squared heat that are left, and what leaves.
__global__ void energy(const float *next, float *out, int n)
{
    float sum = 0.0f;
    float squares = 0.0f;
    float flux = 0.0f;
    for (int i = threadIdx.x; i < n * n; i += blockDim.x) {
        sum += fabsf(next[i]);
        squares += next[i] * next[i];
        flux += leaving(next, i, n);
    }
    sum = block_sum(sum);
    squares = block_sum(squares);
    flux = block_sum(flux);
    if (threadIdx.x == 0) {
        out[0] = sum;
        out[1] = squares;
        out[2] = flux;
    }
}
