// fpcheck: frame_index <<<1, 32>>> frame=[31,61,62,63,1000,100,2000] index=empty:7 n=7 want=[31,61,62,63,1000,100,2000] ref=index=want --tol bitwise
// expect: error flip at line 13
// why: seconds = frame / 29.97 rounds down for some frames, so that seconds * 29.97 is a hair below the frame and truncation takes the frame before
// figure: computed index[0] = 30, right 31
// From presentation time to frame index, as the seek bar does it.
__device__ float seconds_of(int frame) { return (float)frame / 29.97f; }

__global__ void frame_index(const int *frame, int *index, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        float seconds = seconds_of(frame[i]);
        index[i] = (int)(seconds * 29.97f);
    }
}
