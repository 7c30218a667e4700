// fpcheck: lowest_rates <<<1, 16>>> hits=[9,0,4,6,1,8,0,2,7,5,3,10,12,0,11,13] shown=[3,0,2,4,8,2,0,4,2,4,4,8,8,0,4,4] lowest=empty:8 k=8 want=[0.125,0.5,0.75,1.25,1.25,1.5,1.5,2.0] ref=lowest=want --tol rtol=1e-6,atol=0
// expect: ok
// why: entries never shown are 0/0, a NaN, and go into a bitonic network; the comparison puts NaN after every number, which is a total order, and the first eight are finite
// figure: computed error at most half an ulp of each quotient (6e-8), tolerance 1e-6
// The k lowest click rates of 16 entries, NaN (never shown) last: a bitonic sort of one block.
#define N 16

__device__ bool after(float a, float b)
{
    bool na = a != a;
    bool nb = b != b;
    if (na || nb)
        return na && !nb;
    return a > b;
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
            if (other > t) {
                float a = rate[t], b = rate[other];
                bool up = (t & size) == 0;
                if (up ? after(a, b) : after(b, a)) {
                    rate[t] = b;
                    rate[other] = a;
                }
            }
            __syncthreads();
        }

    if (t < k)
        lowest[t] = rate[t];
}
