// fpcheck: orientation <<<1, 32>>> ax=[4000.0,4001.75,4000.625,4006.875,4005.5,4001.25,4003.0,4004.25] ay=[5002.625,5007.75,5002.125,5005.0,5005.75,5006.75,5001.75,5004.25] bx=[4000.125,4008.125,4002.125,4011.25,4006.125,4007.625,4009.5,4004.375] by=[5007.875,5013.5,5007.0,5010.125,5007.375,5014.125,5003.875,5005.125] cx=[3999.875,4006.25,4000.125,4007.75,4007.375,3996.75,4007.25,4005.625] cy=[4999.5,5010.375,5000.75,5002.625,5011.5,5006.25,5003.125,5005.0] side=empty:8 n=8 want=[1,-1,1,-1,1,1,-1,-1] ref=side=want --tol bitwise
// expect: error flipped orientation at line 23
// why: the determinant is expanded in absolute coordinates: products of 2e7 with a spacing of 2 decide on an area below one, so the sign is of rounding errors
// figure: side[0] computed -1 (determinant -2 without fma, -0.39 or -1.34 with it), right 1 (0.265625)
// Side of c seen along a -> b: +1 left, -1 right, 0 collinear. Coordinates are multiples of 1/8.
__device__ float cross2(float ux, float uy, float vx, float vy)
{
    return ux * vy - uy * vx;
}

__device__ float shoelace(float ax, float ay, float bx, float by, float cx, float cy)
{
    return cross2(ax, ay, bx, by) + cross2(bx, by, cx, cy) + cross2(cx, cy, ax, ay);
}

__global__ void orientation(const float *ax, const float *ay, const float *bx, const float *by, const float *cx,
                            const float *cy, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float area = shoelace(ax[i], ay[i], bx[i], by[i], cx[i], cy[i]);
    side[i] = (area > 0.0f) - (area < 0.0f);
}
