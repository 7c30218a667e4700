// fpcheck: gravity <<<1, 32>>> dx=[0.1,0.5,1.0,2.0] dy=[0.2,0.1,1.0,3.0] a=empty:4 soft=0.25 n=4 ref=a=dx*exp(-1.5*log(dx*dx+dy*dy+0.25*0.25)) --tol rtol=1e-4,atol=0
// expect: error mismatch with reference at line 8: Plummer softening adds the square of the length, not the length
__global__ void gravity(const float *dx, const float *dy, float *a, float soft, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float r2 = dx[i] * dx[i] + dy[i] * dy[i] + soft;
    float inverse = rsqrtf(r2);
    a[i] = dx[i] * inverse * inverse * inverse;
}
