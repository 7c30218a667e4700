// fpcheck: side <<<1, 32>>> ax=@a_parcel_ax.npy ay=@a_parcel_ay.npy bx=@a_parcel_bx.npy by=@a_parcel_by.npy cx=@a_parcel_cx.npy cy=@a_parcel_cy.npy s=empty:8:i32 n=8 --ref s=@a_parcel_s.npy
// expect: error flip at line 18
// why: the determinant is expanded in absolute UTM coordinates: products near 1e6 to 1e8 cancel to less than a square metre, so the side of the parcel's edge is decided by rounding
// figure: element 7: computed determinant 0.0 (side 0), MPFR 0.015625 (side 1)
// On which side of the edge a-b the boundary stone c is: 1 left, -1 right, 0 on it.
__device__ float orient(float ax, float ay, float bx, float by, float cx, float cy)
{
    return ax * (by - cy) + bx * (cy - ay) + cx * (ay - by);
}

__global__ void side(const float *ax, const float *ay, const float *bx, const float *by, const float *cx,
                     const float *cy, int *s, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float d = orient(ax[i], ay[i], bx[i], by[i], cx[i], cy[i]);
    s[i] = d > 0.0f ? 1 : d < 0.0f ? -1 : 0;
}
