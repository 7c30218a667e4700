// fpcheck: total_energy <<<1, 64>>> e=[2.3,1.49,2.35,1.55,0.48,1.33,2.62,1.69,2.89,0.0,1.02,2.31,2.06,1.68,1.99,2.63,2.05,1.64,1.69,2.0,0.97,2.01,1.85,2.36,1.44,0.08,1.61,2.57,1.92,1.93,1.17,1.07,2.16,0.23,2.6,2.63,2.89,0.41,0.35,2.68,1.2,0.81,1.15,1.98,0.48,1.46,1.98,2.16,0.04,2.43,1.3,1.31,1.69,0.84,2.66,0.64,1.63,0.5,1.85,2.71,2.65,0.4,1.87,2.68,0.6,1.24,2.14,2.21,1.35,1.92,2.01,1.06,1.96,1.73,2.09,1.53,1.01,1.3,2.77,0.56,0.44,0.04,2.56,2.97,0.71,0.8,0.6,1.8,1.46,2.46,0.63,2.63,1.39,2.42,2.41,2.73,1.5,1.83,1.68,0.57,1.5,2.78,2.73,0.06,1.99,0.98,0.41,0.42,2.38,2.88,1.56,1.15,1.53,2.49,2.24,0.19,0.64,2.6,1.48,1.97,2.33,1.91,2.2,1.64,0.69,0.56,2.98,0.03] total=empty:1 n=128 want=[206.55] ref=total=want --tol rtol=1e-5,atol=0
// expect: error accumulator too narrow at line 24
// why: the initial value 0 is an int, and so the template's accumulator is one: every partial sum loses its fraction
// figure: total[0]: computed 141, MPFR 206.55
#include <cuda_runtime.h>

struct Plus {
    template <class A, class B> __device__ auto operator()(A a, B b) const { return a + b; }
};

// Folds x[first], x[first + stride], ... from an initial value, whose type is that of the result.
template <class T, class X, class Op> __device__ T fold(const X *x, int first, int n, int stride, T init, Op op)
{
    T acc = init;
    for (int i = first; i < n; i += stride)
        acc = op(acc, x[i]);
    return acc;
}

__global__ void total_energy(const float *e, float *total, int n)
{
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = fold(e, t, n, blockDim.x, 0, Plus());
    __syncthreads();
    for (int o = blockDim.x / 2; o > 0; o /= 2) {
        if (t < o)
            part[t] += part[t + o];
        __syncthreads();
    }
    if (t == 0)
        *total = part[0];
}
