// fpcheck: orientation <<<1, 32>>> east=[500037.0,500235.0,500396.0,500203.0,500133.0,500335.0,500141.0,500115.0,500121.0,500049.0,500313.0,500003.0,500026.0,500308.0,500336.0,500015.0,500064.0,500196.0] north=[4500072.0,4500255.0,4500393.0,4500144.0,4500129.0,4500071.0,4500030.0,4500071.0,4500387.0,4500280.0,4500043.0,4500076.0,4500109.0,4500371.0,4500297.0,4500025.0,4500367.0,4500226.0] turn=empty:6 n=6 want=[-1,1,-1,-1,-1,-1] ref=turn=want
// expect: error flipped predicate at line 16
// why: the shoelace terms are 2e12 with an ulp of 262144, the doubled areas are below 1e5: the sign is that of the rounding
// figure: computed turn[0]=1 (area 81536), MPFR -1 (area -2139)
// Are the corners of a triangular parcel listed counterclockwise? UTM coordinates in metres.
__global__ void orientation(const float *east, const float *north, int *turn, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *e = east + 3 * i;
    const float *v = north + 3 * i;
    float area = 0.0f;
    for (int k = 0; k < 3; k++) {
        int next = k == 2 ? 0 : k + 1;
        area += e[k] * v[next] - v[k] * e[next];
    }
    turn[i] = area > 0.0f ? 1 : area < 0.0f ? -1 : 0;
}
