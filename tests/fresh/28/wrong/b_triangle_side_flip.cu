// fpcheck: sides <<<1, 32>>> ax=[-544077,285348,362002,366172] ay=[302881,397080,42357,-17479] bx=[-356083,409986,714780,702840] by=[570542,580965,382341,109159] cx=[-466682,343042,570928,510614] cy=[413074,482199,243706,36853] side=empty:4 n=4 ref=side=@b_sides.npy --tol bitwise
// expect: error flip at line 17
// why: the expanded determinant subtracts products of 1e11 that float rounds to multiples of 8192, where the exact value is of some hundreds: the sign comes out the other way
// figure: computed 1 (determinant 4530), MPFR -1 (determinant -253) (side[0]; fused or not, all four signs are flipped)
// On which side of the line a-b the point c lies: 1 left, -1 right, 0 on it. Used to walk a triangulation.
__device__ float determinant(float ax, float ay, float bx, float by, float cx, float cy)
{
    return ax * (by - cy) + bx * (cy - ay) + cx * (ay - by);
}

__global__ void sides(const float *ax, const float *ay, const float *bx, const float *by, const float *cx, const float *cy, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = determinant(ax[i], ay[i], bx[i], by[i], cx[i], cy[i]);
    side[i] = d > 0.0f ? 1 : d < 0.0f ? -1 : 0;
}
