// fpcheck: assign<<<1, 64>>> x=[[4000.06,3999.96],[3999.98,4000.32],[4000.2,4000.0],[4000.11,4000.13],[3999.93,4000.08],[4000.06,3999.92],[3999.84,4000.34],[3999.95,4000.0],[3999.99,4000.08],[3999.85,4000.25],[4000.12,4000.15],[4000.07,3999.97],[3999.89,4000.37],[3999.88,4000.34],[4000.27,4000.11],[4000.24,4000.2],[3999.81,4000.37],[4000.22,4000.16],[3999.9,4000.02],[3999.92,4000.08],[3999.92,3999.96],[3999.91,4000.37],[4000.24,4000.08],[4000.11,4000.16],[3999.87,4000.29],[3999.92,4000.06],[3999.92,4000.03],[3999.81,4000.33],[3999.91,3999.91],[3999.95,4000.01],[4000.17,4000.08],[3999.84,4000.39],[3999.8,4000.34],[3999.86,4000.36],[4000.05,3999.91],[4000.09,3999.96],[4000.14,4000.19],[3999.92,4000.2],[4000.29,4000.14],[4000.16,4000.07]] centre=inout:[[4000.0,4000.0],[4000.2,4000.1],[3999.9,4000.3]] label=empty:40 n=40 k=3 want=[0,2,1,1,0,0,2,0,0,2,1,0,2,2,1,1,2,1,0,0,0,2,1,1,2,0,0,2,0,0,1,2,2,2,0,0,1,2,1,1] --ref 'label=want' --tol bitwise
// fpcheck+ accumulate<<<1, 64>>> sums=inout:zeros:3x2 counts=inout:zeros:3 n=40 k=3
// fpcheck+ update<<<1, 32>>> moved=empty:3 k=3
// expect: error cancellation at line 45
// why: |x|^2 - 2xc + |c|^2 of points 4000 from the origin and some 0.1 from each other: squares of 3e7 with an ulp of 2, so the label is rounding
// figure: computed label[1] = 0, MPFR 2 (25 of 40 differ)
// Lloyd's iteration of k-means in two dimensions: assign, accumulate, update.
constexpr int DIM = 2;
constexpr int MAX_CLUSTERS = 8;
constexpr int NO_CLUSTER = -1;

struct Point {
    float v[DIM];
};

struct Nearest {
    float distance;
    int cluster;
};

__device__ Point load_point(const float *x, int i)
{
    Point p;
    for (int d = 0; d < DIM; d++)
        p.v[d] = x[i * DIM + d];
    return p;
}

__device__ float dot(const Point &a, const Point &b)
{
    float s = 0.0f;
    for (int d = 0; d < DIM; d++)
        s = fmaf(a.v[d], b.v[d], s);
    return s;
}

__device__ float squared_norm(const Point &a)
{
    return dot(a, a);
}

// |p - q|^2, with the norm of q known beforehand.
__device__ float squared_distance(const Point &p, const Point &q, float norm_q)
{
    return squared_norm(p) - 2.0f * dot(p, q) + norm_q;
}

__device__ Nearest none()
{
    Nearest r;
    r.distance = INFINITY;
    r.cluster = NO_CLUSTER;
    return r;
}

__device__ Nearest nearer(const Nearest &a, const Nearest &b)
{
    return b.distance < a.distance ? b : a;
}

struct Centres {
    Point p[MAX_CLUSTERS];
    float norm[MAX_CLUSTERS];
};

// All threads of the block call it.
__device__ void load_centres(Centres &c, const float *centre, int k)
{
    int t = threadIdx.x;
    if (t < k) {
        c.p[t] = load_point(centre, t);
        c.norm[t] = squared_norm(c.p[t]);
    }
    __syncthreads();
}

__device__ Nearest nearest_of(const Point &p, const Centres &c, int k)
{
    Nearest best = none();
    for (int j = 0; j < k; j++) {
        Nearest r;
        r.distance = squared_distance(p, c.p[j], c.norm[j]);
        r.cluster = j;
        best = nearer(best, r);
    }
    return best;
}

__global__ void assign(const float *x, const float *centre, int *label, int n, int k)
{
    __shared__ Centres c;
    load_centres(c, centre, k);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    label[i] = nearest_of(load_point(x, i), c, k).cluster;
}

// Sums of the members of each cluster: first in shared memory, one atomic a block for each after that.
struct Sums {
    float v[MAX_CLUSTERS][DIM];
    int count[MAX_CLUSTERS];
};

__device__ void clear(Sums &s)
{
    for (int j = threadIdx.x; j < MAX_CLUSTERS; j += blockDim.x) {
        for (int d = 0; d < DIM; d++)
            s.v[j][d] = 0.0f;
        s.count[j] = 0;
    }
    __syncthreads();
}

__device__ void add(Sums &s, const Point &p, int cluster)
{
    for (int d = 0; d < DIM; d++)
        atomicAdd(&s.v[cluster][d], p.v[d]);
    atomicAdd(&s.count[cluster], 1);
}

__device__ void flush(const Sums &s, float *sums, int *counts, int k)
{
    __syncthreads();
    for (int j = threadIdx.x; j < k; j += blockDim.x) {
        for (int d = 0; d < DIM; d++)
            atomicAdd(&sums[j * DIM + d], s.v[j][d]);
        atomicAdd(&counts[j], s.count[j]);
    }
}

__global__ void accumulate(const float *x, const int *label, float *sums, int *counts, int n, int k)
{
    __shared__ Sums s;
    clear(s);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && label[i] != NO_CLUSTER)
        add(s, load_point(x, i), label[i]);
    flush(s, sums, counts, k);
}

// New centres, and how far each moved.
__global__ void update(const float *sums, const int *counts, float *centre, float *moved, int k)
{
    int j = threadIdx.x;
    if (j >= k)
        return;
    float distance = 0.0f;
    for (int d = 0; d < DIM; d++) {
        float old = centre[j * DIM + d];
        float mean = counts[j] > 0 ? sums[j * DIM + d] / (float)counts[j] : old;
        distance = fmaf(mean - old, mean - old, distance);
        centre[j * DIM + d] = mean;
    }
    moved[j] = sqrtf(distance);
}
