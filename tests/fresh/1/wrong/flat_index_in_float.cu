// fpcheck: flat_index <<<1, 8>>> row=[4101,4201,4303,5001,6007,7001,8003,9001] col=[2,4,6,8,10,12,14,16] idx=empty:8 width=4099 n=8 --ref idx=row*width+col --tol bitwise
// expect: error index off at line 7: row * width + col exceeds 2^24 in binary32: odd indices do not exist there
__global__ void flat_index(const float* row, const float* col, int* idx, float width, int n)
{
    int i = threadIdx.x;
    if (i < n)
        idx[i] = (int)(row[i] * width + col[i]);
}
