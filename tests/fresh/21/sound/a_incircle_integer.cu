// fpcheck: incircle <<<1, 32>>> p=[7799,774,5831,4710,2879,-4146,6815,-2178,4225,1584,3133,3768,-143,3768,-1236,1584,8877,1906,-379,6534,3092,-3879,7719,-1565,7130,-1505,-1742,2931,-3960,-1505,6021,-4832,4190,-1323,14,765,-1030,-1323,3667,-2890,3011,3330,-3765,6718,-1224,-905,2163,790,-1718,2936,-4560,-2748,2545,-9853,8229,-7011,7374,-2378,-226,-2378,3574,-6178,6615,-4659,2520,1077,-4392,-2379,-72,-6699,3385,-4971,8476,-2151,5992,2817,-1460,2817,2266,-8361] inside=empty:10 n=10 want=[0,-1,1,0,1,1,0,-1,-1,0] ref=inside=want --tol bitwise
// expect: ok
// why: a determinant of fourth degree, nearly zero and sometimes zero: 64 bit integers hold it exactly for coordinates below 2^14
// figure: inside[1] computed -1, right -1 (determinant -39072275424); no error allowed
// In-circle test for Delaunay flips on a grid of integers, |coordinate| < 2^14.
struct Point {
    int x, y;
};

__device__ Point load(const int *p, int k)
{
    return {p[2 * k], p[2 * k + 1]};
}

__device__ Point minus(Point a, Point b)
{
    return {a.x - b.x, a.y - b.y};
}

__device__ long long square(Point a)
{
    return (long long)a.x * a.x + (long long)a.y * a.y;
}

__device__ long long cross(Point a, Point b)
{
    return (long long)a.x * b.y - (long long)a.y * b.x;
}

// p holds a, b, c (counterclockwise) and d: +1 if d lies inside their circle, 0 on it.
__global__ void incircle(const int *p, int *inside, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Point d = load(p, 4 * i + 3);
    Point a = minus(load(p, 4 * i), d);
    Point b = minus(load(p, 4 * i + 1), d);
    Point c = minus(load(p, 4 * i + 2), d);
    long long det = square(a) * cross(b, c) + square(b) * cross(c, a) + square(c) * cross(a, b);
    inside[i] = (det > 0) - (det < 0);
}
