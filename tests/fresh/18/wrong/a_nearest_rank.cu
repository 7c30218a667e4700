// fpcheck: percentiles <<<1, 32>>> sorted=[0.5,1.5,2.5,3.5,4.5,5.5,6.5,7.5,8.5,9.5,10.5,11.5,12.5,13.5,14.5,15.5,16.5,17.5,18.5,19.5,20.5,21.5,22.5,23.5,24.5,25.5,26.5,27.5,28.5,29.5,30.5,31.5,32.5,33.5,34.5,35.5,36.5,37.5,38.5,39.5,40.5,41.5,42.5,43.5,44.5,45.5,46.5,47.5,48.5,49.5,50.5,51.5,52.5,53.5,54.5,55.5,56.5,57.5,58.5,59.5,60.5,61.5,62.5,63.5,64.5,65.5,66.5,67.5,68.5,69.5,70.5,71.5,72.5,73.5,74.5,75.5,76.5,77.5,78.5,79.5,80.5,81.5,82.5,83.5,84.5,85.5,86.5,87.5,88.5,89.5,90.5,91.5,92.5,93.5,94.5,95.5,96.5,97.5,98.5,99.5] pct=[7,14,28,55,56,57,50,25,75,90] out=empty:10 n=100 m=10 want=[6.5,13.5,27.5,54.5,55.5,56.5,49.5,24.5,74.5,89.5] ref=out=want --tol rtol=1e-6,atol=0
// expect: error index (off by one) at line 12
// why: the rank ceil(p/100*n) by way of a factor 0.01: 7 * 0.01 * 100 is 7.000000000000001, which is rounded up to rank 8
// figure: computed [7.5, 14.5, 28.5, 55.5, 56.5, 57.5, 49.5, 24.5, 74.5, 89.5], MPFR [6.5, 13.5, 27.5, 54.5, 55.5, 56.5, 49.5, 24.5, 74.5, 89.5]
// Nearest-rank percentiles of sorted samples.
__global__ void percentiles(const float *sorted, const int *pct, float *out, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    double p = pct[i] * 0.01;
    int rank = (int)ceil(p * n);
    rank = max(1, min(rank, n));
    out[i] = sorted[rank - 1];
}
