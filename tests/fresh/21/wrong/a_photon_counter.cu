// fpcheck: photon_counter <<<2, 64>>> channel=[0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3] counts=inout:const(16777216):4:f32 n=128 want=[16777248,16777248,16777248,16777248] ref=counts=want --tol rtol=0,atol=0.5
// expect: error counter saturates in float at line 10
// why: the counters are floats that stand at 2^24 already: adding 1 changes nothing any more
// figure: counts[0] computed 16777216, right 16777248
// Photon counts of four detector channels, carried over from earlier exposures.
__global__ void photon_counter(const int *channel, float *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[channel[i]], 1.0f);
}
