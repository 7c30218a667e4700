// fpcheck: quantise<<<1, 32>>> x=[0.3100000023841858,-0.28999999165534973,-1.2339999675750732,2.5999999046325684,-2.7100000381469727,0.04899999871850014,-0.07000000029802322,-3.180000066757202] q=empty:8 scale=0.05 n=8 want=[6,-6,-25,52,-54,1,-1,-64] ref=q=want --tol rtol=0,atol=0
// expect: error conversion at line 12
// why: adding a half and cutting rounds negative activations up, one step too high
// figure: computed q = [6, -5, -24, 52, -53, 1, 0, -63], MPFR [6, -6, -25, 52, -54, 1, -1, -64]
// Activations to int8, rounded to nearest.
__global__ void quantise(const float *x, signed char *q, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i] / scale;
        v = fminf(127.0f, fmaxf(-128.0f, v));
        q[i] = (signed char)(int)(v + 0.5f);
    }
}
