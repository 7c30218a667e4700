// fpcheck: root_count <<<1, 32>>> u=uniform(0.1,1):32 count=empty:32 n=32
// expect: error contraction at line 12: b*b and 4ac are equal (b = 8a, c = 16a), the fused subtraction leaves a rounding error whose sign decides between 0 and 2 roots
// Number of crossings of a parabola with the axis; a grazing one counts once.
__global__ void root_count(const float* __restrict__ u, float* __restrict__ count, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float a = u[i] * 0.7f;
    float b = 8.0f * a;
    float c = 16.0f * a;
    float q = 4.0f * a;
    float disc = b * b - q * c;
    float k = 1.0f;
    if (disc > 0.0f) k = 2.0f;
    if (disc < 0.0f) k = 0.0f;
    count[i] = k;
}
