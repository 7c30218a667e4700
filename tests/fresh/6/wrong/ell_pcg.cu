// fpcheck: ell_pcg <<<1, 64>>> its=7 b=uniform(0.5,1.5):64 x=empty:64 res2=empty:1
// expect: error cancellation at line 132: |b|^2 - 2 b.Ax + |Ax|^2 for a residual of 1e-4: the squares agree in all digits
// Jacobi-preconditioned conjugate gradients in one block: 64 unknowns, ELLPACK with three entries a row.
// The matrix is the 1-D screened Poisson operator with varying screening: diagonal 3.5 .. 4.5, off-diagonals -1.
#define N 64
#define ELL 3
#define WARPS (N / 32)

struct Matrix {
    float value[ELL][N];
    int column[ELL][N];
};

struct Work {
    Matrix a;
    float p[N];
    float x[N];
    float warp[WARPS];
};

// ---------------------------------------------------------------------------------------------------------------
// matrix

// Row i of the matrix in ELLPACK; a missing entry is 0 in column i.
__device__ void build_row(Matrix& a, int i)
{
    a.value[0][i] = 3.5f + (float)(i & 3) * 0.25f;
    a.column[0][i] = i;

    bool left = i > 0;
    a.value[1][i] = left ? -1.0f : 0.0f;
    a.column[1][i] = left ? i - 1 : i;

    bool right = i + 1 < N;
    a.value[2][i] = right ? -1.0f : 0.0f;
    a.column[2][i] = right ? i + 1 : i;
}

// (A v)[i]
__device__ float multiply_row(const Matrix& a, const float* v, int i)
{
    float s = 0.0f;
    for (int e = 0; e < ELL; ++e)
        s += a.value[e][i] * v[a.column[e][i]];
    return s;
}

// ---------------------------------------------------------------------------------------------------------------
// reductions over the block

__device__ float block_sum(float v, float* warp)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    if ((threadIdx.x & 31) == 0) warp[threadIdx.x >> 5] = v;
    __syncthreads();
    float s = 0.0f;
    for (int w = 0; w < WARPS; ++w) s += warp[w];
    __syncthreads();
    return s;
}

__device__ float dot(float a, float b, Work& w)
{
    return block_sum(a * b, w.warp);
}

// ---------------------------------------------------------------------------------------------------------------
// preconditioner

struct Jacobi {
    float inverse;

    __device__ explicit Jacobi(const Matrix& a, int i)
    {
        inverse = 1.0f / a.value[0][i];
    }

    __device__ float apply(float r) const { return inverse * r; }
};

// ---------------------------------------------------------------------------------------------------------------
// the state of one unknown

struct Unknown {
    float x;
    float r;
    float z;
    float p;
};

__device__ void start(Unknown& u, float b, const Jacobi& m)
{
    u.x = 0.0f;
    u.r = b;
    u.z = m.apply(b);
    u.p = u.z;
}

// One step; returns the new r.z
__device__ float step(Unknown& u, float rz, const Jacobi& m, Work& w)
{
    int i = threadIdx.x;
    w.p[i] = u.p;
    __syncthreads();
    float q = multiply_row(w.a, w.p, i);

    float pq = dot(u.p, q, w);
    float alpha = rz / pq;
    u.x += alpha * u.p;
    u.r -= alpha * q;
    u.z = m.apply(u.r);

    float next = dot(u.r, u.z, w);
    float beta = next / rz;
    u.p = u.z + beta * u.p;
    return next;
}

// ---------------------------------------------------------------------------------------------------------------
// residual, from the three products that the distributed version has at hand

__device__ float squared_residual(float b, float x, Work& w)
{
    int i = threadIdx.x;
    w.x[i] = x;
    __syncthreads();
    float ax = multiply_row(w.a, w.x, i);
    float bb = dot(b, b, w);
    float ba = dot(b, ax, w);
    float aa = dot(ax, ax, w);
    float r2 = bb - 2.0f * ba + aa;
    return r2;
}

__global__ void ell_pcg(const float* b, float* x, float* res2, int its)
{
    __shared__ Work w;
    int i = threadIdx.x;
    build_row(w.a, i);
    __syncthreads();

    Jacobi m(w.a, i);
    Unknown u;
    float bi = b[i];
    start(u, bi, m);
    float rz = dot(u.r, u.z, w);

    for (int k = 0; k < its; ++k) {
        if (rz <= 0.0f) break;                                // solved exactly; the same in every thread
        rz = step(u, rz, m, w);
    }

    x[i] = u.x;
    float r2 = squared_residual(bi, u.x, w);
    if (i == 0) res2[0] = r2;
}

// ---------------------------------------------------------------------------------------------------------------
// host: fills the inputs with a small generator, launches once, prints the first results

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t e_ = (call);                                                      \
        if (e_ != cudaSuccess) {                                                      \
            std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)

// Numbers in [lo, hi) from a 32-bit linear congruential generator.
static std::vector<float> generate(std::size_t n, float lo, float hi, unsigned seed)
{
    std::vector<float> v(n);
    unsigned s = seed;
    for (std::size_t i = 0; i < n; ++i) {
        s = s * 1664525u + 1013904223u;
        v[i] = lo + (hi - lo) * ((float)(s >> 8) * 0x1p-24f);
    }
    return v;
}

int main()
{
    const int its = 7;
    std::vector<float> b = generate(N, 0.5f, 1.5f, 12345u);
    float* d_b = nullptr;
    CHECK(cudaMalloc(&d_b, N * sizeof(float)));
    CHECK(cudaMemcpy(d_b, b.data(), N * sizeof(float), cudaMemcpyHostToDevice));
    float* d_x = nullptr;
    CHECK(cudaMalloc(&d_x, N * sizeof(float)));
    float* d_res2 = nullptr;
    CHECK(cudaMalloc(&d_res2, 1 * sizeof(float)));

    ell_pcg<<<1, N>>>(d_b, d_x, d_res2, its);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<float> x(N);
    CHECK(cudaMemcpy(x.data(), d_x, N * sizeof(float), cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < x.size() && i < 8; ++i)
        std::printf("x[%zu] = %.9g\n", i, (double)x[i]);

    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_res2));
    return 0;
}
