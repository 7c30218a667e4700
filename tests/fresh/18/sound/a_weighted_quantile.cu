// fpcheck: weighted_quantile <<<1, 32>>> value=[0.57,1.0,1.11,3.0,3.03,11.88,12.56,15.05,15.63,16.0,17.63,18.2,18.89,20.76,21.56,22.82,23.02,23.31,25.35,26.0,26.06,27.42,27.96,29.0,29.63,29.78,30.79,31.01,31.37,31.61,32.19,33.8,33.96,35.35,36.02,36.9,44.83,47.03,48.17,48.89] weight=[49547008,79942966,35451902,40319539,50621605,14075645,3613303,76404516,17638999,41609737,67110303,29868524,87741254,36155322,32037125,43994751,25151643,58416162,87179648,13022126,13668961,80627829,43213543,44795657,30126561,58845177,22720946,10730485,45192483,87272713,29262113,76289567,60545911,36319302,30202726,16229518,4551178,71085417,25609254,42297495] permille=[100,250,500,900,999] out=empty:5 n=40 m=5 want=[3.0,17.63,25.35,36.02,48.89] ref=out=want --tol rtol=1e-6,atol=0
// expect: ok
// why: weights sum to more than 2^30 and are multiplied by 1000: both sides are 64-bit integers, so the comparison is exact, ties included
// figure: computed 25.35 for the median, MPFR the same: exact
// Weighted quantiles of sorted values: the first value whose cumulated weight reaches the share.
__global__ void weighted_quantile(const float *value, const int *weight, const int *permille, float *out, int n, int m)
{
    __shared__ long long total;
    if (threadIdx.x == 0) {
        long long s = 0;
        for (int k = 0; k < n; k++)
            s += weight[k];
        total = s;
    }
    __syncthreads();
    int i = threadIdx.x;
    if (i >= m)
        return;
    long long share = permille[i] * total;
    long long sum = 0;
    float v = value[n - 1];
    for (int k = 0; k < n; k++) {
        sum += weight[k];
        if (sum * 1000 >= share) {
            v = value[k];
            break;
        }
    }
    out[i] = v;
}
