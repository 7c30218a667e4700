// fpcheck: slerp_clamped <<<1, 64>>> from=@a_quat_from.npy to=@a_quat_to.npy t=0.25 out=empty:256:f32 n=64 --ref 'out=@a_slerp.npy' --tol rtol=1e-3,atol=1e-4
// expect: ok
// why: a dot product that rounds above 1 goes through acosf after a clamp, and the quotient 0/0 that is left for equal quaternions is made but not selected (linear weights are)
// figure: largest relative error 1.04e-06 at out[143] (0.00163628533, exact 0.00163628364), largest absolute error 8.75e-08
__global__ void slerp_clamped(const float4 *__restrict__ from, const float4 *__restrict__ to, float t, float4 *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 a = from[i], b = to[i];
    float d = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    float flip = d < 0.0f ? -1.0f : 1.0f;
    d = fminf(fabsf(d), 1.0f);
    float theta = acosf(d);
    float s = sinf(theta);
    float wa = sinf((1.0f - t) * theta) / s;
    float wb = sinf(t * theta) / s;
    if (d > 0.9995f) {
        wa = 1.0f - t;
        wb = t;
    }
    wb *= flip;
    out[i] = make_float4(wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z, wa * a.w + wb * b.w);
}
