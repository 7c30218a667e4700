// fpcheck: process_active <<<1, 64>>> mass=uniform(-1,1):64 heat=inout:zeros:64 count=empty:1 n=64
// expect: ok
// why: the queue in shared memory is larger than what is written to it, but only its first entries, as many as were appended, are read
// figure: computed heat[i] = 2.5 mass[i]^2 for positive masses, 0 for others

// Active cells are gathered into a queue first, so that the work is spread evenly.
__global__ void process_active(const float *mass, float *heat, int *count, int n)
{
    __shared__ int queue[64];
    __shared__ int filled;
    int t = threadIdx.x;
    if (t == 0)
        filled = 0;
    __syncthreads();
    if (t < n && mass[t] > 0.0f) {
        int place = atomicAdd(&filled, 1);
        queue[place] = t;
    }
    __syncthreads();
    int total = filled;
    for (int k = t; k < total; k += blockDim.x) {
        int cell = queue[k];
        heat[cell] = 2.5f * mass[cell] * mass[cell];
    }
    if (t == 0)
        *count = total;
}
