// fpcheck: next_contact <<<1, 32>>> state=[12345,3478176550,987654321,653637408] hours=empty:4 n=4 mean=48.0 want=[186.82016,798.50555,130.95493,0.0] --ref hours=want --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: a logarithm of a uniform number from the upper bits of a generator: one is added, so it is in (0, 1], exactly, as 2^24 fits; the largest gives a wait of 0
// figure: hours[1] is 798.50555 by MPFR (bits all 0), float within 1e-6, tolerance 1e-5
// Waiting time to the next contact of an agent, exponential
__device__ float uniform_open(unsigned &s)
{
    s = s * 1664525u + 1013904223u;
    return ((s >> 8) + 1u) * 5.9604644775390625e-8f;
}

__global__ void next_contact(const unsigned *state, float *hours, int n, float mean)
{
    int a = blockIdx.x * blockDim.x + threadIdx.x;
    if (a >= n)
        return;
    unsigned s = state[a];
    hours[a] = -mean * logf(uniform_open(s));
}
