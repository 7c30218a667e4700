// fpcheck: side <<<1, 32>>> ax=[500000.0,500000.0,431250.5,620000.0] ay=[4649776.0,4649776.0,5200000.0,4100000.5] bx=[500010.0,500020.0,431262.5,620008.0] by=[4649786.0,4649777.0,5200012.0,4100008.5] cx=[500005.5,500009.0,431256.0,620004.0] cy=[4649780.5,4649778.0,5200006.5,4100003.5] s=empty:4:i32 n=4 want=[-1,1,1,-1] ref=s=want
// expect: error flip at line 8
// why: the expanded determinant of UTM coordinates sums products of 2e12, whose spacing is 131072 or more, to an area of a few square metres
// figure: computed 1 at s[0] (determinant 136432.0), MPFR -1 (-10.0)
// On which side of the divide a-b lies the point c: 1 left, -1 right, 0 on it.
__device__ float twice_area(float ax, float ay, float bx, float by, float cx, float cy)
{
    return ax * by - ay * bx + bx * cy - by * cx + cx * ay - cy * ax;
}

__global__ void side(const float *ax, const float *ay, const float *bx, const float *by, const float *cx, const float *cy,
                     int *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = twice_area(ax[i], ay[i], bx[i], by[i], cx[i], cy[i]);
    s[i] = d > 0.0f ? 1 : d < 0.0f ? -1 : 0;
}
