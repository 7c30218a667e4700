// fpcheck: total_charge <<<4, 64>>> q=uniform(0,1):256 part=empty:4 ticket=inout:zeros:1:u32 total=empty:1 --ref total=sum(q)
// expect: ok
// why: the sum of the other blocks' stores is read without a grid barrier, but each store is followed by a fence and an atomic ticket, and the last block fences after its ticket too
// figure: total: about 128, error about 4e-6 at most (8 levels of additions of 2^-24), MPFR sum(q)
__global__ void total_charge(const float *q, volatile float *part, unsigned *ticket, float *total)
{
    __shared__ float s[2];
    float v = q[blockIdx.x * blockDim.x + threadIdx.x];
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        part[blockIdx.x] = s[0] + s[1];
        __threadfence();
        if (atomicAdd(ticket, 1u) == gridDim.x - 1) {
            __threadfence();
            float sum = 0.0f;
            for (int b = 0; b < gridDim.x; b++)
                sum += part[b];
            *total = sum;
            *ticket = 0u;
        }
    }
}
