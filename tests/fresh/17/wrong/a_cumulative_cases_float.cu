// fpcheck: add_cases<<<1, 96>>> age=[70,19,60,77,39,64,60,12,40,4,42,58,94,21,0,35,77,21,68,93,69,41,70,91,45,32,65,71,67,87,25,26,78,22,76,11,30,79,3,70,46,47,14,75,5,86,79,80,60,34,65,38,50,59,18,29,63,21,26,12,23,17,30,36,7,74,25,10,51,1,84,53,82,12,68,3,62,34,49,42,60,4,21,72,19,1,18,69,55,49,91,75,3,74,89,19] total=inout:[16777216.0] elderly=inout:[0.0] n=96
// expect: error absorption at line 11
// why: a float counter at 2^24 does not grow by ones any more
// figure: total computed 16777216, MPFR 16777312
// Cumulative cases of a country, added to by every line list of the day.
__global__ void add_cases(const int *age, float *total, float *elderly, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicAdd(total, 1.0f);
    if (age[i] >= 65)
        atomicAdd(elderly, 1.0f);
}
