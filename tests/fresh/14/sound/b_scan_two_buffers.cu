// fpcheck: running_position <<<1, 128>>> trade=[-3,1,5,-2,2,6,-1,3,7,0,4,-3,1,5,-2,2,6,-1,3,7,0,4,-3,1,5,-2,2,6,-1,3,7,0,4,-3,1,5,-2,2,6,-1,3,7,0,4,-3,1,5,-2,2,6,-1,3,7,0,4,-3,1,5,-2,2,6,-1,3,7,0,4,-3,1,5,-2,2,6,-1,3,7,0,4,-3,1,5,-2,2,6,-1,3,7,0,4,-3,1,5,-2,2,6,-1,3,7,0,4,-3] position=empty:100 n=100 want=[-3,-2,3,1,3,9,8,11,18,18,22,19,20,25,23,25,31,30,33,40,40,44,41,42,47,45,47,53,52,55,62,62,66,63,64,69,67,69,75,74,77,84,84,88,85,86,91,89,91,97,96,99,106,106,110,107,108,113,111,113,119,118,121,128,128,132,129,130,135,133,135,141,140,143,150,150,154,151,152,157,155,157,163,162,165,172,172,176,173,174,179,177,179,185,184,187,194,194,198,195] ref=position=want --tol bitwise
// expect: ok
// why: a Hillis-Steele scan with one barrier a step: it writes into the other of two buffers, so a step never overwrites what the last one still reads
// figure: computed 195, right 195 (position[99]): integers
__global__ void running_position(const int *trade, int *position, int n)
{
    __shared__ int buffer[2][128];
    int t = threadIdx.x;
    int in = 0;
    buffer[0][t] = t < n ? trade[t] : 0;
    __syncthreads();
    for (int d = 1; d < 128; d <<= 1) {
        int v = buffer[in][t];
        if (t >= d)
            v += buffer[in][t - d];
        in ^= 1;
        buffer[in][t] = v;
        __syncthreads();
    }
    if (t < n)
        position[t] = buffer[in][t];
}
