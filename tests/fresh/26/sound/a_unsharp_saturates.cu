// fpcheck: unsharp <<<1, 32>>> in=[10,10,10,250,250,250,30,30,200,220,10,240]:u8 out=empty:12:u8 amount=0.8 n=12 --ref 'out=@a_unsharp.npy'
// expect: ok
// why: overshoot and a cast to 8 bits, but after a clamp to [0, 255] in float
// figure: out[3]: computed 255, MPFR 255: relative error 0.0e+00, tolerance about 0
__device__ float box3(const unsigned char *in, int i, int n)
{
    int l = max(i - 1, 0), r = min(i + 1, n - 1);
    return ((float)in[l] + (float)in[i] + (float)in[r]) / 3.0f;
}

__global__ void unsharp(const unsigned char *in, unsigned char *out, float amount, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float c = in[i];
    float v = c + amount * (c - box3(in, i, n));
    out[i] = (unsigned char)(int)(fminf(fmaxf(v, 0.0f), 255.0f) + 0.5f);
}
