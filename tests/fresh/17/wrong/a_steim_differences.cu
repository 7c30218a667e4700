// fpcheck: decompress<<<1, 32>>> words=[2857115720,854115229,2416924801,2549354300,679789635,3087727259,1523165103,3161056319,423117896,1026605062,1270950477,3480299800,1448037458,69256774,2626547527,2399751602,1950225563,4118574705,1434470351,551482436,1982053705,27463699,3445098079,2597987922,4133764849,2650033505,4104644032,739970532,722248703,2861510022,724295020,794077774] samples=empty:256 first=1000 want=[994,988,992,988,990,990,994,986,989,991,989,981,977,980,973,970,963,963,963,962,967,959,951,952,945,952,951,955,955,954,957,953,955,947,939,943,939,943,947,950,945,937,937,931,930,924,917,912,917,911,907,900,894,901,895,894,889,885,891,884,882,886,889,888,889,882,885,877,881,885,889,881,884,881,884,884,880,880,880,886,890,885,881,882,884,878,882,879,875,874,881,882,884,877,878,870,875,881,885,884,888,884,889,891,891,895,897,897,893,899,903,909,902,898,890,887,885,884,888,895,887,886,886,879,883,880,875,877,884,888,891,889,890,894,887,882,881,886,893,889,896,902,909,910,915,920,912,912,916,923,919,918,920,920,917,915,914,918,922,926,933,939,941,944,939,936,940,933,933,934,928,931,932,932,933,936,932,929,934,926,926,932,937,936,929,923,920,914,916,922,927,929,928,934,940,944,947,945,944,945,938,935,934,938,942,939,945,946,945,949,943,950,948,953,949,949,951,947,948,943,943,940,938,942,944,939,939,935,929,932,931,930,924,918,910,909,911,908,900,906,908,903,905,900,897,894,900,896,898,897,902,906,900,894,898,896] ref=samples=want --tol bitwise
// expect: error mismatch at line 11
// why: the shift back is one of an unsigned word, so negative differences come out as 8..15: no sign extension
// figure: samples[255] computed 2864, MPFR 896
#include <cuda_runtime.h>
#define PER_WORD 8

// One signed 4-bit difference out of a packed word, the first in the top bits.
__device__ inline int nibble(unsigned word, int k)
{
    return (int)((word << (4 * k)) >> 28);
}

__device__ inline int inclusive_scan(int v, int lane)
{
    for (int d = 1; d < 32; d <<= 1) {
        int other = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d)
            v += other;
    }
    return v;
}

// Seismic record compressed as first differences, one warp a frame.
__global__ void decompress(const unsigned *words, int *samples, int first)
{
    int lane = threadIdx.x;
    unsigned word = words[lane];
    int local[PER_WORD];
    int sum = 0;
    for (int k = 0; k < PER_WORD; k++) {
        sum += nibble(word, k);
        local[k] = sum;
    }
    int before = first + inclusive_scan(sum, lane) - sum;
    for (int k = 0; k < PER_WORD; k++)
        samples[lane * PER_WORD + k] = before + local[k];
}
