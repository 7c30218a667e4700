// fpcheck: side <<<1, 32>>> ax=[500000.0,500000.0,431250.5,620000.0] ay=[4649776.0,4649776.0,5200000.0,4100000.5] bx=[500010.0,500020.0,431262.5,620008.0] by=[4649786.0,4649777.0,5200012.0,4100008.5] cx=[500005.5,500009.0,431256.0,620004.0] cy=[4649780.5,4649778.0,5200006.5,4100003.5] s=empty:4:i32 n=4 want=[-1,1,1,-1] ref=s=want
// expect: ok
// why: UTM coordinates of millions in float, but close points are subtracted first, which is exact, and the products of small integers and halves are exact too
// figure: computed determinant -10.0 at s[0], MPFR -10.0: no error
__global__ void side(const float *ax, const float *ay, const float *bx, const float *by, const float *cx, const float *cy,
                     int *s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float ux = bx[i] - ax[i], uy = by[i] - ay[i];
    float vx = cx[i] - ax[i], vy = cy[i] - ay[i];
    float d = ux * vy - uy * vx;
    s[i] = d > 0.0f ? 1 : d < 0.0f ? -1 : 0;
}
