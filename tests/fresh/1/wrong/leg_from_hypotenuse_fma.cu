// fpcheck: other_leg <<<1, 8>>> hyp=[1.1,1.3,1.7,1.9,2.3,3.1,0.7,0.9] adj=[1.1,1.3,1.7,1.9,2.3,3.1,0.7,0.9] leg=empty:8 n=8
// expect: error contraction at line 10: h*h - a*a with a = h is contracted to an fma that leaves the rounding error of a*a: not 0 but 1e-4, or the root of a negative number
// The other leg of a right triangle; degenerate where the point lies on the axis.
__global__ void other_leg(const float* __restrict__ hyp, const float* __restrict__ adj, float* __restrict__ leg, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float h = hyp[i];
    float a = adj[i];
    leg[i] = sqrtf(h * h - a * a);
}
