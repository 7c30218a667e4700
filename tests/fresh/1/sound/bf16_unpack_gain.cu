// fpcheck: unpack_scale <<<1, 32>>> x=[16256,16384,16448,49024,0,16000,15872,32768,16256,16384,16448,49024,0,16000,15872,32768,16256,16384,16448,49024,0,16000,15872,32768,16256,16384,16448,49024,0,16000,15872,32768] y=empty:32 gain=0.75 n=32
// expect: ok
__global__ void unpack_scale(const unsigned short* x, float* y, float gain, int n)
{
    int i = threadIdx.x;
    if (i < n) y[i] = gain * __uint_as_float((unsigned)x[i] << 16);
}
