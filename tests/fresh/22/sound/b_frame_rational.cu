// fpcheck: frame_index <<<1, 32>>> ticks=[3003,6006,90090,1501499,1501500,1501501,8589934591] index=empty:7 n=7 want=[1,2,30,499,500,500,2860451] ref=index=want --tol bitwise
// expect: ok
// why: 90 kHz ticks times 30000 overflow 32 bits, but the arithmetic is in 64; a timestamp of one tick before the frame belongs to the frame before
// figure: computed index[6] = 2860451, right 2860451 (error 0)
// From a 33-bit presentation time stamp at 90 kHz to the frame index at 30000/1001 frames a second.
__global__ void frame_index(const long long *ticks, int *index, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    long long scaled = ticks[i] * 30000LL;
    index[i] = (int)(scaled / (90000LL * 1001LL));
}
