// fpcheck: lu_solve<<<2, 64>>> matrices=[0.61,0.62,0.03,9.57,-0.89,-0.23,-0.18,-0.91,-0.90,1.00,0.30,-0.53,9.87,0.95,0.80,0.69,-0.22,-0.01,0.35,-0.88,0.11,-0.46,10.76,-0.87,0.36,0.74,-0.55,0.79,0.74,-0.96,0.41,9.00,10.01,-0.13,-0.59,-0.35,0.61,-0.37,-0.70,0.40,-0.10,0.60,-0.53,-0.36,0.60,10.01,0.01,-0.53,-0.97,10.87,-0.83,0.69,-0.26,0.90,-0.20,0.87,0.11,-0.52,10.48,0.35,0.37,-0.07,-0.56,0.28,-0.79,0.38,0.27,-0.25,0.60,-0.61,-0.22,10.60,-0.24,0.43,0.23,0.88,10.98,0.45,0.62,-0.69,0.43,0.70,-0.20,0.11,-0.04,10.92,-0.37,-0.20,-1.00,9.84,0.26,0.87,0.85,-0.35,0.98,-0.62,0.65,-0.69,-0.19,-0.85,0.72,0.66,9.28,0.05,9.52,-0.02,0.11,-0.79,0.73,-0.44,-0.11,-0.89,-0.99,-0.61,-0.32,10.86,0.78,-0.04,-0.09,0.33,0.72,-0.33,10.59,-0.20,0.19,0.47,0.00,0.38] rhs=[1.0,3.9,-1.5,-1.3,-0.8,1.8,2.9,4.4,-1.2,2.1,-1.6,3.2,-2.7,3.7,0.1,2.3] x=empty:16 determinant=empty:2 batch=2
// expect: error race at line 91
// why: the factors of a column are written by the threads of column k, and the other threads of the other warp use them without a barrier between
// figure: computed x undefined (a thread may use the element before or after its division by the pivot), MPFR x[0] = -0.06861755
// Small dense systems, one a block: LU with partial pivoting in shared memory, one thread an element.
// The right-hand side is exchanged along with the rows; the triangular solves are done by the first warp.
constexpr int N = 8;
constexpr int THREADS = N * N;

struct System {
    float a[N][N + 1];
    float b[N];
    int pivot;
    int exchanges;
};

__device__ int row_of(int t)
{
    return t / N;
}

__device__ int column_of(int t)
{
    return t % N;
}

__device__ void load(System &s, const float *matrix, const float *rhs)
{
    int t = threadIdx.x;
    s.a[row_of(t)][column_of(t)] = matrix[t];
    if (t < N)
        s.b[t] = rhs[t];
    if (t == 0)
        s.exchanges = 0;
    __syncthreads();
}

// Thread 0 looks for the largest element on and below the diagonal.
__device__ void find_pivot(System &s, int k)
{
    if (threadIdx.x == 0) {
        int best = k;
        float largest = fabsf(s.a[k][k]);
        for (int r = k + 1; r < N; r++) {
            float candidate = fabsf(s.a[r][k]);
            if (candidate > largest) {
                largest = candidate;
                best = r;
            }
        }
        s.pivot = best;
        s.exchanges += best != k;
    }
    __syncthreads();
}

// Row k and the pivot's row change places: one thread a column.
__device__ void exchange_rows(System &s, int k)
{
    int t = threadIdx.x;
    int p = s.pivot;
    if (p != k) {
        if (t < N) {
            float keep = s.a[k][t];
            s.a[k][t] = s.a[p][t];
            s.a[p][t] = keep;
        } else if (t == N) {
            float keep = s.b[k];
            s.b[k] = s.b[p];
            s.b[p] = keep;
        }
    }
    __syncthreads();
}

// Column k below the diagonal becomes the column of factors.
__device__ void factors(System &s, int k)
{
    int r = row_of(threadIdx.x);
    int c = column_of(threadIdx.x);
    if (c == k && r > k)
        s.a[r][k] = s.a[r][k] / s.a[k][k];
}

// The trailing matrix, one element a thread.
__device__ void update(System &s, int k)
{
    int r = row_of(threadIdx.x);
    int c = column_of(threadIdx.x);
    if (r > k && c > k)
        s.a[r][c] = fmaf(-s.a[r][k], s.a[k][c], s.a[r][c]);
    __syncthreads();
}

__device__ void forward(System &s)
{
    int r = threadIdx.x;
    for (int k = 0; k < N - 1; k++) {
        if (r > k && r < N)
            s.b[r] = fmaf(-s.a[r][k], s.b[k], s.b[r]);
        __syncwarp();
    }
}

__device__ void backward(System &s)
{
    int r = threadIdx.x;
    for (int k = N - 1; k >= 0; k--) {
        if (r == k)
            s.b[k] = s.b[k] / s.a[k][k];
        __syncwarp();
        if (r < k)
            s.b[r] = fmaf(-s.a[r][k], s.b[k], s.b[r]);
        __syncwarp();
    }
}

// The product of the pivots, negative for an odd number of exchanges; a tree over eight lanes.
__device__ float determinant_of(const System &s)
{
    int lane = threadIdx.x & 31;
    float d = lane < N ? s.a[lane % N][lane % N] : 1.0f;
    for (int step = N / 2; step > 0; step >>= 1)
        d *= __shfl_xor_sync(0xffffffffu, d, step);
    return s.exchanges & 1 ? -d : d;
}

__global__ void __launch_bounds__(THREADS)
lu_solve(const float *matrices, const float *rhs, float *x, float *determinant, int batch)
{
    __shared__ System s;
    int m = blockIdx.x;
    if (m >= batch)
        return;
    load(s, matrices + m * N * N, rhs + m * N);
    for (int k = 0; k < N - 1; k++) {
        find_pivot(s, k);
        exchange_rows(s, k);
        factors(s, k);
        update(s, k);
    }
    if (threadIdx.x < 32) {
        forward(s);
        backward(s);
        float d = determinant_of(s);
        if (threadIdx.x == 0)
            determinant[m] = d;
        if (threadIdx.x < N)
            x[m * N + threadIdx.x] = s.b[threadIdx.x];
    }
}
