// fpcheck: reaction_wait <<<1, 32>>> bits=[305419896,4294967295,2147483648,4294967200,255,4042322160] tau=empty:6 propensity=4 n=6 want=[0.6608778091637979,1.4901161637936883e-08,0.1732867653376657,1.4901161637936883e-08,4.1588830833596715,0.015156154522786137] ref=tau=want --tol rtol=1e-6,atol=1e-9
// expect: ok
// why: only 23 random bits are converted, plus a half: exact, never 0 and never 1, so that the logarithm is finite and not zero
// figure: tau[1]: computed 1.4901163e-08, MPFR 1.490116164e-8 (relative error 8.9e-8, tolerance 1e-6)
// Gillespie simulation: exponential waiting times to the next reaction.
__device__ float open_uniform(unsigned b)
{
    return ((float)(b >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

__global__ void reaction_wait(const unsigned *bits, float *tau, float propensity, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        tau[i] = -logf(open_uniform(bits[i])) / propensity;
}
