// fpcheck: side_of_edge <<<1, 32>>> ax=[1921.796875,-877.06640625,-1758.2626953125,1638.6171875,-3309.05859375,-2918.396484375,-4094.7666015625,-3789.3876953125] ay=[751.4326171875,761.013671875,-1385.27734375,-2558.94140625,-821.59375,2794.7490234375,588.33203125,-3322.724609375] bx=[-3495.8291015625,3523.9462890625,3742.3115234375,-2929.1591796875,590.123046875,1047.419921875,-1940.7958984375,2909.720703125] by=[2997.8896484375,-3013.767578125,4058.0205078125,-213.072265625,2027.7275390625,2127.6982421875,-3632.0224609375,289.912109375] px=[-3202.1943359375,459.3017578125,3593.3662109375,-2466.86328125,143.783203125,65.1552734375,-3142.318359375,-3075.68359375] py=[2876.1318359375,-385.19921875,3910.6259765625,-450.4931640625,1701.5654296875,2292.9150390625,-1277.8349609375,-2937.8447265625] side=empty:8 n=8 want=[1,1,-1,-1,1,-1,1,-1] ref=side=want --tol bitwise
// expect: ok
// why: differences of these floats are exact in double, and so are products of two of 26 bits: the sign is right
// figure: side[0]: computed 1, MPFR 1
// Side of an edge of a mesh on which a point lies: 1 left, -1 right, 0 on it.
__device__ int sign_of(double d)
{
    return (d > 0.0) - (d < 0.0);
}

__device__ double orient(float2 a, float2 b, float2 p)
{
    double abx = (double)b.x - (double)a.x;
    double aby = (double)b.y - (double)a.y;
    double apx = (double)p.x - (double)a.x;
    double apy = (double)p.y - (double)a.y;
    return __dmul_rn(abx, apy) - __dmul_rn(aby, apx);
}

__global__ void side_of_edge(const float *ax, const float *ay, const float *bx, const float *by,
                             const float *px, const float *py, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 a = make_float2(ax[i], ay[i]);
    float2 b = make_float2(bx[i], by[i]);
    float2 p = make_float2(px[i], py[i]);
    side[i] = sign_of(orient(a, b, p));
}
