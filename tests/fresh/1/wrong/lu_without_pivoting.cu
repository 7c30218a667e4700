// fpcheck: solve4 <<<1, 8>>> eps=[1e-8,2e-8,5e-9,1e-9,3e-8,4e-9,1.5e-8,2.5e-9] x=empty:8x4 n=8
// expect: error cancellation at line 52: a pivot of 1e-8 is divided by without a row exchange: the row below is absorbed
//
// Batched solution of a 4x4 system of nodal analysis, one thread a circuit. The first node hangs on a tiny
// leakage conductance eps:
//
//     [ eps  1    0    1 ] [x0]   [ 2 ]
//     [ 1    1    1    0 ] [x1] = [ 3 ]
//     [ 0    1    4    1 ] [x2]   [ 6 ]
//     [ 1    0    1    3 ] [x3]   [ 5 ]
//
// The matrix is perfectly conditioned (condition number below 20).
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

// Doolittle elimination in place; L has a unit diagonal.
__device__ __forceinline__ void factorize(Mat4& m)
{
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        const float pivot = m.a[k][k];
        const float rp = 1.0f / pivot;
#pragma unroll
        for (int i = k + 1; i < 4; ++i) {
            const float f = m.a[i][k] * rp;
            m.a[i][k] = f;
#pragma unroll
            for (int j = k + 1; j < 4; ++j)
                m.a[i][j] -= f * m.a[k][j];
        }
    }
}

__device__ __forceinline__ void forward_substitution(const Mat4& m, Vec4& b)
{
#pragma unroll
    for (int i = 1; i < 4; ++i) {
        float s = b.v[i];
#pragma unroll
        for (int j = 0; j < i; ++j)
            s -= m.a[i][j] * b.v[j];
        b.v[i] = s;
    }
}

__device__ __forceinline__ void back_substitution(const Mat4& m, Vec4& b)
{
#pragma unroll
    for (int i = 3; i >= 0; --i) {
        float s = b.v[i];
#pragma unroll
        for (int j = i + 1; j < 4; ++j)
            s -= m.a[i][j] * b.v[j];
        b.v[i] = s / m.a[i][i];
    }
}

__device__ __forceinline__ float max_abs(const Vec4& b)
{
    float m = 0.0f;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        m = fmaxf(m, fabsf(b.v[i]));
    return m;
}

__global__ void solve4(const float* __restrict__ eps, float* __restrict__ x, int n)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;

    Mat4 m;
    Vec4 b;
    load_system(m, b, eps[t]);
    factorize(m);
    forward_substitution(m, b);
    back_substitution(m, b);

    // A circuit without a source would give zero everywhere; keep the sign convention of the netlist.
    const float big = max_abs(b);
    const float sign = big > 0.0f ? 1.0f : -1.0f;

#pragma unroll
    for (int i = 0; i < 4; ++i)
        x[4 * t + i] = sign * b.v[i];
}

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
