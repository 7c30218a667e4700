// fpcheck: rescale <<<2, 32>>> src=[196,149,196,45,16,231,238,185,166,168,206,94,117,122,99,194,211] dst=empty:40 m=17 n=40 want=[196,177,157,160,179,188,126,64,37,25,38,126,214,233,236,230,208,186,178,170,166,167,169,185,200,177,131,96,105,115,119,121,119,110,100,133,172,197,204,211] ref=dst=want --tol bitwise
// expect: ok
// why: the product of a difference that may be negative and a 16 bit fraction is shifted to the right: an arithmetic shift floors, and the half that was added before makes it round to nearest; all below 2^31
// figure: computed error 0 against the positions in 16.16 fixed point, tolerance 0
// A scan line of m pixels stretched to n by linear interpolation at 16.16 fixed-point positions.
__global__ void rescale(const unsigned char *src, unsigned char *dst, int m, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int step = ((m - 1) << 16) / (n - 1);
    int position = i * step;
    int k = position >> 16;
    int fraction = position & 0xffff;
    int a = src[k];
    int b = src[min(k + 1, m - 1)];
    int blend = ((b - a) * fraction + 0x8000) >> 16;
    dst[i] = (unsigned char)(a + blend);
}
