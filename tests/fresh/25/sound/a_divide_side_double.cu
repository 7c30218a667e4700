// fpcheck: divide_side <<<1, 32>>> from=[424698.0,5031415.0,459353.0,5020650.0,430216.0,5061499.0,400000.0,5000000.0,400000.0,5000000.0] to=[605363.0,5152841.0,595964.0,5111515.0,523481.0,5218082.0,500000.0,5000000.0,450000.0,5000100.0] gauge=[490762.0,5075817.0,553696.0,5083401.0,488806.0,5159866.0,450000.0,5000000.0,500000.0,5000000.0] side=empty:5 n=5 want=[1,1,1,0,-1] ref=side=want --tol bitwise
// expect: ok
// why: the products of whole metres fit in 53 bits, so the cross product is exact in binary64, also when it is fused; comparing with zero is in order
// figure: side[0]: computed 1 (cross 66), MPFR 1 (cross 66; error 0, tolerance 0)
// Side of a drainage divide on which a gauge lies (whole metres of UTM as x, y pairs): 1 left, -1 right, 0 on the line.
__global__ void divide_side(const float *from, const float *to, const float *gauge, int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double ax = from[2 * i], ay = from[2 * i + 1];
    double ux = to[2 * i] - ax, uy = to[2 * i + 1] - ay;
    double vx = gauge[2 * i] - ax, vy = gauge[2 * i + 1] - ay;
    double d = ux * vy - uy * vx;
    side[i] = d > 0.0 ? 1 : d < 0.0 ? -1 : 0;
}
