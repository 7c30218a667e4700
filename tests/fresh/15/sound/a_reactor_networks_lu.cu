// fpcheck: solve_networks <<<2, 32>>> matrix=uniform(-1,1):8x64 inflow=uniform(0.5,2):8x8 level=empty:8x8 logdet=empty:8 fullest=empty:8 order=empty:8x8 coupling=3.5
// expect: ok
// why: elimination in shared memory with row exchanges, by groups of eight lanes that go together with __syncwarp; the matrices are well conditioned, and the logarithm of the determinant is of magnitudes
// figure: computed level within 1e-6 of the solution (condition numbers below 10)
// Steady levels of small networks of reactors: eight unknowns each, LU with partial pivoting, four systems a warp.

#define N 8
#define SYSTEMS 4
#define FULL 0xffffffffu

struct System {
    float a[N][N + 1];
    float b[N];
    int row[N];
};

struct Pivot {
    float size;
    int row;
};

// ------------------------------------------------------------ loading

// The diagonal gets an outflow, which makes the matrix well conditioned; two rows are exchanged so that there is something to pivot.
__device__ inline int source_row(int i)
{
    return i < 2 ? 1 - i : i;
}

__device__ inline float element(const float *matrix, int i, int j, float coupling)
{
    float a = matrix[i * N + j];
    return i == j ? a + coupling : 0.5f * a;
}

__device__ void load(System &s, const float *matrix, const float *inflow, int i, float coupling)
{
    int from = source_row(i);
    for (int j = 0; j < N; j++)
        s.a[i][j] = element(matrix, from, j, coupling);
    s.b[i] = inflow[from];
    s.row[i] = from;
}

// ------------------------------------------------------------ pivoting

__device__ inline Pivot better(const Pivot &p, const Pivot &q)
{
    if (q.size > p.size)
        return q;
    if (q.size == p.size && q.row < p.row)
        return q;
    return p;
}

// The largest element of column k at or below the diagonal, for all eight lanes.
__device__ Pivot find_pivot(const System &s, int k, int i)
{
    Pivot p;
    p.size = i >= k ? fabsf(s.a[i][k]) : -1.0f;
    p.row = i;
    for (int o = N / 2; o > 0; o >>= 1) {
        Pivot q;
        q.size = __shfl_xor_sync(FULL, p.size, o, N);
        q.row = __shfl_xor_sync(FULL, p.row, o, N);
        p = better(p, q);
    }
    return p;
}

// Lane j exchanges the elements of column j.
__device__ void exchange(System &s, int k, int other, int j)
{
    if (other != k) {
        float t = s.a[k][j];
        s.a[k][j] = s.a[other][j];
        s.a[other][j] = t;
        if (j == 0) {
            float b = s.b[k];
            s.b[k] = s.b[other];
            s.b[other] = b;
            int r = s.row[k];
            s.row[k] = s.row[other];
            s.row[other] = r;
        }
    }
    __syncwarp();
}

// ------------------------------------------------------------ elimination

// Lane i takes a multiple of row k from row i.
__device__ void eliminate(System &s, int k, int i)
{
    if (i > k) {
        float factor = s.a[i][k] / s.a[k][k];
        s.a[i][k] = factor;
        for (int j = k + 1; j < N; j++)
            s.a[i][j] = fmaf(-factor, s.a[k][j], s.a[i][j]);
    }
    __syncwarp();
}

__device__ void factor(System &s, int i)
{
    for (int k = 0; k < N - 1; k++) {
        Pivot p = find_pivot(s, k, i);
        __syncwarp();
        exchange(s, k, p.row, i);
        eliminate(s, k, i);
    }
}

// ------------------------------------------------------------ substitution

__device__ void forward(System &s, int i)
{
    for (int k = 0; k < N - 1; k++) {
        if (i > k)
            s.b[i] = fmaf(-s.a[i][k], s.b[k], s.b[i]);
        __syncwarp();
    }
}

__device__ void backward(System &s, int i)
{
    for (int k = N - 1; k >= 0; k--) {
        if (i == k)
            s.b[k] = s.b[k] / s.a[k][k];
        __syncwarp();
        if (i < k)
            s.b[i] = fmaf(-s.a[i][k], s.b[k], s.b[i]);
        __syncwarp();
    }
}

// ------------------------------------------------------------ determinant

__device__ float sum_of_eight(float x)
{
    for (int o = N / 2; o > 0; o >>= 1)
        x += __shfl_xor_sync(FULL, x, o, N);
    return x;
}

// Highest level of a network.
__device__ float max_of_eight(float x)
{
    for (int o = N / 2; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(FULL, x, o, N));
    return x;
}

// All pivots are larger than 1 here, so that the sum has one sign.
__device__ float log_determinant(const System &s, int i)
{
    return sum_of_eight(logf(fabsf(s.a[i][i])));
}

// ------------------------------------------------------------ storing

__device__ void store(const System &s, float *level, int *order, int i)
{
    level[i] = s.b[i];
    order[i] = s.row[i];
}

// ------------------------------------------------------------ the kernel

// Eight lanes a system:
//   phase 1: the matrix and the right side into shared memory
//   phase 2: factors
//   phase 3: both substitutions
//   phase 4: levels, the order of the rows, the determinant
__global__ void solve_networks(const float *matrix, const float *inflow, float *level, float *logdet,
                               float *fullest, int *order, float coupling)
{
    __shared__ System systems[SYSTEMS];
    int lane = threadIdx.x;
    int local = lane / N;
    int i = lane % N;
    int number = blockIdx.x * SYSTEMS + local;
    System &s = systems[local];

    // phase 1
    load(s, matrix + number * N * N, inflow + number * N, i, coupling);
    __syncwarp();

    // phase 2
    factor(s, i);

    // phase 3
    forward(s, i);
    backward(s, i);

    // phase 4
    store(s, level + number * N, order + number * N, i);
    float d = log_determinant(s, i);
    float top = max_of_eight(s.b[i]);
    if (i == 0) {
        logdet[number] = d;
        fullest[number] = top;
    }
}
