// fpcheck: collision_passes<<<1, 64>>> passes=randint(1,5):64 v=inout:uniform(1,2):64 n=64 restitution=0.5
// expect: error divergent barrier at line 21
// why: the number of passes differs from thread to thread, so threads that are done leave while others wait at the barrier in the loop
// figure: computed undefined (the barriers pair differently in each warp), MPFR the damped speeds
#include <cuda_runtime.h>

__device__ float damped(float v, float neighbour, float restitution)
{
    return restitution * v + (1.0f - restitution) * neighbour;
}

// Each grain exchanges momentum with its right neighbour as often as it was hit.
__global__ void collision_passes(const int *passes, float *v, int n, float restitution)
{
    __shared__ float speed[64];
    int i = threadIdx.x;
    speed[i] = v[i];
    __syncthreads();
    for (int k = 0; k < passes[i]; ++k) {
        float next = damped(speed[i], speed[(i + 1) % n], restitution);
        __syncthreads();
        speed[i] = next;
        __syncthreads();
    }
    __syncthreads();
    v[i] = speed[n - 1 - i]; // the tube is read from its other end
}
