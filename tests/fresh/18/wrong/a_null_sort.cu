// fpcheck: median_column <<<1, 32>>> column=[78.44,40.45,67.5,78.74,86.4,nan,16.26,38.17,46.47,29.48,1.04,55.74,96.69,36.65,53.8,38.23,44.28,87.05,30.84,64.91,nan,53.86,91.47,7.67,82.44,30.42,64.63,nan,65.34,39.3,84.07,9.29] median=empty:1 n=32 want=[53.8] ref=median=want --tol rtol=1e-6,atol=0
// expect: error mismatch (NaN in a sorting network) at line 20
// why: NULLs are NaN: each comparison with one is false, so the network neither sorts them to the end nor the others among themselves; the middle of the first 29 is not their median
// figure: computed 53.86, MPFR 53.8
// Median of a column of up to 32 rows; NULL is NaN and does not count.
__global__ void median_column(const float *column, float *median, int n)
{
    __shared__ float a[32];
    int i = threadIdx.x;
    float inf = __int_as_float(0x7f800000);
    float mine = i < n ? column[i] : inf;
    a[i] = mine;
    int valid = __popc(__ballot_sync(0xffffffffu, i < n && mine == mine));
    for (int k = 2; k <= 32; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncwarp();
            int l = i ^ j;
            if (l > i) {
                bool up = (i & k) == 0;
                if ((a[i] > a[l]) == up) {
                    float t = a[i];
                    a[i] = a[l];
                    a[l] = t;
                }
            }
        }
    __syncwarp();
    if (i == 0)
        median[0] = a[(valid - 1) / 2];
}
