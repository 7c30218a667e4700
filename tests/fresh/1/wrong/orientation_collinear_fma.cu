// fpcheck: orient <<<1, 32>>> dx=uniform(0.1,1):32 dy=uniform(0.1,1):32 k=[3,5,7,9,11,13,15,17,19,21,23,25,27,29,31,33,35,37,39,41,43,45,47,49,51,53,55,57,59,61,63,65] side=empty:32 n=32
// expect: error contraction at line 11: the two products are equal but one is rounded and the other not: a point on the line is put on a side
// Which side of the line through the origin and (dx, dy) is (dy', dx')? +1, 0, -1.
__global__ void orient(const float* dx, const float* dy, const float* k, float* side, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float ax = dx[i], ay = dy[i];
    float bx = ax * 4.0f, by = ay * 4.0f;
    float det = ax * by - ay * bx;
    float s = det > 0.0f ? 1.0f : det < 0.0f ? -1.0f : 0.0f;
    side[i] = s * k[i];
}
