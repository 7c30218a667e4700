// fpcheck: locate <<<1, 32>>> px=[500012.5,500007.0,500003.25,500024.0,500018.5,500011.0,500001.5,500016.0] py=[4600021.5,4600004.5,4600019.0,4600012.0,4600027.5,4600012.0,4600001.0,4600008.0] vx=[500000.0,500021.0,500028.0,500013.0,500002.5] vy=[4600000.0,4600003.5,4600017.0,4600030.5,4600022.0] inside=empty:8:i32 margin=empty:8 points=8 corners=5
// expect: error cancellation flips a geometric predicate at line 8
// why: the orientation is a determinant of absolute UTM coordinates: terms of 2e12 in float leave nothing of an area of some square metres
// figure: margin[0] computed -131072, MPFR 45.125; inside[0] computed about 0 (no fma), right 1
// Is a surveyed point inside a convex parcel (corners counter-clockwise, metres)? Every edge must have it on the left.
__device__ __forceinline__ float left_of(float ax, float ay, float bx, float by, float cx, float cy)
{
    return ax * by - ay * bx + bx * cy - by * cx + cx * ay - cy * ax;
}

__global__ void locate(const float *px, const float *py, const float *vx, const float *vy, int *inside, float *margin,
                       int points, int corners)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= points)
        return;
    bool in = true;
    float least = 3.0e38f;
    for (int e = 0; e < corners; e++) {
        int f = e + 1 == corners ? 0 : e + 1;
        float area = left_of(vx[e], vy[e], vx[f], vy[f], px[i], py[i]);
        in = in && area >= 0.0f;
        least = fminf(least, area);
    }
    inside[i] = in ? 1 : 0;
    margin[i] = 0.5f * least;
}
