// fpcheck: luma <<<1, 32>>> rgba=[4294967295,4278190080,4283730310,4292605096,4279433568,4288097095,4278827501,4281727841,4287180847,4286598250,4279850342,4292993597] grey=empty:12 n=12 want=[255,0,130,218,177,64,180,182,58,91,83,177] ref=grey=want --tol rtol=0,atol=0.5
// expect: ok
// why: weights in units of 2^-16 that add up to exactly 65536, half a unit for rounding: white stays 255 and the cast to a byte cannot wrap
// figure: integers, met exactly; 255 for white
// BT.601 luma of packed pixels, red lowest.
__global__ void luma(const unsigned *rgba, unsigned char *grey, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned p = rgba[i];
    unsigned r = p & 255u, g = (p >> 8) & 255u, b = (p >> 16) & 255u;
    grey[i] = (unsigned char)((19595u * r + 38470u * g + 7471u * b + 32768u) >> 16);
}
