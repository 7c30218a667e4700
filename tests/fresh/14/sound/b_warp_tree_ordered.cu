// fpcheck: net_exposure <<<1, 32>>> position=[-1.0,0.75,-0.75,1.0,-0.5,1.25,-0.25,1.5,0.0,1.75,0.25,2.0,0.5,-1.0,0.75,-0.75,1.0,-0.5,1.25,-0.25,1.5,0.0,1.75,0.25,2.0,0.5,-1.0,0.75,-0.75,1.0,-0.5,1.25] total=empty:1 n=32 want=[13.75] ref=total=want --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: a tree in shared memory without __syncthreads: it is one warp, and __syncwarp stands between every read and the write after it
// figure: computed 13.75, right 13.75: quarters add exactly
__device__ float tree(float *s, int lane)
{
    float v = s[lane];
    for (int d = 16; d > 0; d >>= 1) {
        float other = lane < d ? s[lane + d] : 0.0f;
        __syncwarp();
        v += other;
        s[lane] = v;
        __syncwarp();
    }
    return s[0];
}

__global__ void net_exposure(const float *position, float *total, int n)
{
    __shared__ float s[32];
    int lane = threadIdx.x;
    s[lane] = lane < n ? position[lane] : 0.0f;
    __syncwarp();
    float sum = tree(s, lane);
    if (lane == 0)
        total[0] = sum;
}
