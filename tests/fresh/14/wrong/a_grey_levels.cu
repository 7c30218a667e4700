// fpcheck: levels <<<1, 64>>> pixel=[15,0,79,42,35,63,56,93,61,92,57,32,32,98,58,18,83,82,1,15,69,40,34,7,19,85,83,82,57,13,32,52,99,25,54,49,50,55,70,10,98,86,76,27,44,44,30,5,74,0,76,19,64,34,23,92,47,88,18,48,34,45,1,66,34,85,21,33,4,79,53,39,91,59,96,73,58,50,20,69] hist=empty:100 n=80 want=[2,2,0,0,1,1,0,1,0,0,1,0,0,1,0,2,0,0,2,2,1,1,0,1,0,1,0,1,0,0,1,0,3,1,4,1,0,0,0,1,1,0,1,0,2,1,0,1,1,1,2,0,1,1,1,1,1,2,2,1,0,1,0,1,1,0,1,0,0,2,1,0,0,1,1,0,2,0,0,2,0,0,2,2,0,2,1,0,1,0,0,1,2,1,0,0,1,0,2,1] --ref hist=want --tol rtol=0,atol=0.5
// expect: error uninitialised shared memory at line 15
// why: 64 threads clear only levels 0 to 63 of 100: the atomics add to whatever lies in the others
// figure: hist[64..99] undefined, right 1 at 70
#define LEVELS 100
// Grey levels of a tile, counted in shared memory.
__global__ void levels(const unsigned char *pixel, int *hist, int n)
{
    __shared__ int count[LEVELS];
    int t = threadIdx.x;
    if (t < LEVELS)
        count[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        atomicAdd(&count[pixel[i]], 1);
    __syncthreads();
    for (int b = t; b < LEVELS; b += blockDim.x)
        hist[b] = count[b];
}
