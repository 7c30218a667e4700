// fpcheck: orientation <<<1, 32>>> east=[500000.1,500000.2,500000.2,500000.22,500000.0,500000.0,500000.22,500000.0,500000.03,500000.03,500000.06,500000.22,500000.0,500000.12,500000.12,500000.2,500000.1,500000.1,500000.0,500001.0,500002.0] north=[4500000.0,4500004.0,4500002.0,4500003.5,4500000.5,4500002.5,4500002.0,4500003.0,4500001.0,4500000.0,4500002.5,4500000.0,4500001.5,4500001.0,4500002.0,4500001.0,4500000.5,4500002.5,4500000.0,4500001.0,4500002.0] turn=empty:7 n=7 want=[-1,-1,1,-1,1,-1,0] ref=turn=want
// expect: ok
// why: areas of a few square decimetres from coordinates of 4.5e6: the differences of floats are exact in binary64, so are their products, and the one rounding keeps the sign; zero is exact too
// figure: turn[0] computed -1 (area -0.1875), right -1; exact integers
// Are the corners of a triangular parcel listed counterclockwise? UTM coordinates in metres.
__device__ double difference(float a, float b)
{
    return (double)a - (double)b;
}

__global__ void orientation(const float *east, const float *north, int *turn, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *e = east + 3 * i;
    const float *v = north + 3 * i;
    double left = difference(e[1], e[0]) * difference(v[2], v[0]);
    double right = difference(v[1], v[0]) * difference(e[2], e[0]);
    turn[i] = (left > right) - (left < right);
}
