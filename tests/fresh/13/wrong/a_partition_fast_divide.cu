// fpcheck: population<<<1, 32>>> weight=[9.99999968e+37,2.50000007e+38,3.00000011e+37,1.5e+38] z=[1.20000004e+38,3.00000001e+38,6.00000021e+37,8.99999981e+37] share=empty:4 n=4
// expect: error fast division beyond its range at line 11
// why: __fdividef gives 0 for denominators above 2^126 = 8.5e37, and so large partition functions yield empty states
// figure: computed share[0] = 0, MPFR 0.833333277
// Share of a conformer: Boltzmann weight over the partition function.
__global__ void population(const float *weight, const float *z, float *share, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    share[i] = __fdividef(weight[i], z[i]);
}
