// fpcheck: hull <<<1, 64>>> x=@a_survey_hull_x.npy y=@a_survey_hull_y.npy next=empty:48 corners=empty:1 area=empty:1 border=empty:1 n=48 --ref next=@a_survey_hull_want.npy --tol bitwise
// expect: ok
// why: points nearly on a line, ulps apart: the float determinant is only trusted beyond its error bound, else the sign comes from exact double products
// figure: next[2] computed 20, exact 20; 8 corners
// Convex hull of survey points (kilometres, float): for every point the next corner in counterclockwise order, or -1 for points inside.
// A point is a corner if some other point has all points to the left of the edge to it.

struct Point {
    float x, y;
};

struct Exact {
    double hi, lo;
};

// Product of two doubles as an unevaluated sum.
__device__ Exact exact_product(double a, double b)
{
    double p = a * b;
    return {p, fma(a, b, -p)};
}

__device__ int sign_of(double v)
{
    return (v > 0.0) - (v < 0.0);
}

// Sign of p - q. The leading parts decide unless they are equal or so near that their difference is exact.
__device__ int compare(Exact p, Exact q)
{
    double lead = p.hi - q.hi;
    double rest = p.lo - q.lo;
    return sign_of(lead + rest);
}

// Differences of floats of this size are exact in double.
__device__ int exact_side(Point a, Point b, Point c)
{
    double abx = (double)b.x - (double)a.x;
    double aby = (double)b.y - (double)a.y;
    double acx = (double)c.x - (double)a.x;
    double acy = (double)c.y - (double)a.y;
    return compare(exact_product(abx, acy), exact_product(aby, acx));
}

// +1 if c is to the left of the line from a to b, -1 to the right, 0 on it.
__device__ int side(Point a, Point b, Point c)
{
    float abx = b.x - a.x;
    float aby = b.y - a.y;
    float acx = c.x - a.x;
    float acy = c.y - a.y;
    float left = abx * acy;
    float right = aby * acx;
    float det = left - right;
    float bound = 8e-7f * (fabsf(left) + fabsf(right));
    if (det > bound)
        return 1;
    if (det < -bound)
        return -1;
    return exact_side(a, b, c);
}

__device__ double squared_distance(Point a, Point b)
{
    double dx = (double)b.x - (double)a.x;
    double dy = (double)b.y - (double)a.y;
    return dx * dx + dy * dy;
}

__device__ bool same(Point a, Point b)
{
    return a.x == b.x && a.y == b.y;
}

// Whether nobody is to the right of i -> j, and nobody on the line lies before i or beyond j.
__device__ bool is_edge(const Point *p, int n, int i, int j)
{
    if (same(p[i], p[j]))
        return false;
    double reach = squared_distance(p[i], p[j]);
    for (int k = 0; k < n; k++) {
        if (k == i || k == j)
            continue;
        int s = side(p[i], p[j], p[k]);
        if (s < 0)
            return false;
        if (s == 0) {
            if (squared_distance(p[i], p[k]) > reach)
                return false;
            if (squared_distance(p[j], p[k]) > reach)
                return false;
        }
    }
    return true;
}

__device__ int find_next(const Point *p, int n, int i)
{
    for (int j = 0; j < n; j++)
        if (j != i && is_edge(p, n, i, j))
            return j;
    return -1;
}

// Twice the area by the shoelace formula, relative to the first point so that products stay small.
__device__ double shoelace_term(Point origin, Point a, Point b)
{
    double ax = (double)a.x - origin.x;
    double ay = (double)a.y - origin.y;
    double bx = (double)b.x - origin.x;
    double by = (double)b.y - origin.y;
    return ax * by - ay * bx;
}

// Length of the border, corner by corner.
__device__ double border_length(const Point *p, const int *edge_to, int n)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++)
        if (edge_to[k] >= 0)
            sum += sqrt(squared_distance(p[k], p[edge_to[k]]));
    return sum;
}

__global__ void hull(const float *x, const float *y, int *next, int *corners, float *area, float *border, int n)
{
    __shared__ Point p[64];
    __shared__ int edge_to[64];
    int i = threadIdx.x;
    if (i < n)
        p[i] = {x[i], y[i]};
    __syncthreads();

    int to = i < n ? find_next(p, n, i) : -1;
    edge_to[i] = to;
    if (i < n)
        next[i] = to;
    int count = __syncthreads_count(to >= 0);

    if (i == 0) {
        double twice = 0.0;
        for (int k = 0; k < n; k++)
            if (edge_to[k] >= 0)
                twice += shoelace_term(p[0], p[k], p[edge_to[k]]);
        *corners = count;
        *area = (float)(0.5 * twice);
        *border = (float)border_length(p, edge_to, n);
    }
}
