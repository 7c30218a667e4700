// fpcheck: unsharp <<<1, 32>>> in=[10,10,10,250,250,250,30,30,200,220,10,240]:u8 out=empty:12:u8 amount=0.8 n=12 --ref 'out=@a_unsharp.npy'
// expect: error narrowing at line 19
// why: an edge overshoots to 314 and the cast to unsigned char keeps 314 - 256 = 58
// figure: out[3]: computed 58, MPFR 255
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
    v = fmaxf(v, 0.0f);
    out[i] = (unsigned char)(int)(v + 0.5f);
}
