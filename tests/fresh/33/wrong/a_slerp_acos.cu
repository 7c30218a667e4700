// fpcheck: slerp <<<1, 64>>> from=@a_quat_from.npy to=@a_quat_to.npy t=0.25 angle=empty:64 out=empty:256:f32 n=64 --ref 'out=@a_slerp.npy' --tol rtol=1e-3,atol=1e-3
// expect: error nan at line 17
// why: of normalised quaternions that are nearly equal the dot product rounds to above 1 and acosf gives NaN; fmaxf and fminf make finite weights of it, 0 and 0, so the rotation vanishes (known from animation libraries without a clamp)
// figure: out[160] computed -0, MPFR -0.914089755
__global__ void slerp(const float4 *__restrict__ from, const float4 *__restrict__ to, float t, float *__restrict__ angle,
                      float4 *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 a = from[i], b = to[i];
    float d = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    if (d < 0.0f) {
        b = make_float4(-b.x, -b.y, -b.z, -b.w);
        d = -d;
    }
    float theta = acosf(d);
    float s = sinf(theta);
    // weights are between 0 and 1
    float wa = fminf(fmaxf(sinf((1.0f - t) * theta) / s, 0.0f), 1.0f);
    float wb = fminf(fmaxf(sinf(t * theta) / s, 0.0f), 1.0f);
    angle[i] = fmaxf(theta, 0.0f);
    out[i] = make_float4(wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z, wa * a.w + wb * b.w);
}
