// fpcheck: offsets_in_pages<<<1, 32>>> length=[3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3,8,4,6,2,6,4,3,3,8,3,2,7,9,5] offset=empty:32 want=[0,3,4,8,9,14,23,25,0,5,8,13,21,30,37,46,0,2,5,13,17,23,25,31,0,3,6,14,17,19,26,35] --ref 'offset=want' --tol bitwise
// expect: error shuffle width at line 12
// why: pages have 8 rows, but the scan tests the lane in the warp and shuffles over 32 lanes: later pages begin with the sums of earlier ones
// figure: computed offset[8] = 28, MPFR 0
constexpr int ROWS = 8; // rows of a page

__device__ int scan_page(int v)
{
    int lane = threadIdx.x & 31;
    int inclusive = v;
    for (int o = 1; o < ROWS; o <<= 1) {
        int w = __shfl_up_sync(0xffffffffu, inclusive, o);
        if (lane >= o)
            inclusive += w;
    }
    return inclusive - v;
}

// Where each row of variable length begins in its page.
__global__ void offsets_in_pages(const int *length, int *offset)
{
    int i = threadIdx.x;
    offset[i] = scan_page(length[i]);
}
