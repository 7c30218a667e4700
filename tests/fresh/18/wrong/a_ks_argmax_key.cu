// fpcheck: ks_where <<<1, 64>>> ecdf=[0.12,0.16197,0.20087,0.2341,0.25998,0.27796,0.28877,0.29425,0.29708,0.30037,0.30716,0.31992,0.34019,0.36833,0.40344,0.44353,0.48583,0.65251,0.6752,0.5959,0.61947,0.63523,0.64425,0.64864,0.65128,0.6553,0.66361,0.67845,0.70104,0.92261,0.94514,0.80922,0.85158,0.8921,0.92796,0.95703,0.97828,0.99191,0.99932,1.00289] cdf=[0.02,0.0425,0.065,0.0875,0.11,0.1325,0.155,0.1775,0.2,0.2225,0.245,0.2675,0.29,0.3125,0.335,0.3575,0.38,0.4025,0.425,0.4475,0.47,0.4925,0.515,0.5375,0.56,0.5825,0.605,0.6275,0.65,0.6725,0.695,0.7175,0.74,0.7625,0.785,0.8075,0.83,0.8525,0.875,0.8975] where=empty:1 n=40 want=[18] ref=where=want --tol rtol=0,atol=0.25
// expect: error flip (key loses bits) at line 9
// why: the distance and its index share one 32-bit key: of the distance 16 bits are left, so near distances are told apart by the index
// figure: computed 30, MPFR 18
// Kolmogorov-Smirnov: at which sample the empirical and the model distribution are furthest apart.
__device__ unsigned pack(float distance, int index)
{
    // distances are not negative: their bits order as the numbers do
    return (__float_as_uint(distance) & 0xffff0000u) | (unsigned)index;
}

__global__ void ks_where(const float *ecdf, const float *cdf, int *where, int n)
{
    __shared__ unsigned best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();
    unsigned mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine = max(mine, pack(fabsf(ecdf[i] - cdf[i]), i));
    for (int o = 16; o > 0; o >>= 1)
        mine = max(mine, __shfl_down_sync(0xffffffffu, mine, o));
    if ((threadIdx.x & 31) == 0)
        atomicMax(&best, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        *where = best & 0xffffu;
}
