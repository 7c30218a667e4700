// fpcheck: waiting_times <<<1, 32>>> state=[17,2147483648,4294967295,4294967168,4294967290,3000000000,123456789,4294967200] t=empty:8 rate=0.5 n=8
// expect: error overflow to infinity at line 14: 4294967168 and above round to 2^32, so the uniform number is 1 and the time infinite
// Gillespie: time to the next reaction, from a raw 32-bit random word.
__device__ float uniform01(unsigned word)
{
    return (float)word * 2.3283064365386963e-10f; // 2^-32
}

__global__ void waiting_times(const unsigned *state, float *t, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float u = uniform01(state[i]);
        t[i] = -logf(1.0f - u) / rate;
    }
}
