// fpcheck: side_of_edge <<<1, 32>>> ax=[17,1017,2017,3017,4017,5017,6017,7017] ay=[2000,2031,2062,2093,2124,2155,2186,2217] bx=[8218,9218,10218,11218,12218,13218,6117,7047] by=[10662,10500,10744,10507,10525,10561,2236,2417] px=[7880,9065,9877,11141,12177,13178,6047,7117] py=[10305,10342,10383,10428,10483,10520,2386,2267] side=empty:8 n=8 want=[-1,-1,1,-1,-1,-1,1,-1] ref=side=want --tol bitwise
// expect: error flipped decision at line 15
// why: the 2x2 determinant of exact differences has products of 27 bits; float rounds both to the same number and a determinant of 1 comes out as 0, so the particle is put on the edge
// figure: computed side[0] = 0 (both products round to the same float), MPFR -1 (determinant -1)
// Which side of a mesh edge a tracer particle is on (grid units), to walk to the next triangle.
struct P {
    float x, y;
};

__device__ float orient(P a, P b, P p)
{
    float ux = b.x - a.x, uy = b.y - a.y;
    float vx = p.x - a.x, vy = p.y - a.y;
    // no contraction, so that swapping a and b gives exactly the other sign
    return __fsub_rn(__fmul_rn(ux, vy), __fmul_rn(uy, vx));
}

__global__ void side_of_edge(const float *ax, const float *ay, const float *bx, const float *by, const float *px, const float *py,
                             int *side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    P a = {ax[i], ay[i]}, b = {bx[i], by[i]}, p = {px[i], py[i]};
    float d = orient(a, b, p);
    side[i] = d > 0.0f ? 1 : d < 0.0f ? -1 : 0;
}
