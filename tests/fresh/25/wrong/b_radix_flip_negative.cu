// fpcheck: rank_sort <<<1, 32>>> x=[2.5,-1.0,-7.0,0.5,-3.0,4.0,-0.25,1.0] sorted=empty:8 n=8 want=[-7.0,-3.0,-1.0,-0.25,0.5,1.0,2.5,4.0] ref=sorted=want --tol rtol=0,atol=0
// expect: error sign bit trick at line 8
// why: only the sign bit is flipped in the key: negative numbers sort in the order of their magnitudes
// figure: computed sorted[0] -0.25, MPFR -7
// Least significant digit radix sort of up to 32 floats, one bit a pass, by ballots.
__device__ unsigned to_key(float x)
{
    return __float_as_uint(x) ^ 0x80000000u;
}

__device__ float from_key(unsigned k)
{
    return __uint_as_float(k ^ 0x80000000u);
}

__global__ void rank_sort(const float *x, float *sorted, int n)
{
    __shared__ unsigned keys[32];
    int lane = threadIdx.x;
    unsigned key = lane < n ? to_key(x[lane]) : 0xffffffffu;
    unsigned before = (1u << lane) - 1u;
    for (int bit = 0; bit < 32; bit++) {
        bool one = (key >> bit) & 1u;
        unsigned ones = __ballot_sync(0xffffffffu, one);
        int zeros = 32 - __popc(ones);
        int to = one ? zeros + __popc(ones & before) : __popc(~ones & before);
        keys[to] = key;
        __syncwarp();
        key = keys[lane];
        __syncwarp();
    }
    if (lane < n)
        sorted[lane] = from_key(key);
}
