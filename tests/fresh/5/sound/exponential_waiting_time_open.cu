// fpcheck: waiting_times <<<1, 32>>> state=[17,2147483648,4294967295,4294967168,4294967290,3000000000,123456789,4294967200] t=empty:8 rate=0.5 n=8
// expect: ok
// Gillespie: time to the next reaction; 24 bits, so that the uniform number lies strictly between 0 and 1.
__device__ float open_uniform(unsigned word)
{
    return ((float)(word >> 9) + 0.5f) * 1.1920928955078125e-7f; // 2^-23
}

__global__ void waiting_times(const unsigned *state, float *t, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        t[i] = -logf(open_uniform(state[i])) / rate;
}
