// fpcheck: relax<<<1, 32>>> from=[0,0,1,1,2,3,3,0] to=[1,2,2,3,3,4,4,5] weight=[-1.0,2.0,-0.5,-2.0,-7.0,-0.5,1.5,4.0] potential=[0.0,-1.0,2.0,-3.0,1.0,4.0] best=inout:[1e+30,1e+30,1e+30,1e+30,1e+30,1e+30] edges=8 want=[1000000015047466219876688855040.0,-1.0,-1.5,-5.0,-3.5,4.0] ref=best=want --tol rtol=1e-6,atol=0
// expect: error mismatch at line 8
// why: the bits of negative floats order the other way round as integers, so that atomicMin keeps the candidate nearest to zero
// figure: computed best = [1.0000000150474662e+30, -1.0, -1.5, -3.0, -1.5], MPFR [1e+30, -1.0, -1.5, -5.0, -3.5]
// One round of Bellman-Ford over an edge list; weights may be negative.
__device__ void atomic_min_float(float *p, float x)
{
    atomicMin((int *)p, __float_as_int(x));
}

__global__ void relax(const int *from, const int *to, const float *weight, const float *potential, float *best, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= edges)
        return;
    float candidate = potential[from[e]] + weight[e];
    atomic_min_float(&best[to[e]], candidate);
}
