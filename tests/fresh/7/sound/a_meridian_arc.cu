// fpcheck: meridian_arc<<<1, 32>>> degrees=[0.0,1e-6,47.3769,89.9999999,-33.8568,90.0] arc=empty:6 n=6
// expect: ok
// why: multiples of sines of even angles are taken from one sine and cosine by Clenshaw's recurrence, which grows nothing here; the series in the third flattening ends below 1 um
// figure: computed arc[2] = 5249148.684174293, MPFR (elliptic integral) 5249148.684174251
// Length of the meridian from the equator (WGS84), Helmert's series by Clenshaw summation.
__constant__ double series[4] = {-0.0025188279161202295, 2.643541059809902e-06, -3.452623422535414e-09, 4.8918303283116115e-12};

__global__ void meridian_arc(const double *degrees, double *arc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const double rectifying_radius = 6367449.145823415;
    double s, c;
    sincos(2.0 * degrees[i] * 0.017453292519943295769, &s, &c);
    double b1 = 0.0, b2 = 0.0;
    for (int k = 3; k >= 0; k--) {
        double b = series[k] + 2.0 * c * b1 - b2;
        b2 = b1;
        b1 = b;
    }
    arc[i] = rectifying_radius * (degrees[i] * 0.017453292519943295769 + s * b1);
}
