// fpcheck: roots <<<1, 32>>> a=uniform(0.5,1):32 b=uniform(2000,4000):32 c=uniform(0.01,0.02):32 r1=empty:32 r2=empty:32 n=32 --ref r1=-2*c/(b+sqrt(b*b-4*a*c)) --tol rtol=1e-5,atol=0
// expect: ok
__global__ void roots(const float* a, const float* b, const float* c, float* r1, float* r2, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float A = a[i], B = b[i], C = c[i];
    // Kahan's discriminant
    float p = 4.0f * A * C;
    float e = fmaf(4.0f * A, C, -p);
    float d = fmaf(B, B, -p) - e;
    float q = -0.5f * (B + copysignf(sqrtf(fmaxf(d, 0.0f)), B));
    r1[i] = C / q;
    r2[i] = q / A;
}
