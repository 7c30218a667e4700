// fpcheck: side_of_line<<<1, 32>>> px=[500223.5,500323.5,500423.5,500173.5,500273.5,500373.5,500473.5,500498.5] py=[5400284.5,5400361,5400434.5,5400248.5,5400322,5400398.5,5400472,5400492.5] ax=500123.5 ay=5400210.5 bx=500523.5 by=5400510.5 side=empty:8 n=8 want=[-1,1,-1,1,-1,1,-1,1] --ref side=want
// expect: ok
// why: large UTM coordinates, but differences of them are exact in float and their products exact in double
// figure: computed side [-1, 1, -1, 1, -1, 1, -1, 1], MPFR [-1, 1, -1, 1, -1, 1, -1, 1] (error 0)
// Side of a parcel boundary, moved to its first corner before anything is multiplied.
__device__ int sign_of(double v)
{
    return (v > 0.0) - (v < 0.0);
}

__global__ void side_of_line(const float *px, const float *py, float ax, float ay, float bx, float by,
                             int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float ux = bx - ax, uy = by - ay;
    float vx = px[i] - ax, vy = py[i] - ay;
    double det = (double)ux * vy - (double)uy * vx;
    side[i] = sign_of(det);
}
