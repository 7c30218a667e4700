// fpcheck: side_of_line<<<1, 32>>> px=[500223.5,500323.5,500423.5,500173.5,500273.5,500373.5,500473.5,500498.5] py=[5400284.5,5400361,5400434.5,5400248.5,5400322,5400398.5,5400472,5400492.5] ax=500123.5 ay=5400210.5 bx=500523.5 by=5400510.5 side=empty:8 n=8 want=[-1,1,-1,1,-1,1,-1,1] --ref side=want
// expect: error flipped geometry predicate at line 18
// why: the expanded determinant of UTM coordinates has terms of 2.7e12 (one ulp 262144) for a value of some hundreds: its sign is noise
// figure: computed side [1, 1, 0, 0, 0, 0, 1, 1], MPFR [-1, 1, -1, 1, -1, 1, -1, 1]
// On which side of a parcel boundary does each survey point lie? UTM metres.
__device__ int sign_of(float v)
{
    return (v > 0.0f) - (v < 0.0f);
}

__global__ void side_of_line(const float *px, const float *py, float ax, float ay, float bx, float by,
                             int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = px[i], y = py[i];
    float det = ax * by - ay * bx + bx * y - by * x + x * ay - y * ax;
    side[i] = sign_of(det);
}
