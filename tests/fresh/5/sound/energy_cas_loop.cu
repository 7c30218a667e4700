// fpcheck: total_energy <<<2, 128>>> m=const(2):256 v=uniform(1,3):256 total=inout:zeros:1 n=256 ref=total=sum(v*v) --tol rtol=1e-5,atol=0
// expect: ok
__device__ void add_by_cas(float *address, float value)
{
    unsigned *word = (unsigned *)address;
    unsigned seen = atomicAdd(word, 0u), assumed;
    do {
        assumed = seen;
        seen = atomicCAS(word, assumed, __float_as_uint(__uint_as_float(assumed) + value));
    } while (seen != assumed);
}

__global__ void total_energy(const float *m, const float *v, float *total, int n)
{
    __shared__ float part[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? 0.5f * m[i] * v[i] * v[i] : 0.0f;
    __syncthreads();
    for (int half = 64; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        add_by_cas(total, part[0]);
}
