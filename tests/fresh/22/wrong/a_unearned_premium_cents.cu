// fpcheck: unearned <<<1, 32>>> cents=[120000,9000000,64000,25000000] days=[100,300,365,200] reserve=empty:4 n=4 want=[328.76,73972.6,640.0,136986.3] ref=reserve=want --tol rtol=1e-5,atol=0.01
// expect: error overflow at line 11
// why: cents times days is computed in 32-bit int before the division by 365 and wraps for premiums above about 60000 a year
// figure: computed -43697.73 at reserve[1], MPFR 73972.6
// Unearned premium reserve pro rata temporis, in currency units.
__global__ void unearned(const int *cents, const int *days, float *reserve, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int part = cents[i] * days[i] / 365;
    reserve[i] = (float)part / 100.0f;
}
