// fpcheck: meridian_distance <<<1, 32>>> lat1=[47.5, 48.25, -33.125, 60.5, 12.75, 51.375, 5.0625, 70.0] lat2=[47.5001, 48.2503, -33.1252, 60.5004, 12.7501, 51.3751, 5.0627, 70.0002] dist=empty:8 n=8
// expect: error cancellation at line 23
// why: two meridian arcs of millions of metres are subtracted in float to get a distance of some ten metres
// figure: computed dist[0] = 11, MPFR 11.0271273
// Distance along the meridian of WGS84 between two latitudes in degrees.
#define A0 0.99832429842f
#define A2 0.00251460707f
#define A4 0.00000263904f

__device__ float meridian(float lat)
{
    float phi = lat * 0.017453292519943295f;
    return 6378137.0f * (A0 * phi - A2 * sinf(2.0f * phi) + A4 * sinf(4.0f * phi));
}

__global__ void meridian_distance(const float *lat1, const float *lat2, float *dist, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float from = meridian(lat1[i]);
    float to = meridian(lat2[i]);
    dist[i] = fabsf(to - from);
}
