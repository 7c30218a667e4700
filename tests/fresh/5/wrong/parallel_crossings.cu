// fpcheck: count_left <<<1, 32>>> ax=[0.1,0.3,0.7,1.1,2.3,0.9,5.7,3.1] ay=[0.3,0.7,0.9,1.3,0.1,0.6,1.9,0.2] bx=[0.1,0.3,0.7,1.1,2.3,0.9,5.7,3.1] by=[0.3,0.7,0.9,1.3,0.1,0.6,1.9,0.2] left=inout:zeros:1 n=8 want=[0] ref=left=want --tol bitwise
// expect: error contraction deciding at line 9: parallel vectors; fused, the cross product leaves the rounding error of one product and counts as a left turn
__global__ void count_left(const float *ax, const float *ay, const float *bx, const float *by, int *left, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float cross = ax[i] * by[i] - bx[i] * ay[i];
    if (cross > 0.0f)
        atomicAdd(left, 1);
}
