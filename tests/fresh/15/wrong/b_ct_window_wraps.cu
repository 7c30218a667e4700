// fpcheck: window_level<<<1, 32>>> hu=[-1000.0,-150.0,-20.0,40.0,130.0,239.0,900.0,2400.0] px=empty:8 lo=-160.0 width=400.0 n=8 want=[0,6,89,127,184,254,255,255] ref=px=want --tol rtol=0,atol=1
// expect: error conversion at line 12
// why: values outside of the window are not clamped before they are narrowed to eight bits, so that bone and air wrap around
// figure: computed px = [233, 6, 89, 127, 184, 254, 163, 96], MPFR (clamped) [0, 6, 89, 127, 184, 254, 255, 255]
// Soft tissue window for display: lo .. lo + width onto 0 .. 255.
__global__ void window_level(const float *hu, unsigned char *px, float lo, float width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float gain = 255.0f / width;
        int code = (int)((hu[i] - lo) * gain);
        px[i] = (unsigned char)code;
    }
}
