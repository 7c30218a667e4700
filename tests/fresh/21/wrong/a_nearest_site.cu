// fpcheck: nearest_site <<<1, 32>>> qx=[2000.25,2000.4375,1999.75,2000.875] qy=[1500.5,1500.5,1500.75,1500.4375] sx=[2000.5,2000.25,2001.0,1999.5,2000.0,2000.3125] sy=[1500.5,1500.625,1500.5,1501.0,1500.5,1500.5] site=empty:4 sites=6 n=4 want=[5,0,3,2] ref=site=want --tol bitwise
// expect: error cancellation decides the nearest neighbour at line 23
// why: the distance is expanded to |s|^2 - 2 q.s: numbers of 6e6 with a spacing of 0.5 cannot tell distances of 0.004 and 0.06 apart
// figure: site[0] computed 1, right 5
// Voronoi cell of each query: the nearest site. |q|^2 is the same for all sites and left out.
__device__ float score(float qx, float qy, float sx, float sy)
{
    float norm = sx * sx + sy * sy;
    float dot = qx * sx + qy * sy;
    return norm - 2.0f * dot;
}

__global__ void nearest_site(const float *qx, const float *qy, const float *sx, const float *sy, int *site, int sites,
                             int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float best = 3.0e38f;
    int index = -1;
    for (int k = 0; k < sites; k++) {
        float s = score(qx[i], qy[i], sx[k], sy[k]);
        if (s < best) {
            best = s;
            index = k;
        }
    }
    site[i] = index;
}
