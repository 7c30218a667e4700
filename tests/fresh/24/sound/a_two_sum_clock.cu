// fpcheck: event_clock <<<1, 32>>> start=[1.6e9,1.7e9,0,4096] step=[2,25,4,0.5] elapsed=empty:4 n=4 events=50 want=[100,1250,200,25] --ref elapsed=want --tol rtol=1e-6,atol=0
// expect: ok
// why: steps of 2 s on a clock of 1.6e9 s, whose neighbours are 128 s apart: the second word takes what the first absorbs (two-sum with explicit roundings)
// figure: elapsed[0] computed 100, MPFR 100; tolerance 1e-4 absolute
// Clock of an epidemic in seconds since 1970, as the unevaluated sum of two floats
struct Clock {
    float high, low;

    __device__ void advance(float dt)
    {
        float y = __fadd_rn(low, dt);
        float s = __fadd_rn(high, y);
        float v = __fsub_rn(s, high);
        low = __fadd_rn(__fsub_rn(high, __fsub_rn(s, v)), __fsub_rn(y, v));
        high = s;
    }

    __device__ float since(float start) const { return (high - start) + low; }
};

__global__ void event_clock(const float *start, const float *step, float *elapsed, int n, int events)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Clock clock{start[i], 0.0f};
    for (int k = 0; k < events; k++)
        clock.advance(step[i]);
    elapsed[i] = clock.since(start[i]);
}
