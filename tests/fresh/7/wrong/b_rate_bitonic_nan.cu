// fpcheck: lowest_rates <<<1, 16>>> hits=[9,0,4,6,1,8,0,2,7,5,3,10,12,0,11,13] shown=[3,0,2,4,8,2,0,4,2,4,4,8,8,0,4,4] lowest=empty:8 k=8 want=[0.125,0.5,0.75,1.25,1.25,1.5,1.5,2.0] ref=lowest=want --tol rtol=1e-6,atol=0
// expect: error nan at line 21
// why: 0/0 of entries never shown is a NaN, which no comparison orders: the bitonic network leaves finite rates in wrong places
// figure: computed [0.125, nan, 0.75, 1.5, nan, 0.5, 1.25, 2.0], MPFR [0.125, 0.5, 0.75, 1.25, 1.25, 1.5, 1.5, 2.0] (lowest)
// The k lowest click rates of 16 entries: a bitonic sort of one block.
#define N 16

__device__ void exchange(float &a, float &b, bool up)
{
    if ((a > b) == up) {
        float t = a;
        a = b;
        b = t;
    }
}

__global__ void lowest_rates(const int *hits, const int *shown, float *lowest, int k)
{
    __shared__ float rate[N];
    int t = threadIdx.x;
    rate[t] = (float)hits[t] / (float)shown[t];
    __syncthreads();

    for (int size = 2; size <= N; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = t ^ stride;
            if (other > t)
                exchange(rate[t], rate[other], (t & size) == 0);
            __syncthreads();
        }

    if (t < k)
        lowest[t] = rate[t];
}
