// fpcheck: responsibilities <<<3, 32>>> evidence=@a_evidence.npy r=empty:288 n=96 --ref 'r=@a_responsibility.npy' --tol rtol=1e-4,atol=1e-7
// expect: error mismatch at line 16
// why: exponentials up to exp(88) still fit, but their sum is above 2^126, where __fdividef (what -use_fast_math makes of a division) returns 0 as its documentation says: no component of the mixture is responsible
// figure: r[0] computed 0, MPFR 0.999212245
__global__ void responsibilities(const float *__restrict__ evidence, float *__restrict__ r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float e[3], sum = 0.0f;
    for (int k = 0; k < 3; ++k) {
        e[k] = expf(evidence[3 * i + k]);
        sum += e[k];
    }
    for (int k = 0; k < 3; ++k)
        r[3 * i + k] = __fdividef(e[k], sum);
}
