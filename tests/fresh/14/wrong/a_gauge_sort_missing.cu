// fpcheck: gauges <<<1, 32>>> raw=[12.5,32,33,-9999,36.25,-9999,11.5,5.75,22.75,10.25,27,11.75,35.75,7.5,5.25,12.5,9.75,-9999,24.25,18.5,47.75,41.5,45.25,11,43.25,22,39,39.5,22.75,18.75,-9999,33.25] low=empty:16 keep=16 want=[5.25,5.75,7.5,9.75,10.25,11,11.5,11.75,12.5,12.5,18.5,18.75,22,22.75,22.75,24.25] --ref low=want --tol rtol=1e-6,atol=0
// expect: error sorting network with NaN at line 9
// why: every comparison with NaN is false, so that the network swaps or keeps by the direction alone and tears the order apart
// figure: low[2] computed nan, MPFR 7.5
#define MISSING -9999.0f
// The smallest readings of 32 rain gauges, by a bitonic sort; gauges without a reading are not a number.
__device__ bool before(float a, float b)
{
    return a < b;
}

template <int N>
__device__ void bitonic(float *s)
{
    int i = threadIdx.x;
    for (int k = 2; k <= N; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int other = i ^ j;
            if (other > i && before(s[other], s[i]) == ((i & k) == 0)) {
                float v = s[i];
                s[i] = s[other];
                s[other] = v;
            }
            __syncthreads();
        }
}

__global__ void gauges(const float *raw, float *low, int keep)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    s[t] = raw[t] == MISSING ? __int_as_float(0x7fc00000) : raw[t];
    __syncthreads();
    bitonic<32>(s);
    if (t < keep)
        low[t] = s[t];
}
