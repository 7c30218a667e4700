// fpcheck: brighten <<<1, 32>>> in=[10,100,180,200,220,255,0,128] out=empty:8 gain=1.4 offset=12.0 n=8 want=[26,152,255,255,255,255,12,191] ref=out=want --tol rtol=0,atol=1
// expect: error conversion at line 12
// why: values over 255 are stored as a byte without clamping: they wrap to dark
// figure: computed out[3] = 36 (292 - 256), right 255

__global__ void brighten(const unsigned char *in, unsigned char *out, float gain, float offset, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = gain * (float)in[i] + offset;
    out[i] = (unsigned char)v;
}
