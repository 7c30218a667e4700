// fpcheck: mark_frames <<<1, 32>>> onset=[0.08,0.144,0.16,0.176,0.56,0.592,9.568,9.584] mask=inout:zeros:600:u8 first=empty:8 n=8 hop=0.016 frames=600 want=[5,9,10,11,35,37,598,599] ref=first=want --tol bitwise
// expect: error flip at line 7
// why: a time that lies on a frame boundary is divided by the float hop 0.016 and truncated, which falls one frame short
// figure: computed first[0] = 4, right 5
__device__ int frame_of(float seconds, float hop)
{
    return (int)(seconds / hop);
}

__global__ void mark_frames(const float *onset, unsigned char *mask, int *first, int n, float hop, int frames)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int f = frame_of(onset[i], hop);
    first[i] = f;
    if (f < frames)
        mask[f] = 1;
}
