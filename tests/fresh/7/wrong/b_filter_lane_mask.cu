// fpcheck: where_at_least <<<1, 32>>> column=[3,15,8,22,9,30,1,17,12,28,5,19,33,2,11,26] rows=empty:10 threshold=10 n=16
// expect: error out-of-bounds at line 18
// why: the mask (2 << lane) - 1 counts the lane itself too: every row lands one place late, place 0 stays unwritten and the last one is behind the buffer
// figure: computed: row 15 written to rows[10] of 10, MPFR rows[9]
// WHERE column >= threshold: numbers of the rows that pass, compacted within a warp.
__device__ int place(unsigned int votes, int lane)
{
    unsigned int before = (2u << lane) - 1u;
    return __popc(votes & before);
}

__global__ void where_at_least(const int *column, int *rows, int threshold, int n)
{
    int lane = threadIdx.x;
    bool pass = lane < n && column[lane] >= threshold;
    unsigned int votes = __ballot_sync(0xffffffffu, pass);
    if (pass)
        rows[place(votes, lane)] = lane;
}
