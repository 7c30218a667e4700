// fpcheck: reaction_wait <<<1, 32>>> bits=[305419896,4294967295,2147483648,4294967200,1,4042322160] tau=empty:6 propensity=4 n=6
// expect: error random number reaches 1 at line 8
// why: the conversion of large 32-bit words rounds up to 2^32, u is 1 and the logarithm infinite (fminf makes an hour of it)
// figure: tau[1]: computed 3600, MPFR 5.545177444
// Gillespie simulation: exponential waiting times to the next reaction from 32 random bits each.
__device__ float uniform01(unsigned b)
{
    return (float)b * 2.3283064365386963e-10f;
}

__global__ void reaction_wait(const unsigned *bits, float *tau, float propensity, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = uniform01(bits[i]);
    tau[i] = fminf(-logf(1.0f - u) / propensity, 3600.0f);
}
