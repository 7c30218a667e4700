// fpcheck: solve4 <<<1, 8>>> eps=[1e-8,2e-8,5e-9,1e-9,3e-8,4e-9,1.5e-8,2.5e-9] x=empty:8x4 n=8
// expect: ok
//
// Batched solution of a 4x4 system of nodal analysis with partial pivoting, one thread a circuit:
//
//     [ eps  1    0    1 ] [x0]   [ 2 ]
//     [ 1    1    1    0 ] [x1] = [ 3 ]
//     [ 0    1    4    1 ] [x2]   [ 6 ]
//     [ 1    0    1    3 ] [x3]   [ 5 ]
//
// Rows are exchanged by selects with static indices, so that the matrix stays in registers.
struct Mat4 {
    float a[4][4];
};

struct Vec4 {
    float v[4];
};

__device__ __forceinline__ void load_system(Mat4& m, Vec4& b, float eps)
{
    const float base[4][4] = {{0.0f, 1.0f, 0.0f, 1.0f},
                              {1.0f, 1.0f, 1.0f, 0.0f},
                              {0.0f, 1.0f, 4.0f, 1.0f},
                              {1.0f, 0.0f, 1.0f, 3.0f}};
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
            m.a[i][j] = base[i][j];
    m.a[0][0] = eps;
    b.v[0] = 2.0f;
    b.v[1] = 3.0f;
    b.v[2] = 6.0f;
    b.v[3] = 5.0f;
}

__device__ __forceinline__ void exchange(float& a, float& b, bool yes)
{
    const float t = yes ? b : a;
    b = yes ? a : b;
    a = t;
}

// The first row of the largest magnitude in column k moves to row k.
__device__ __forceinline__ void pivot(Mat4& m, Vec4& b, int k)
{
#pragma unroll
    for (int i = 1; i < 4; ++i) {
        if (i > k) {
            const bool larger = fabsf(m.a[i][k]) > fabsf(m.a[k][k]);
#pragma unroll
            for (int j = 0; j < 4; ++j)
                exchange(m.a[k][j], m.a[i][j], larger);
            exchange(b.v[k], b.v[i], larger);
        }
    }
}

__device__ __forceinline__ void eliminate(Mat4& m, Vec4& b, int k)
{
    const float rp = 1.0f / m.a[k][k];
#pragma unroll
    for (int i = 1; i < 4; ++i) {
        if (i > k) {
            const float f = m.a[i][k] * rp;
#pragma unroll
            for (int j = 0; j < 4; ++j)
                if (j > k)
                    m.a[i][j] = fmaf(-f, m.a[k][j], m.a[i][j]);
            b.v[i] = fmaf(-f, b.v[k], b.v[i]);
        }
    }
}

__device__ __forceinline__ void back_substitution(const Mat4& m, Vec4& b)
{
#pragma unroll
    for (int i = 3; i >= 0; --i) {
        float s = b.v[i];
#pragma unroll
        for (int j = 0; j < 4; ++j)
            if (j > i)
                s = fmaf(-m.a[i][j], b.v[j], s);
        b.v[i] = s / m.a[i][i];
    }
}

__global__ void solve4(const float* __restrict__ eps, float* __restrict__ x, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;

    Mat4 m;
    Vec4 b;
    load_system(m, b, eps[t]);

#pragma unroll
    for (int k = 0; k < 3; ++k) {
        pivot(m, b, k);
        eliminate(m, b, k);
    }
    back_substitution(m, b);

#pragma unroll
    for (int i = 0; i < 4; ++i)
        x[4 * t + i] = b.v[i];
}

// The matrix is well conditioned for any eps below 0.1, so that partial pivoting gives the solution to a few ulps.
// Multipliers are at most 1 in magnitude by construction.

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_eps = 8;
    std::vector<float> h_eps(n_eps);
    for (float& e : h_eps)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_eps = nullptr;
    cudaMalloc(&d_eps, n_eps * sizeof(float));
    cudaMemcpy(d_eps, h_eps.data(), n_eps * sizeof(float), cudaMemcpyHostToDevice);

    const int n_x = 8 * 4;
    std::vector<float> h_x(n_x);
    float* d_x = nullptr;
    cudaMalloc(&d_x, n_x * sizeof(float));

    solve4<<<1, 8>>>(d_eps, d_x, 8);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_x.data(), d_x, n_x * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_x && i < 8; ++i)
        std::printf("x[%d] = %.9g\n", i, h_x[i]);
    cudaFree(d_eps);
    cudaFree(d_x);
    return 0;
}
#endif
