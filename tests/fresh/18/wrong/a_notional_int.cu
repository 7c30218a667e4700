// fpcheck: notional <<<1, 64>>> quantity=[2812,3853,329,1980,1551,4611,4887,1580,850,4614,2191,365,677,781,236,3810,219,2403,2144,2300,996,1612,2921,2478,669,1471,1407,2190,4420,1477,2335,2512,3824,2737,4167,3981,1035,293,2655,3266,2912,3548,1640,2216,990,2176,4278,1812,3636,270,1946,246,3354,1299,389,1412,3750,4247,3595,4562,1907,4331,3793,1928] cents=[73668,9023,56760,80477,47106,87699,60875,12705,44138,21473,32804,11218,45158,14270,15019,45679,44043,25736,59548,79047,38077,22090,6111,78494,9969,82409,33520,79747,65404,27481,86652,71699,9905,54541,31267,50472,17979,31969,80154,61747,82517,30443,69533,18687,56126,43806,71074,70509,7254,47643,85232,57733,41877,7371,25573,31326,47957,78838,22713,49445,61261,32922,39935,17636] total=empty:1 n=64 want=[7113044529] ref=total=want --tol rtol=0,atol=0.25
// expect: error overflow (integer) at line 13
// why: the partial sums of the block are int: only the last step is widened to 64 bits, after the sum has wrapped
// figure: computed -1476890063 (a wrapped sum), MPFR 7113044529
// Notional of a book in cents, one block.
__global__ void notional(const int *quantity, const int *cents, long long *total, int n)
{
    __shared__ int part[2];
    int mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine += quantity[i] * cents[i];
    for (int o = 16; o > 0; o >>= 1)
        mine += __shfl_down_sync(0xffffffffu, mine, o);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0)
        *total = (long long)part[0] + part[1];
}
