// fpcheck: which_side <<<1, 32>>> easting=[600006.0,600019.0,600031.0,600044.0,600056.0,600069.0,600081.0,600094.0] northing=[5300005.0,5300010.0,5300020.0,5300025.0,5300036.0,5300039.0,5300050.0,5300055.0] side=empty:8 ax=600000.0 ay=5300000.0 bx=600100.0 by=5300060.0 n=8 want=[1,-1,1,-1,1,-1,1,-1] ref=side=want --tol rtol=0,atol=0.25
// expect: error flip at line 8
// why: the determinant expanded in UTM coordinates: products of 3.2e12 are rounded to 2.6e5, the exact area is some 100 square metres: the side of a point is chance
// figure: computed side [1, 0, 1, 0, 1, -1, 1, 1], MPFR [1, -1, 1, -1, 1, -1, 1, -1] (the device fuses some products: other sides, wrong as well)
// On which side of a boundary line between two parcels a point lies: UTM eastings and northings in metres.
__device__ float twice_area(float ax, float ay, float bx, float by, float px, float py)
{
    return (ax * by - ay * bx) + (bx * py - by * px) + (px * ay - py * ax);
}

__device__ int sign_of(float v)
{
    return (v > 0.0f) - (v < 0.0f);
}

__global__ void which_side(const float *easting, const float *northing, int *side, float ax, float ay, float bx, float by,
                           int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        side[i] = sign_of(twice_area(ax, ay, bx, by, easting[i], northing[i]));
}
