// fpcheck: stream_sum<<<1, 32>>> x=[[1,100000000,1,-100000000],[3,1000000000,5,-1000000000],[1,2,3,4],[0.5,67108864,0.25,-67108864]] total=empty:4 n=4
// expect: ok
// why: the sum passes through 1e8 and comes back to 2, but Neumaier's correction keeps what each addition lost
// figure: computed total = [2.0, 8.0, 10.0, 0.75], MPFR 2, 8, 10, 0.75
struct Sum {
    float s = 0.0f;
    float c = 0.0f;

    __device__ void add(float v)
    {
        float t = s + v;
        c += fabsf(s) >= fabsf(v) ? (s - t) + v : (v - t) + s;
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
    total[stream] = sum.s + sum.c;
}
