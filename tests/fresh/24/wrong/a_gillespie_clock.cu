// fpcheck: event_clock <<<1, 32>>> start=[1.6e9,1.7e9,0,4096] rate=[0.5,0.04,0.25,2] elapsed=empty:4 n=4 events=50
// expect: error absorbed loop step at line 8
// why: the clock holds seconds since 1970 in binary32, whose neighbours are 128 s apart: waiting times of 2 s are absorbed and no time passes
// figure: computed elapsed[0]=0, MPFR 100
// Mean-field clock of an epidemic: the time that a given number of events takes.
struct Clock {
    float now;
    __device__ void advance(float dt) { now += dt; }
};

__global__ void event_clock(const float *start, const float *rate, float *elapsed, int n, int events)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Clock clock{start[i]};
    for (int k = 0; k < events; k++)
        clock.advance(1.0f / rate[i]);
    elapsed[i] = clock.now - start[i];
}
