// fpcheck: turns <<<1, 8>>> x=[9294.27539,9293.91309,9293.55176,9394.09375,9393.30762,9392.52051,9166.25879,9166.88672,9167.5127,9543.84473,9544.66699,9545.48926,9015.10352,9014.89258,9014.68164,9546.59766,9545.86523,9545.13184,9414.16113,9414.89551,9415.63086,9889.89648,9889.64648,9889.39746] y=[9888.54883,9889.12598,9889.70215,9335.47363,9335.43164,9335.38867,9174.47852,9174.32422,9174.1709,9582.17188,9581.47266,9580.77148,9163.39844,9163.18555,9162.97266,9200.75391,9200.41211,9200.07031,9647.08984,9646.19336,9645.29785,9106.89941,9106.9043,9106.90723] turn=empty:8 n=8 want=[-1,1,1,-1,0,-1,1,1] --ref 'turn=want' --tol rtol=1e-7,atol=0
// expect: ok
// why: nearly straight corners near 9500, but differences of floats and their products fit into a double: the sign is exact, zero included
// figure: turncomputed[-1,1,1,-1,0,-1,1,1],MPFR[-1,1,1,-1,0,-1,1,1]
// Which way three consecutive vertices turn, decided exactly: 1 counter-clockwise, -1 clockwise, 0 on a line.
__global__ void turns(const float *x, const float *y, int *turn, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *px = x + 3 * i;
    const float *py = y + 3 * i;
    // the coordinates of one triangle are within a factor of two: differences have at most 24 bits
    double ux = (double)px[1] - (double)px[0], uy = (double)py[1] - (double)py[0];
    double vx = (double)px[2] - (double)px[0], vy = (double)py[2] - (double)py[0];
    double left = ux * vy;
    double right = uy * vx;
    turn[i] = (left > right) - (left < right);
}
