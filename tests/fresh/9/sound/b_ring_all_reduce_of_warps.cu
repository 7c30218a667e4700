// fpcheck: all_reduce <<<1, 128>>> x=[5.5,-8.5,8.5,-4,1.75,3.75,-9.75,9,6,-2.75,2.25,-3.75,4.75,3.75,9,7.75,7.25,1,-10,3.75,9.25,-3.25,-4.75,-7.25,3.75,1.5,-9.5,-1.5,3.75,7.5,-6.75,8.25,7.5,-4,-7,-0.75,9.5,5.75,-2.25,-2,3.5,4.25,-2.25,9.5,-9.25,-8.25,3.25,-2.25,-4,-6.75,-8.5,5,-7.75,9.5,-9.75,1,-8.25,-5.5,2.25,5.25,4.5,8.75,-3.5,4.75,8.5,0.5,3,-6.5,-3.5,1,-9.25,-7,7,-8,-1.5,3.75,1,5.25,-0.25,1,-7.5,-1,6.75,7.25,-8.5,-4,-1,-1.75,2.75,0.5,-7.75,-3.75,2,-6.25,-9.75,-6.5,6,-9.5,-5.5,4.5,0.5,-8,-3.75,3.5,3.75,-4.25,-8.75,-2.25,1.25,-6.5,0.5,6.25,0,-8.75,4.75,4.25,5.5,9.5,2,-3.75,3.25,5.75,1.75,0.75,-9.75,4,1.75,-6.75] y=empty:128 want=[27.5,-21.5,-1,-6.75,8.25,2.5,-25,3.5,20.25,-10.75,-10.25,7.25,-2.25,-5.75,12.5,12.75,-4.25,-15.5,-7,20.25,-1.5,11.75,-13.5,-11.75,1.5,2.25,-13.25,0.75,0.5,14,-18.25,-0.25,27.5,-21.5,-1,-6.75,8.25,2.5,-25,3.5,20.25,-10.75,-10.25,7.25,-2.25,-5.75,12.5,12.75,-4.25,-15.5,-7,20.25,-1.5,11.75,-13.5,-11.75,1.5,2.25,-13.25,0.75,0.5,14,-18.25,-0.25,27.5,-21.5,-1,-6.75,8.25,2.5,-25,3.5,20.25,-10.75,-10.25,7.25,-2.25,-5.75,12.5,12.75,-4.25,-15.5,-7,20.25,-1.5,11.75,-13.5,-11.75,1.5,2.25,-13.25,0.75,0.5,14,-18.25,-0.25,27.5,-21.5,-1,-6.75,8.25,2.5,-25,3.5,20.25,-10.75,-10.25,7.25,-2.25,-5.75,12.5,12.75,-4.25,-15.5,-7,20.25,-1.5,11.75,-13.5,-11.75,1.5,2.25,-13.25,0.75,0.5,14,-18.25,-0.25] ref=y=want --tol rtol=1e-6,atol=0
// expect: ok
// why: each step every warp sends one chunk to its right neighbour while it receives another: sender and receiver never touch the same chunk in a step, and a barrier ends it
// figure: exact: multiples of 1/4
// A ring all-reduce as between cards, here between the four warps of a block over shared memory; 32 elements a rank, 8 a chunk.
constexpr int RANKS = 4;
constexpr int CHUNK = 8;
constexpr int N = RANKS * CHUNK;

__device__ int wrapped(int chunk)
{
    return (chunk + 2 * RANKS) % RANKS;
}

__device__ void receive(float (*buffer)[N], int rank, int chunk, int lane, bool add)
{
    if (lane < CHUNK) {
        const int at = chunk * CHUNK + lane;
        const float in = buffer[(rank + RANKS - 1) % RANKS][at];
        buffer[rank][at] = add ? buffer[rank][at] + in : in;
    }
}

__global__ void all_reduce(const float *x, float *y)
{
    __shared__ float buffer[RANKS][N];
    const int rank = threadIdx.x >> 5, lane = threadIdx.x & 31;
    buffer[rank][lane] = x[rank * N + lane];
    __syncthreads();
    for (int step = 0; step < RANKS - 1; step++) {
        receive(buffer, rank, wrapped(rank - 1 - step), lane, true);
        __syncthreads();
    }
    for (int step = 0; step < RANKS - 1; step++) {
        receive(buffer, rank, wrapped(rank - step), lane, false);
        __syncthreads();
    }
    y[rank * N + lane] = buffer[rank][lane];
}
