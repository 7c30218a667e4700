// fpcheck: sample<<<1, 32>>> word=[3788976143,2072391340,2592159721,337145535,1810144999,203588198,445988042,468354451,166200089,2200551515,4134685600,1095983971,1023951099,3177539899,4294967295,0] weight=[3.55,1.36,4.14,3.02,1.54,0.96,3.63,0.44,1.22,2.84,4.28,3.11,1.47,4.6,1.1,0.0] winner=empty:1 time=empty:1 n=16 wi=[14] wt=[5.41860411453e-8] ref=winner=wi ref=time=wt --tol rtol=1e-5,atol=0
// expect: ok
// why: log of a random number and a weight of zero: the number lies strictly inside (0, 1), rows of weight zero do not take part, positive floats order as their bits
// figure: computed 5.418603877e-8, MPFR 5.418604115e-8: error 4.389069362e-8 of rtol 1e-5 (time[0])
// One row by weight: every row draws an exponential time, the earliest wins.
__global__ void sample(const unsigned *word, const float *weight, int *winner, float *time, int n)
{
    __shared__ unsigned long long first;
    if (threadIdx.x == 0)
        first = ~0ull;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        if (!(weight[i] > 0.0f))
            continue;
        float u = ((float)(word[i] >> 9) + 0.5f) * 0x1p-23f;
        float t = -logf(u) / weight[i];
        unsigned long long key = (unsigned long long)__float_as_uint(t) << 32 | (unsigned)i;
        atomicMin(&first, key);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        winner[0] = (int)(first & 0xffffffffu);
        time[0] = __uint_as_float((unsigned)(first >> 32));
    }
}
