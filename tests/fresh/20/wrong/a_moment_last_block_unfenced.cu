// fpcheck: dipole_moment<<<4, 32>>> charge=uniform(-1,1):128 z=uniform(0,2):128 partial=empty:4 arrived=inout:zeros:1 moment=empty:1 n=128
// expect: error race at line 19
// why: the partial sum is stored and the counter incremented with no __threadfence between: the last block may see the count before the partial sums of the others
// figure: computed moment[0]=may lack partial sums (undefined), MPFR sum of charge*z
// Dipole moment of a set of charges in one launch: the block that arrives last adds what all blocks found.
__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__global__ void dipole_moment(const float *charge, const float *z, volatile float *partial, unsigned *arrived, float *moment, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float q = i < n ? charge[i] * z[i] : 0.0f;
    q = warp_sum(q);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = q;
        unsigned before = atomicAdd(arrived, 1u);
        if (before == gridDim.x - 1) {
            float sum = 0.0f;
            for (unsigned b = 0; b < gridDim.x; b++)
                sum += partial[b];
            *moment = sum;
            *arrived = 0;
        }
    }
}
