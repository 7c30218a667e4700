// fpcheck: march <<<1, 64>>> steps=[1,3,3,1,3,3,3,3,2,4,4,5,5,2,4,5,4,4,5,2,5,2,4,2,2,3,5,5,4,2,3,4,5,5,3,3,1,3,1,1,1,1,5,5,1,1,1,2,3,5,5,3,2,5,5,5,2,3,2,2,3,1,1,1] gain=[0.75327325,0.7324099,0.33407465,0.60707957,0.5638777,0.12391736,0.8182448,0.93270653,0.89462906,0.5385033,0.67138785,0.5917682,0.6600948,0.029758694,0.56678903,0.8311676,0.0212411,0.84099245,0.5765877,0.9520942,0.45586932,0.26224345,0.45182067,0.49615654,0.35757756,0.9260534,0.267667,0.47940668,0.3883452,0.46421808,0.60953736,0.5627676,0.97860247,0.57321024,0.3199697,0.8302846,0.37492976,0.562424,0.21200275,0.119566984,0.72328997,0.37690693,0.104041345,0.3814584,0.19972648,0.34786806,0.8733768,0.36834407,0.96095866,0.5997797,0.334161,0.7940922,0.35043517,0.32057148,0.1775824,0.41408095,0.5515303,0.5275147,0.6106146,0.7170868,0.29773816,0.53900087,0.1138754,0.644341] seen=empty:64
// expect: error divergent-barrier at line 13
// why: every ray marches its own number of steps with __syncthreads inside the loop: the barrier is not reached by all threads of the block the same number of times
// figure: computed: undefined (threads wait at different barriers), MPFR none
// Rays of a tile march together and share the density of the current slab in shared memory.
__global__ void march(const int *steps, const float *gain, float *seen)
{
    __shared__ float slab[64];
    int t = threadIdx.x;
    float light = 1.0f;
    for (int k = 0; k < steps[t]; k++) {
        slab[t] = gain[(t + k) & 63];
        __syncthreads();
        light *= 1.0f - 0.1f * slab[(t + 1) & 63];
        __syncthreads();
    }
    __syncthreads();
    seen[t] = light + slab[(t + 5) & 63];
}
