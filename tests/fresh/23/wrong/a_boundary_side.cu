// fpcheck: boundary_side <<<1, 32>>> east=[500200.0,500200.0,500100.0,500300.5] north=[5400150.5,5400149.5,5400075.5,5400225.0] side=empty:4 ax=500000 ay=5400000 bx=500400 by=5400300 n=4 want=[1,-1,1,-1]:i32 --ref side=want --tol bitwise
// expect: error flip at line 18
// why: the determinant of national grid coordinates is expanded: products of 2.7e12 round by 131072, its value is about 200
// figure: computed side about sign of [0.0, 0.0, 0.0, 262144.0] (order and contraction vary), MPFR determinants [200.0, -200.0, 200.0, -150.0]
// On which side of a boundary a survey mark lies: 1 to the left, -1 to the right, 0 on it.
__device__ float determinant(float ax, float ay, float bx, float by, float px, float py)
{
    return ax * by - ay * bx + bx * py - by * px + px * ay - py * ax;
}

__global__ void boundary_side(const float *east, const float *north, int *side, float ax, float ay, float bx, float by,
                              int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = determinant(ax, ay, bx, by, east[i], north[i]);
    side[i] = d > 0.0f ? 1 : d < 0.0f ? -1 : 0;
}
