// fpcheck: sides <<<1, 32>>> ax=[-544077,285348,362002,366172] ay=[302881,397080,42357,-17479] bx=[-356083,409986,714780,702840] by=[570542,580965,382341,109159] cx=[-466682,343042,570928,510614] cy=[413074,482199,243706,36853] side=empty:4 n=4 ref=side=[-1,1,1,-1] --tol bitwise
// expect: ok
// why: a determinant of nearly collinear points, but the coordinates are integers below 2^23, so the differences are exact in float and the products exact in double
// figure: computed -1 (determinant -253), MPFR -1 (determinant -253), exact
__global__ void sides(const float *ax, const float *ay, const float *bx, const float *by, const float *cx, const float *cy, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float ux = bx[i] - ax[i];
    float uy = by[i] - ay[i];
    float vx = cx[i] - ax[i];
    float vy = cy[i] - ay[i];
    double d = (double)ux * (double)vy - (double)uy * (double)vx;
    side[i] = d > 0.0 ? 1 : d < 0.0 ? -1 : 0;
}
