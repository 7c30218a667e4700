// fpcheck: heat_implicit <<<1, 64>>> u=uniform(0,1):64 next=empty:64 r=0.75 n=64
// expect: ok
// why: all four coefficients are read before a barrier and written after it; neighbours beyond the ends count as identity rows, so that nothing divides by zero; dominance keeps it stable without pivots
// figure: computed next within 5e-7 of the direct solution, MPFR solution of the tridiagonal system; diagonally dominant: growth 1
// One implicit step of the heat equation in a rod: the tridiagonal system is
// solved by parallel cyclic reduction, one unknown a thread.
#include <cuda_runtime.h>

#define SIZE 64

// a x[i-1] + b x[i] + c x[i+1] = d
struct Equation {
    float a;
    float b;
    float c;
    float d;
};

struct System {
    float a[SIZE];
    float b[SIZE];
    float c[SIZE];
    float d[SIZE];
};

// ------------------------------------------------------------- access

__device__ inline Equation identity_row()
{
    Equation e;
    e.a = 0.0f;
    e.b = 1.0f;
    e.c = 0.0f;
    e.d = 0.0f;
    return e;
}

__device__ Equation read(const System &s, int i)
{
    if (i < 0 || i >= SIZE)
        return identity_row();
    Equation e;
    e.a = s.a[i];
    e.b = s.b[i];
    e.c = s.c[i];
    e.d = s.d[i];
    return e;
}

__device__ void write(System &s, int i, const Equation &e)
{
    s.a[i] = e.a;
    s.b[i] = e.b;
    s.c[i] = e.c;
    s.d[i] = e.d;
}

// ------------------------------------------------------------- the rod

__device__ inline bool is_end(int i, int n)
{
    return i == 0 || i == n - 1;
}

// Ends keep their temperature.
__device__ Equation rod_equation(const float *u, int i, int n, float r)
{
    Equation e = identity_row();
    if (i >= n)
        return e;
    e.d = u[i];
    if (is_end(i, n))
        return e;
    e.a = -r;
    e.b = 1.0f + 2.0f * r;
    e.c = -r;
    return e;
}

// ------------------------------------------------------------- reduction

// Removes the neighbours at one distance; twice as far ones take their place.
__device__ Equation reduce(const Equation &below, const Equation &mine, const Equation &above)
{
    float low = -mine.a / below.b;
    float high = -mine.c / above.b;
    Equation e;
    e.a = low * below.a;
    e.c = high * above.c;
    e.b = mine.b + low * below.c + high * above.a;
    e.d = mine.d + low * below.d + high * above.d;
    return e;
}

__device__ void reduce_step(System &s, int distance)
{
    int i = threadIdx.x;
    Equation below = read(s, i - distance);
    Equation mine = read(s, i);
    Equation above = read(s, i + distance);
    __syncthreads();
    write(s, i, reduce(below, mine, above));
    __syncthreads();
}

__device__ void reduce_all(System &s)
{
    for (int distance = 1; distance < SIZE; distance *= 2)
        reduce_step(s, distance);
}

// ------------------------------------------------------------- solution

__device__ inline float solution(const System &s, int i)
{
    return s.d[i] / s.b[i];
}

// ------------------------------------------------------------- the kernel

__global__ void heat_implicit(const float *u, float *next, float r, int n)
{
    __shared__ System s;
    int i = threadIdx.x;

    // equations
    write(s, i, rod_equation(u, i, n, r));
    __syncthreads();

    // all couplings away
    reduce_all(s);

    // what is left is diagonal
    if (i < n)
        next[i] = solution(s, i);
}

// ------------------------------------------------------------- host

cudaError_t run_heat_implicit(const float *u, float *next, float r, int n)
{
    // device buffers
    float *d_u = nullptr;
    float *d_next = nullptr;
    cudaMalloc(&d_u, sizeof(float) * (n));
    cudaMalloc(&d_next, sizeof(float) * (n));

    cudaMemcpy(d_u, u, sizeof(float) * (n), cudaMemcpyHostToDevice);
    cudaMemset(d_next, 0, sizeof(float) * (n));

    heat_implicit<<<1, SIZE>>>(d_u, d_next, r, n);
    cudaError_t status = cudaDeviceSynchronize();

    cudaMemcpy(next, d_next, sizeof(float) * (n), cudaMemcpyDeviceToHost);
    cudaFree(d_u);
    cudaFree(d_next);
    return status;
}
