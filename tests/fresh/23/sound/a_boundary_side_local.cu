// fpcheck: boundary_side <<<1, 32>>> east=[500200.0,500200.0,500100.0,500300.5,500200.0] north=[5400150.5,5400149.5,5400075.5,5400225.0,5400150.0] side=empty:5 ax=500000 ay=5400000 bx=500400 by=5400300 n=5 want=[1,-1,1,-1,0]:i32 --ref side=want --tol bitwise
// expect: ok
// why: grid coordinates of millions with marks half a metre beside the line: differences first (exact, Sterbenz), products in binary64
// figure: determinants [200.0, -200.0, 200.0, -150.0, 0.0], exact
__global__ void boundary_side(const float *east, const float *north, int *side, float ax, float ay, float bx, float by,
                              int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float dx = bx - ax, dy = by - ay;
    float px = east[i] - ax, py = north[i] - ay;
    double d = (double)dx * py - (double)dy * px;
    side[i] = (d > 0.0) - (d < 0.0);
}
