// fpcheck: log_partition <<<1, 32>>> kelvin=[4.0,20.0,300.0,5000.0] level=[0.0,120.0,350.0,700.0,1170.0,1750.0] weight=[1.0,3.0,5.0,7.0,9.0,11.0] logz=empty:4 offset=-40000 levels=6 n=4 want=[10000.0,2000.0074088685076,135.0309961171123,11.38608913153848] ref=logz=want --tol rtol=1e-6,atol=0
// expect: ok
// why: exp(10000) would overflow and does not occur: the largest exponent is taken out first; the other terms may underflow to zero harmlessly
// figure: logz[0]: computed 10000, MPFR 10000.0 (relative error 2.8e-17, tolerance 1e-6)
// Logarithm of the partition function of a rotor; energies in kelvin with an offset for the bond.
__global__ void log_partition(const float *kelvin, const float *level, const float *weight, float *logz, float offset,
                              int levels, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = kelvin[i];
    float top = -3.402823466e38f;
    for (int k = 0; k < levels; k++)
        top = fmaxf(top, -(level[k] + offset) / t);
    float sum = 0.0f;
    for (int k = 0; k < levels; k++)
        sum += weight[k] * expf(-(level[k] + offset) / t - top);
    logz[i] = top + logf(sum);
}
