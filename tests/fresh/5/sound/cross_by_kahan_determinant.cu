// fpcheck: cross_products <<<1, 32>>> ax=[0.1,0.3,0.7,1.1,2.3,0.9,5.7,3.1] ay=[0.3,0.7,0.9,1.3,0.1,0.6,1.9,0.2] bx=[0.1,0.30000004,0.7,1.0999999,2.3000002,0.9,5.7000005,3.1] by=[0.3,0.70000005,0.9000001,1.3,0.1,0.60000005,1.9,0.20000002] cross=empty:8 n=8
// expect: ok
// ad - bc within an ulp and a half (Kahan): the error of the second product is recovered by an fma.
__global__ void cross_products(const float *ax, const float *ay, const float *bx, const float *by, float *cross, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float w = __fmul_rn(ay[i], bx[i]);
    float e = __fmaf_rn(-ay[i], bx[i], w);
    float f = __fmaf_rn(ax[i], by[i], -w);
    cross[i] = __fadd_rn(f, e);
}
