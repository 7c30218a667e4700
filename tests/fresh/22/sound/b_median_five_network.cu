// fpcheck: temporal_median <<<1, 32>>> raw=[10,8,5,0, 80,8,10,30, 8,9,10,20, 16,7,10,10, 24,6,30,0] flat=[1,1,1,1, 8,1,1,1, 8,1,1,1, 8,1,1,1, 8,1,1,1] out=empty:4 n=4 want=[3,8,10,10] ref=out=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the network of nine exchanges sorts five numbers, ties and zeros included; the divisors are never 0 here, so no NaN meets fminf
// figure: computed out[0] = 3, right 3: exact
// Median over five flat-fielded frames by a sorting network.
template <typename T> __device__ void exchange(T &a, T &b)
{
    T low = min(a, b);
    b = max(a, b);
    a = low;
}

__global__ void temporal_median(const float *raw, const float *flat, float *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v[5];
    for (int k = 0; k < 5; k++)
        v[k] = raw[k * n + i] / flat[k * n + i];
    const int net[9][2] = {{0, 1}, {3, 4}, {2, 4}, {2, 3}, {0, 3}, {0, 2}, {1, 4}, {1, 3}, {1, 2}};
#pragma unroll
    for (int k = 0; k < 9; k++)
        exchange(v[net[k][0]], v[net[k][1]]);
    out[i] = v[2];
}
