// fpcheck: total_gain <<<1, 32>>> gain=[-1.0,0.75,-0.75,1.0,-0.5,1.25,-0.25,1.5,0.0,1.75,0.25,2.0,0.5,-1.0,0.75,-0.75,1.0,-0.5,1.25,-0.25,1.5,0.0,1.75,0.25,2.0,0.5,-1.0,0.75,-0.75,1.0,-0.5,1.25] total=empty:1 n=32
// expect: error missing __syncwarp at line 13
// why: the lanes of a warp read what others wrote a step before, with nothing that orders it: plain shared memory, no volatile, no __syncwarp
// figure: computed depends on how lanes are scheduled, right 13.75
// Total gain of 32 positions: a tree in shared memory within one warp.
__global__ void total_gain(const float *gain, float *total, int n)
{
    __shared__ float s[64];
    int lane = threadIdx.x;
    s[lane] = lane < n ? gain[lane] : 0.0f;
    s[lane + 32] = 0.0f;
    __syncthreads();
    s[lane] += s[lane + 16];
    s[lane] += s[lane + 8];
    s[lane] += s[lane + 4];
    s[lane] += s[lane + 2];
    s[lane] += s[lane + 1];
    if (lane == 0)
        total[0] = s[0];
}
