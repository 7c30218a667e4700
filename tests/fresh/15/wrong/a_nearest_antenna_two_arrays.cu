// fpcheck: nearest_antenna <<<1, 64, 512>>> x=[1.5,9,3.25,7,2.5,8,6.5,4.75,12,11,13.5,10.5,14,15,16.5,17,18,19.5,20,21.5,22,23,24.5,25,26,27.5,28,29,30.5,31,32,33.5,34,35,36.5,37,38,39.5,40,41,42.5,43,44,45.5,46,47,48.5,49,50,51.5,52,53,54.5,55,56,57.5,58,59,60.5,61,62,63.5,64,65] best=empty:1 which=empty:1 here=3 want=[0.25] ref=best=want --tol rtol=1e-5,atol=0
// expect: error mismatch at line 14
// why: two extern __shared__ arrays begin at the same address: the numbers of the antennas overwrite the distances
// figure: computed best = 0 (the bits of the integer 0 as a float), right 0.25

// Distance to the nearest antenna along a road, and which one it is.
__global__ void nearest_antenna(const float *x, float *best, int *which, float here)
{
    extern __shared__ float distance[];
    extern __shared__ int number[];
    int t = threadIdx.x;

    distance[t] = fabsf(x[t] - here);
    number[t] = t;
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s && distance[t + s] < distance[t]) {
            distance[t] = distance[t + s];
            number[t] = number[t + s];
        }
        __syncthreads();
    }
    if (t == 0) {
        *best = distance[0];
        *which = number[0];
    }
}
