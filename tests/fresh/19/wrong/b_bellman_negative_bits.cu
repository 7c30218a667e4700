// fpcheck: relax_all <<<1, 32>>> from=[0,0,1,2,1,3] to=[1,2,3,3,4,4] weight=[1.0,-2.0,-4.0,-0.5,2.0,1.0] distance=empty:5 vertices=5 edges=6 want=[0,1,-2,-3,-2] ref=distance=want --tol rtol=1e-6,atol=1e-6
// expect: error sign bit trick at line 11
// why: atomicMin on the bits as signed integers orders negative floats the wrong way round: -2.5 stays and -3 never replaces it
// figure: computed distance[3] -2.5 and distance[4] -1.5, right -3 and -2
#include <cuda_runtime.h>

constexpr int MAX_VERTICES = 32;

__device__ void atomic_min_float(float *address, float v)
{
    atomicMin(reinterpret_cast<int *>(address), __float_as_int(v));
}

__device__ bool reached(float d)
{
    return d < 3.0e38f;
}

// Bellman-Ford from vertex 0, an edge a thread, in rounds with a barrier after each.
__global__ void relax_all(const int *from, const int *to, const float *weight, float *distance, int vertices, int edges)
{
    __shared__ float d[MAX_VERTICES];
    int t = threadIdx.x;
    d[t] = t == 0 ? 0.0f : 3.4e38f;
    __syncthreads();
    for (int round = 1; round < vertices; round++) {
        float source = t < edges ? d[from[t]] : 3.4e38f;
        __syncthreads();
        if (t < edges && reached(source))
            atomic_min_float(&d[to[t]], source + weight[t]);
        __syncthreads();
    }
    if (t < vertices)
        distance[t] = d[t];
}
