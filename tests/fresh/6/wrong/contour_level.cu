// fpcheck: contour_level <<<1, 32>>> n=9 v=[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] level=empty:9:i32 want=[1, 2, 3, 4, 5, 6, 7, 8, 9]:i32 ref=level=want --tol rtol=0,atol=0
// expect: error decimal literal decides at line 8: multiples of 0.1 divided by 0.1 fall on either side of the integer
// Contour level of a height: levels are 0.1 apart, a height on a line belongs to the level above it.
__global__ void contour_level(const float* v, int* level, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    double q = v[i] / 0.1;
    level[i] = (int)floor(q);
}
