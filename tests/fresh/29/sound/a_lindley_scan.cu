// fpcheck: waits <<<1, 64>>> service=@a_service.npy gap=@a_gap.npy wait=empty:50 n=50 --ref wait=@a_wait.npy --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: threads past the end hold the identity of the scan, with an infinity that is only ever the smaller side of a maximum; barriers are met by all
// figure: computed wait[49] = 3.5430009, MPFR 3.543000083: error at most 1.0e-06 of 1e-5
// Waiting times of a FIFO queue by Lindley's recursion w' = max(w + x, 0), as a scan of functions w -> max(w + a, b).
struct Step {
    float a, b;
};

__device__ Step after(Step first, Step second)
{
    return {first.a + second.a, fmaxf(first.b + second.a, second.b)};
}

__global__ void waits(const float *service, const float *gap, float *wait, int n)
{
    __shared__ Step steps[64];
    int t = threadIdx.x;
    Step mine = {0.0f, __int_as_float(0xff800000)};
    if (t > 0 && t < n)
        mine = {service[t - 1] - gap[t], 0.0f};
    steps[t] = mine;
    __syncthreads();
    for (int d = 1; d < 64; d <<= 1) {
        Step left = {0.0f, __int_as_float(0xff800000)};
        if (t >= d)
            left = steps[t - d];
        __syncthreads();
        mine = after(left, mine);
        steps[t] = mine;
        __syncthreads();
    }
    if (t < n)
        wait[t] = fmaxf(mine.a, mine.b);
}
