// fpcheck: sagitta <<<1, 32>>> chord=[400,800,1200,2000,3100] s=empty:5 radius=6371000.0 n=5 --ref s=chord*chord/4/(radius+sqrt(radius*radius-chord*chord/4)) --tol rtol=1e-6,atol=0
// expect: ok
// why: squares of 4e13 in float look hopeless for a result of millimetres, but the difference of squares is expanded: only a sum and a quotient remain
// figure: s[0]: computed 0.0031392246, MPFR 0.003139224612; relative error 3.3e-09
// Sagitta of a chord over the Earth's surface, for line of sight.
__global__ void sagitta(const float *chord, float *s, float radius, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float h = 0.5f * chord[i];
    float apothem = sqrtf((radius - h) * (radius + h));
    s[i] = h * h / (radius + apothem);
}
