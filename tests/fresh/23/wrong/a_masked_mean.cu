// fpcheck: masked_mean <<<1, 64>>> x=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37] total=empty:2 count=empty:2 n=37 want=[32,5]:i32 --ref count=want --tol bitwise
// expect: error mismatch at line 8
// why: the mask of the last warp shifts by the number of valid lanes, not by the number of missing ones: 27 lanes are counted instead of 5
// figure: computed count[1] = 27 (0xffffffff >> 5), right 5
// Sum and number of valid samples of each warp's part of a record.
__device__ unsigned tail_mask(int left)
{
    return left >= 32 ? 0xffffffffu : 0xffffffffu >> left;
}

__global__ void masked_mean(const float *x, float *total, int *count, int n)
{
    int i = threadIdx.x;
    int warp = i / 32, lane = i % 32;
    unsigned valid = tail_mask(n - warp * 32);
    float v = i < n ? x[i] : 0.0f;
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, offset);
    if (lane == 0) {
        total[warp] = v;
        count[warp] = __popc(valid);
    }
}
