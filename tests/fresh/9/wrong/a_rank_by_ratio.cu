// fpcheck: rank_by_ratio<<<1, 16>>> hits=[3,0,8,1,9,2,0,7,5,0,4,6,1,1,2,3] total=[4,0,9,8,10,5,7,9,6,0,4,8,3,9,2,7] sorted=empty:16
// expect: error sorting network with NaN at line 11
// why: 0/0 is NaN, every comparison with it is false, so the network leaves the numbers around it out of order
// figure: computed: not ascending (hits/total with two NaN among 16), right: 0 0.111111 0.125 ... 1 1, the NaN last
// Bitonic sort of click-through rates in shared memory.
#define N 16

__device__ void exchange(float *s, int i, int j, bool up)
{
    float a = s[i], b = s[j];
    if ((a > b) == up) {
        s[i] = b;
        s[j] = a;
    }
}

__global__ void rank_by_ratio(const int *hits, const int *total, float *sorted)
{
    __shared__ float s[N];
    int t = threadIdx.x;
    s[t] = (float)hits[t] / (float)total[t];
    __syncthreads();
    for (int size = 2; size <= N; size <<= 1)
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            int partner = t ^ stride;
            if (partner > t)
                exchange(s, t, partner, (t & size) == 0);
            __syncthreads();
        }
    sorted[t] = s[t];
}
