// fpcheck: cell_keys<<<1, 32>>> pos=[0.2,0.3,-0.1,-0.2,0.3,0.1,2.9,-0.3,0,3.1,0.3,-0.2,-6.2,4.1,0.4,-0.4,-0.4,-0.4] key=empty:6 inverse_edge=0.33333334 n=6 want=[0,0,614,614,546,0] --ref key=want
// expect: ok
// why: hashes the bits of floats, but + 0.0f makes -0.0f into +0.0f, so that a cell has one pattern
// figure: computed key [0, 0, 614, 614, 546, 0], MPFR [0, 0, 614, 614, 546, 0] (error 0)
// Cell lists of a molecule: atoms of one cell must get one key.
__device__ unsigned cell(float x, float inverse_edge)
{
    float c = rintf(x * inverse_edge) + 0.0f; // -0 + 0 is +0
    return __float_as_uint(c);
}

__device__ unsigned mix(unsigned a, unsigned b, unsigned c)
{
    unsigned k = (a * 73856093u) ^ (b * 19349663u) ^ (c * 83492791u);
    return (k * 2654435761u) >> 22;
}

__global__ void cell_keys(const float *pos, unsigned *key, float inverse_edge, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    key[i] = mix(cell(pos[3 * i], inverse_edge), cell(pos[3 * i + 1], inverse_edge),
                 cell(pos[3 * i + 2], inverse_edge));
}
