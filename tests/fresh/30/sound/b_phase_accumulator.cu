// fpcheck: oscillator <<<2, 32>>> y=empty:64 step=1234567891 first=4000000000 n=64 want=[-0.418245581,0.980807107,-0.0390278175,-0.962611498,0.487818031,0.735180225,-0.830574887,-0.347948324,0.992795889,-0.114914503,-0.939220273,0.552799224,0.681493368,-0.870526111,-0.275635346,0.999033245,-0.190135471,-0.910387994,0.614577962,0.623858511,-0.905434237,-0.201725568,0.999483041,-0.264254953,-0.87628169,0.672796351,0.562609541,-0.935097037,-0.126647162,0.994142671,-0.336843564,-0.837098946,0.727117123,0.498101283,-0.959342669,-0.0508350678,0.983043073,-0.407480786,-0.793066754,0.777225588,0.430707444,-0.978030675,0.0252715217,0.966248548,-0.475757406,-0.744440198,0.82283146,0.360818448,-0.991052793,0.101231709,0.943856389,-0.541277887,-0.69150098,0.863670538,0.288839173,-0.998333582,0.176605445,0.915996319,-0.603662658,-0.634555786,0.899506233,0.215186606,-0.999830864,0.250956077] ref=y=want --tol rtol=0,atol=5e-7
// expect: ok
// why: the phase overflows 32 bits all the time, which is the turn of the oscillator; as a signed number it is in [-1, 1) half turns
// figure: y[10]: computed -0.93922025, MPFR -0.939220273
#include <cuda_runtime.h>

__device__ unsigned int phase_at(unsigned int first, unsigned int step, unsigned int i)
{
    return first + i * step;
}

__device__ float sine_of_turns(unsigned int phase)
{
    return sinpif((float)(int)phase * 4.656612873077393e-10f); // 2^-31
}

// Numerically controlled oscillator of a software radio.
__global__ void oscillator(float *y, unsigned int step, unsigned int first, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = sine_of_turns(phase_at(first, step, i));
}
