// fpcheck: echo<<<1, 32>>> x=uniform(-1,1):40 y=empty:40 gain=0.5 n=40
// expect: ok
// why: head - DELAY is below zero at the start, but unsigned numbers wrap at a power of two and the mask takes the right slot, which was zeroed before
// figure: computed y[39] against MPFR: error below 1e-7, allowed 1e-6
// Feedback echo with a ring buffer of 16 samples; thread 0 runs, the others only clear.
constexpr unsigned SIZE = 16;
constexpr unsigned DELAY = 11;

__global__ void echo(const float *x, float *y, float gain, int n)
{
    __shared__ float ring[SIZE];
    if (threadIdx.x < SIZE)
        ring[threadIdx.x] = 0.0f;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    unsigned head = 0;
    for (int i = 0; i < n; i++, head++) {
        float delayed = ring[(head - DELAY) & (SIZE - 1)];
        float v = fmaf(gain, delayed, x[i]);
        ring[head & (SIZE - 1)] = v;
        y[i] = v;
    }
}
