// fpcheck: eddington<<<1, 32>>> luminosity=[2.0e38,1.0e37,3.1e38,5.0e36] mass=[1.4,0.5,2.0,0.1] ratio=empty:4 n=4 --ref 'ratio=luminosity/(1.26e38*mass)' --tol rtol=1e-5,atol=0
// expect: error fast division beyond its range at line 15
// why: __fdividef gives 0 for a divisor above 2^126 = 8.5e37, and the limit of a star above 0.68 solar masses is
// figure: computed ratio[0] = 0 (divisor 1.764e38 > 2^126), MPFR 1.13379
// Luminosity over the Eddington limit, in erg/s.
__device__ float eddington_limit(float solar_masses)
{
    return 1.26e38f * solar_masses;
}

__global__ void eddington(const float *luminosity, const float *mass, float *ratio, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ratio[i] = __fdividef(luminosity[i], eddington_limit(mass[i]));
}
