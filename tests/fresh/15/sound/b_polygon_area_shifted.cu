// fpcheck: area<<<1, 32>>> xy=[1000000.0,1000000.0,1000003.5,1000000.25,1000005.0,1000002.0,1000004.25,1000005.5,1000001.0,1000004.0] out=empty:1 n=5 want=[18.125] ref=out=want --tol rtol=1e-6,atol=0
// expect: ok
// why: coordinates of a million metres and an area of some: every point is taken relative to the first, and those differences are exact
// figure: computed out = 18.125, MPFR 18.125; error 0
// Area of a parcel in map coordinates.
__global__ void area(const float *xy, float *out, int n)
{
    if (threadIdx.x != 0)
        return;
    float ox = xy[0], oy = xy[1];
    float twice = 0.0f;
    for (int k = 1; k + 1 < n; k++) {
        float ax = xy[2 * k] - ox, ay = xy[2 * k + 1] - oy;
        float bx = xy[2 * k + 2] - ox, by = xy[2 * k + 3] - oy;
        twice += ax * by - ay * bx;
    }
    out[0] = 0.5f * twice;
}
