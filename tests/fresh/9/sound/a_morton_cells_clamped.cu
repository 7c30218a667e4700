// fpcheck: morton<<<1, 32>>> x=[0.0,0.99999994,1.0,-0.25,0.5,0.3333333,0.0009765625,7.0] y=[0.0,1.0,0.5,0.75,0.49999997,0.6666667,0.001953125,-3.0] code=empty:8 n=8 want=[0,1048575,873813,655360,436906,629145,9,349525] ref=code=want --tol bitwise
// expect: ok
// why: floats become cell numbers: scaled by a power of two (exact), floored, and clamped as integers, so 1.0 and points outside stay in range
// figure: error 0 of bitwise
// Z-order of points of the unit square, ten bits a coordinate.
__device__ unsigned cell(float v)
{
    int c = (int)floorf(v * 1024.0f);
    return (unsigned)min(max(c, 0), 1023);
}

__device__ unsigned spread(unsigned v)
{
    v = (v | v << 8) & 0x00ff00ffu;
    v = (v | v << 4) & 0x0f0f0f0fu;
    v = (v | v << 2) & 0x33333333u;
    v = (v | v << 1) & 0x55555555u;
    return v;
}

__global__ void morton(const float *x, const float *y, unsigned *code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        code[i] = spread(cell(x[i])) | spread(cell(y[i])) << 1;
}
