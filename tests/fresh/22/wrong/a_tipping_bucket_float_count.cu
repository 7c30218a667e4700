// fpcheck: tips <<<2, 64>>> level=const(2.0):1024 count=inout:[16777000.0] threshold=0.5 gauges=128 steps=8 want=[16781096] ref=count=want --tol 2ulp
// expect: error absorption at line 16
// why: the running number of tips is a float: from 2^24 on, adding one tip at a time changes nothing
// figure: computed 16777216 at count[0], MPFR 16781096
// Counts the tips of rain gauges over all gauges and steps, on top of what former launches counted.
__global__ void tips(const float *level, float *count, float threshold, int gauges, int steps)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= gauges)
        return;
    float held = 0.0f;
    for (int s = 0; s < steps; s++) {
        held += level[s * gauges + g];
        while (held >= threshold) {
            held -= threshold;
            atomicAdd(count, 1.0f);
        }
    }
}
