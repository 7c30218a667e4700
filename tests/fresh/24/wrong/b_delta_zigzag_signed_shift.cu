// fpcheck: undelta <<<1, 32>>> code=[200,-294967297,-294967396,10,13,-1294967296,-1494967297,6] first=50 column=empty:8 n=8 want=[150,-1999999850,100,105,98,1500000098,100000098,100000101] ref=column=want --tol rtol=0,atol=0.5
// expect: error mismatch at line 7
// why: the zigzag code is shifted right as a signed int: deltas beyond 2^30 have the top bit set and come back with a wrong sign and magnitude
// figure: computed column[1] = 147483798, MPFR -1999999850
__device__ int unzigzag(int v)
{
    return (v >> 1) ^ -(v & 1);
}

// Integer column of a page in delta encoding: warp scan of the decoded deltas.
__global__ void undelta(const int *code, int first, int *column, int n)
{
    int lane = threadIdx.x;
    int v = lane < n ? unzigzag(code[lane]) : 0;
    for (int o = 1; o < 32; o <<= 1) {
        int below = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o)
            v += below;
    }
    if (lane < n)
        column[lane] = first + v;
}
