// fpcheck: hit <<<1, 4>>> b=[-1000,-350.5,12,-7.25] c=[3,0.125,20,0.001] near=empty:4 n=4 want=[0.0015000011250016875,0.00017831673580150965,-23.135528725660045,6.8965848536945909e-05] --ref 'near=want' --tol rtol=1e-6,atol=0
// expect: ok
// why: b^2 is 1e6 times c: the small root is taken as c / q, q being the sum without cancellation; min and max sort the roots
// figure: near[0] computed 0.0015000011, MPFR 0.001500001125
// Nearer root of t^2 + 2 b t + c = 0, the distance at which a ray meets a sphere; -1 without one.
__global__ void hit(const float *b, const float *c, float *near, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float h = b[i];
    float disc = fmaf(h, h, -c[i]);
    if (disc < 0.0f) {
        near[i] = -1.0f;
        return;
    }
    float q = -(h + copysignf(sqrtf(disc), h));
    float t0 = q;
    float t1 = c[i] / q;
    near[i] = fminf(t0, t1);
}
