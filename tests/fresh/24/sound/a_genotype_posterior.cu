// fpcheck: posterior <<<1, 32>>> log_likelihood=[-500.0,-501.5,-490.25,-3.0,-2.0,-1.0,-2000.0,-2000.5,-1990.0,0.0,-200.0,-100.0] p=empty:12 sites=4 want=[5.829051e-05,1.300637e-05,0.9999287,0.09003057,0.24472848,0.66524094,4.539662e-05,2.7534441e-05,0.99992704,1.0,0.0,3.8e-44] --ref p=want --tol rtol=2e-6,atol=1e-30
// expect: ok
// why: exponentials of -2000: the largest is subtracted first, the sum is at least 1, and what underflows (e^-200) is zero beside 1
// figure: p[0] is 5.829051e-05 by MPFR, float within 3e-7, tolerance 2e-6; p[10] = e^-200 is 0 in binary32, within the absolute tolerance
// Posterior of the three genotypes of a site under a flat prior
__global__ void posterior(const float *log_likelihood, float *p, int sites)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= sites)
        return;
    const float *l = log_likelihood + 3 * s;
    float top = fmaxf(l[0], fmaxf(l[1], l[2]));
    float e[3];
    float sum = 0.0f;
    for (int g = 0; g < 3; g++) {
        e[g] = expf(l[g] - top);
        sum += e[g];
    }
    float inverse = 1.0f / sum;
    for (int g = 0; g < 3; g++)
        p[3 * s + g] = e[g] * inverse;
}
