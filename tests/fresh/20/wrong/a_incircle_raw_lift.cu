// fpcheck: incircle<<<1, 32>>> x=[504185,504196,504220,504234,501970,501748,501952,501854,506733,506695,506761,506707,507373,507309,507347,507303,502601,502670,502853,502756,505491,505456,505493,505601,506768,506526,506495,506734,506034,505958,506081,505936,502378,502303,502544,502386,508746,508687,508771,508663,502402,502352,502406,502437,506830,506702,506828,506750] y=[4505939,4505810,4505819,4505891,4506178,4506190,4505984,4506207,4504651,4504494,4504536,4504514,4502076,4502157,4502014,4502141,4504707,4504622,4504708,4504839,4501203,4501184,4500958,4501230,4500304,4500404,4500227,4500330,4504910,4504874,4504838,4504840,4505689,4505533,4505509,4505664,4506715,4506614,4506592,4506672,4500975,4500968,4500850,4500906,4501816,4501781,4501677,4501849] inside=empty:12 n=12 want=[1,1,1,1,1,0,1,0,1,0,1,0] ref=inside=want --tol bitwise
// expect: error flipped decision at line 29
// why: x^2 + y^2 is formed of map coordinates of millions of metres: its spacing in binary32 is two million square metres, so the sign of the determinant is that of rounding
// figure: computed inside[2]=0, MPFR 1
// Delaunay test in UTM coordinates (whole metres): is the fourth point inside the circle through the first three?
template <typename T>
__device__ T minor2(T a, T b, T c, T d)
{
    return a * d - b * c;
}

template <typename T>
__device__ T det3(const T *x, const T *y, const T *l)
{
    return x[0] * minor2(y[1], l[1], y[2], l[2]) - y[0] * minor2(x[1], l[1], x[2], l[2]) + l[0] * minor2(x[1], y[1], x[2], y[2]);
}

__global__ void incircle(const float *x, const float *y, int *inside, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *px = x + 4 * i, *py = y + 4 * i;
    float dx[3], dy[3], lift[3];
    float last = px[3] * px[3] + py[3] * py[3];
    for (int k = 0; k < 3; k++) {
        dx[k] = px[k] - px[3];
        dy[k] = py[k] - py[3];
        lift[k] = px[k] * px[k] + py[k] * py[k] - last;
    }
    inside[i] = det3(dx, dy, lift) > 0.0f ? 1 : 0;
}
