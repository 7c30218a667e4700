// fpcheck: next_contact <<<1, 32>>> state=[12345,3478176550,987654321,42] hours=empty:4 n=4 mean=48.0
// expect: error infinity born and converted at line 18
// why: the uniform number can be exactly 0 (the upper 24 bits of the generator are): -log(0) is infinite, and the conversion makes it 2147483647 hours, clamped to a year
// figure: computed hours[1]=8760, MPFR no finite value; a uniform in (0,1] of 2^-24 would give 798.51
// Waiting time to the next contact of an agent, exponential, in whole hours
__device__ float uniform(unsigned &s)
{
    s = s * 1664525u + 1013904223u;
    return (s >> 8) * 5.9604644775390625e-8f;
}

__global__ void next_contact(const unsigned *state, int *hours, int n, float mean)
{
    int a = blockIdx.x * blockDim.x + threadIdx.x;
    if (a >= n)
        return;
    unsigned s = state[a];
    float wait = -mean * logf(uniform(s));
    hours[a] = min((int)wait, 8760);
}
