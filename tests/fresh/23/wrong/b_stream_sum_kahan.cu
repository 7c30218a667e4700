// fpcheck: stream_sum<<<1, 32>>> x=[[1,100000000,1,-100000000],[3,1000000000,5,-1000000000],[1,2,3,4],[0.5,67108864,0.25,-67108864]] total=empty:4 n=4
// expect: error compensated sum at line 13
// why: Kahan's correction assumes that the sum is larger than the term; here the term is 1e8 and the sum 1, whose bits are lost (Neumaier's test is missing)
// figure: computed total[0] = 0, total[3] = 0, MPFR 2 and 0.75
// One thread a stream.
struct Sum {
    float s = 0.0f;
    float c = 0.0f;

    __device__ void add(float v)
    {
        float y = v - c;
        float t = s + y;
        c = (t - s) - y;
        s = t;
    }
};

__global__ void stream_sum(const float *x, float *total, int n)
{
    int stream = threadIdx.x;
    if (stream >= 4)
        return;
    Sum sum;
    for (int k = 0; k < n; k++)
        sum.add(x[stream * n + k]);
    total[stream] = sum.s - sum.c;
}
