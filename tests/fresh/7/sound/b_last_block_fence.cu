// fpcheck: luminance_range <<<4, 64>>> px=[906,722,484,980,378,263,834,673,506,798,417,6,936,20,899,116,887,193,666,850,810,990,563,495,234,72,327,113,660,825,333,856,687,514,74,714,187,402,528,835,298,811,499,389,32,856,618,371,340,321,970,144,402,90,401,996,681,244,546,69,82,401,677,456,283,241,786,462,570,651,334,795,121,781,384,569,786,241,9,26,303,275,766,440,267,693,94,331,519,893,698,948,824,74,103,642,862,782,971,807,882,445,131,910,716,40,581,14,766,464,229,626,801,979,538,803,433,561,915,479,101,493,766,37,576,503,891,731,267,800,802,602,503,39,153,27,165,609,48,86,632,635,493,792,396,356,142,359,417,194,293,62,117,25,194,534,944,749,671,873,848,105,789,60,543,572,360,81,746,501,37,181,326,834,512,806,974,111,1,531,63,293,311,681,970,306,93,208,518,333,758,325,720,852,681,737,690,960,525,436] part=empty:8 ticket=inout:zeros:1 range=empty:2 n=200 want=[1,996] ref=range=want --tol bitwise
// expect: ok
// why: the last block reads what others wrote in the same launch: each block fences between its partial results and its ticket, and the partials are read as volatile
// figure: computed exact, tolerance 0
// Least and greatest luminance of an image in one launch: the block that draws the last ticket finishes.
__global__ void luminance_range(const int *px, volatile int *part, unsigned int *ticket, int *range, int n)
{
    __shared__ int low, high;
    __shared__ bool last;
    int t = threadIdx.x;
    if (t == 0) {
        low = 0x7fffffff;
        high = -0x7fffffff - 1;
    }
    __syncthreads();

    int i = blockIdx.x * blockDim.x + t;
    if (i < n) {
        atomicMin(&low, px[i]);
        atomicMax(&high, px[i]);
    }
    __syncthreads();

    if (t == 0) {
        part[2 * blockIdx.x] = low;
        part[2 * blockIdx.x + 1] = high;
        __threadfence();
        last = atomicAdd(ticket, 1u) == gridDim.x - 1;
        if (last) {
            __threadfence();
            for (int b = 0; b < (int)gridDim.x; b++) {
                low = min(low, part[2 * b]);
                high = max(high, part[2 * b + 1]);
            }
            range[0] = low;
            range[1] = high;
        }
    }
}
