// fpcheck: grazing_tan <<<1, 32>>> n=4 angle=[1.5701, 1.5703, 1.5705, 1.5706] len=empty:4 height=2.0 ref=len=2*tan(angle) --tol rtol=1e-5,atol=0
// expect: error fast-math range at line 7: __tanf next to pi/2 divides by a cosine of 4e-4 that is known to 1e-7 absolutely
// Shadow length of a post for light at a grazing angle from the vertical.
__global__ void grazing_tan(const float* angle, float* len, int n, float height)
{
    int i = threadIdx.x;
    if (i < n) len[i] = height * __tanf(angle[i]);
}
