// fpcheck: sweep <<<1, 64>>> spin=inout:[-1,1,-1,-1,-1,1,-1,1,-1,1,-1,1,-1,1,1,-1,-1,1,-1,1,-1,-1,1,1,-1,1,1,1,1,1,-1,-1,1,-1,1,-1,1,-1,1,-1,-1,1,-1,-1,-1,1,1,-1,1,-1,-1,1,1,-1,1,1,-1,1,1,-1,1,1,-1,1] coupling=1.0 field=0.25
// expect: error race at line 15
// why: the colour is the parity of the linear index: on a lattice of even width vertical neighbours have one colour and are updated while they are read
// figure: spin[] computed depends on the order of the threads, MPFR one value
// Zero-temperature sweep of an 8 by 8 Ising lattice with periodic edges, black sites, then white ones, in place.
#define W 8

__device__ inline int at(int x, int y)
{
    return (y & (W - 1)) * W + (x & (W - 1));
}

__device__ float local_field(const int *spin, int x, int y)
{
    int s = spin[at(x - 1, y)] + spin[at(x + 1, y)] + spin[at(x, y - 1)] + spin[at(x, y + 1)];
    return (float)s;
}

__global__ void sweep(int *spin, float coupling, float field)
{
    int i = threadIdx.x;
    int x = i % W;
    int y = i / W;
    for (int colour = 0; colour < 2; colour++) {
        if ((i & 1) == colour) {
            float h = coupling * local_field(spin, x, y) + field;
            spin[at(x, y)] = h > 0.0f ? 1 : -1;
        }
        __syncthreads();
    }
}
