// fpcheck: von_mises <<<1, 32>>> s1=[250000.5,100000.0,1.0,-70000.0] s2=[250000.25,100000.125,2.0,-70000.5] s3=[250001.0,99999.875,4.0,-70001.0] shear=[0.125,0.0,0.5,0.25] equivalent=empty:4 n=4
// expect: ok
// why: a nearly hydrostatic stress of 2.5e5 with a deviation of 0.5: the differences of inputs are exact, their squares do not cancel
// figure: (without shear) computed 0.6614378094673157, MPFR 0.6614378277661477: relative error 2.8e-08 of 2e-6 allowed
// Equivalent stress after von Mises, from principal-axis normal stresses and one shear.
__global__ void von_mises(const float *s1, const float *s2, const float *s3, const float *shear, float *equivalent, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = s1[i] - s2[i];
    float b = s2[i] - s3[i];
    float c = s3[i] - s1[i];
    float j2 = (a * a + b * b + c * c) / 6.0f + shear[i] * shear[i];
    equivalent[i] = sqrtf(3.0f * j2);
}
