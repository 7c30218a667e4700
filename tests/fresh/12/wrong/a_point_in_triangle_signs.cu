// fpcheck: inside <<<1, 32>>> px=[48240.0,48241.25,48228.75,48235.25,48237.75,48238.75,48214.0,48224.75,48214.5] py=[71852.0,71836.0,71847.0,71839.5,71853.25,71850.75,71855.5,71858.0,71850.0] flag=empty:9 n=9 ax=48211.5 ay=71835.25 bx=48240.25 by=71841.5 cx=48219.75 cy=71868.0 want=[0,0,1,0,0,0,0,1,0] ref=flag=want --tol bitwise
// expect: error flipped geometric predicate at line 11
// why: the sign of the determinant px*(ay-by)+... of absolute map coordinates is noise near an edge: points well inside come out as outside, points outside as inside
// figure: computed flag[6] = 1, MPFR 0 (the point is some length units from the edge)
struct Point {
    float x, y;
};

__device__ inline float orientation(Point a, Point b, Point p)
{
    return a.x * b.y - b.x * a.y + b.x * p.y - p.x * b.y + p.x * a.y - a.x * p.y;
}

// 1 where the point lies in the triangle (counter-clockwise) or on its border.
__global__ void inside(const float *px, const float *py, int *flag, int n, float ax, float ay, float bx, float by,
                       float cx, float cy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Point p = {px[i], py[i]};
    Point a = {ax, ay};
    Point b = {bx, by};
    Point c = {cx, cy};
    flag[i] = orientation(a, b, p) >= 0.0f && orientation(b, c, p) >= 0.0f && orientation(c, a, p) >= 0.0f;
}
