// fpcheck: group_sum <<<2, 64>>> customer=@b_gd_key.npy cents=@b_gd_value.npy sums=inout:zeros:8:i64 counts=inout:zeros:8:i32 rows=300 ref=average=@b_gd_avg.npy --tol rtol=1e-12,atol=0
// fpcheck+ averages <<<1, 32>>> sums=sums counts=counts average=empty:8
// expect: ok
// why: sums in cents pass 2^31, but they are 64-bit from the first addition on; negative amounts go through the unsigned atomic as two's complement
// figure: computed 598072.409, MPFR 598072.409 (worst element of a float model of the kernel: error 0, tolerance 6e-07)
constexpr int GROUPS = 8;

__global__ void group_sum(const int *customer, const int *cents, long long *sums, int *counts, int rows)
{
    __shared__ unsigned long long total[GROUPS];
    __shared__ int number[GROUPS];
    if (threadIdx.x < GROUPS) {
        total[threadIdx.x] = 0;
        number[threadIdx.x] = 0;
    }
    __syncthreads();
    for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
        atomicAdd(&total[customer[r]], (unsigned long long)(long long)cents[r]);
        atomicAdd(&number[customer[r]], 1);
    }
    __syncthreads();
    if (threadIdx.x < GROUPS) {
        atomicAdd(reinterpret_cast<unsigned long long *>(&sums[threadIdx.x]), total[threadIdx.x]);
        atomicAdd(&counts[threadIdx.x], number[threadIdx.x]);
    }
}

// In units of the currency; a group without rows has the average 0.
__global__ void averages(const long long *sums, const int *counts, double *average)
{
    int g = threadIdx.x;
    if (g < GROUPS)
        average[g] = counts[g] > 0 ? (double)sums[g] / (100.0 * (double)counts[g]) : 0.0;
}
