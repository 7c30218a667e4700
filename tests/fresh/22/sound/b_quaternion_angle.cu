// fpcheck: angle <<<1, 32>>> w=[1.0,0.9999995231628418,0.9689124226570129,0.07073719799518585] x=[9.999999747378752e-06,0.0009999998146668077,0.24740396440029144,0.9974949955940247] out=empty:4 n=4 want=[1.9999999494090838e-05,0.00199999991634136,0.5000000095033276,3.0000000085984855] ref=out=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the angle of a rotation from its vector part by atan2: where w rounds to 1 an arc cosine would give 0, this keeps all digits
// figure: computed out[0] = 1.99999995e-05 within 2 ulp, MPFR 1.99999995e-05, tolerance 1e-6
// Rotation angle of the joint's error quaternion (w, x, 0, 0).
__global__ void angle(const float *w, const float *x, float *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float y = 0.0f, z = 0.0f;
    float vector = sqrtf(x[i] * x[i] + y * y + z * z);
    out[i] = 2.0f * atan2f(vector, w[i]);
}
