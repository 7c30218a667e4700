// fpcheck: merge_moments<<<1, 32>>> count=[65536,65536,1000,1000] mean=[1,3,2,4] m2=[100,200,50,60] out=empty:2 pairs=2 want=[131372,2110] --ref 'out=want' --tol rtol=1e-4,atol=0
// expect: error integer overflow at line 17
// why: the weight n_a n_b is an int product: 65536 squared wraps to zero, the distance of the means is left out
// figure: computed out[0] = 300, MPFR 131372
struct Moments {
    int n;
    float mean;
    float m2;
};

__device__ Moments merge(Moments a, Moments b)
{
    Moments r;
    r.n = a.n + b.n;
    float delta = b.mean - a.mean;
    r.mean = a.mean + delta * ((float)b.n / (float)r.n);
    r.m2 = a.m2 + b.m2 + delta * delta * (float)(a.n * b.n) / (float)r.n;
    return r;
}

__global__ void merge_moments(const int *count, const float *mean, const float *m2, float *out, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    Moments a = {count[2 * i], mean[2 * i], m2[2 * i]};
    Moments b = {count[2 * i + 1], mean[2 * i + 1], m2[2 * i + 1]};
    out[i] = merge(a, b).m2;
}
