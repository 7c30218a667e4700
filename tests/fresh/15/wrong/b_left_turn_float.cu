// fpcheck: turns<<<1, 32>>> p=[7993409.0,1528666.0,9589289.0,3354956.0,10637648.0,4554675.0,926726.0,3139844.0,2082542.0,4056941.0,3476044.0,5162633.0,303841.0,4027408.0,892172.0,4781271.0,1710942.0,5830409.0,1193159.0,2248828.0,1979205.0,2905739.0,4017355.0,4609053.0,0.0,0.0,1.0,0.0,0.0,1.0] turn=empty:5 n=5 want=[-1,1,1,1,1] ref=turn=want --tol rtol=0,atol=0
// expect: error flip at line 12
// why: the products of a determinant are rounded to 24 bits before their small difference decides the turn
// figure: computed turn[0] = 1 (determinant 205224.0; with the other product fused turn[2] and turn[3] are wrong instead), MPFR -1 (determinant -390)
// Turn of each triple of points on the survey grid (integer coordinates in mm): 1 left, -1 right, 0 straight.
struct P2 {
    float x, y;
};

__device__ float det(P2 a, P2 b, P2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

__global__ void turns(const float *p, int *turn, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *q = p + 6 * i;
    P2 a = {q[0], q[1]}, b = {q[2], q[3]}, c = {q[4], q[5]};
    float d = det(a, b, c);
    turn[i] = (d > 0.0f) - (d < 0.0f);
}
