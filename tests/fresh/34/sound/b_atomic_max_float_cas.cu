// fpcheck: init_max <<<1, 32>>> top=empty:4 groups=4
// fpcheck+ group_max <<<4, 64>>> x=@b_atomic_max_float_cas_x.npy group=@b_atomic_max_float_cas_g.npy top=top n=256 --ref top=@b_atomic_max_float_cas_ref_top.npy --tol bitwise
// expect: ok
// why: a plain read beside atomics and -inf as the first value: the loop retries until the swap succeeds, and every group has members
// figure: top[0] computed 25.9184685, exact 25.9184685 (error 0, 0 of the tolerance; worst of 4)
#include <cuda_runtime.h>
#include <math_constants.h>
// Largest value a group (MAX(x) ... GROUP BY): a compare-and-swap loop on the bits.
__global__ void init_max(float* top, int groups)
{
    if (threadIdx.x < groups) top[threadIdx.x] = -CUDART_INF_F;
}
__device__ void atomic_max(float* where, float x)
{
    int seen = *reinterpret_cast<volatile int*>(where);
    while (__int_as_float(seen) < x) {
        const int before = atomicCAS(reinterpret_cast<int*>(where), seen, __float_as_int(x));
        if (before == seen) break;
        seen = before;
    }
}
__global__ void group_max(const float* __restrict__ x, const int* __restrict__ group, float* top, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomic_max(top + group[i], x[i]);
}
