// fpcheck: window_means <<<1, 32>>> px=[65462,65286,64922,64010,64596,64355,64119,64175,64704,65099,64935,64476,64631,64880,65246,64079,64863,64447,64406,65464,65295,65394,64387,64534,64104,65049,64111,64695,64613,64781,64224,64865,65334,65186,65280,64796,64657,65209,64957,64260] prefix=empty:41 mean=empty:37 start=4294000000 n=40 want=[64920.0,64703.5,64470.75,64270.0,64311.25,64338.25,64524.25,64728.25,64803.5,64785.25,64730.5,64808.25,64709.0,64767.0,64658.75,64448.75,64795.0,64903.0,65139.75,65135.0,64902.5,64604.75,64518.5,64449.5,64489.75,64617.0,64550.0,64578.25,64620.75,64801.0,64902.25,65166.25,65149.0,64979.75,64985.5,64904.75,64770.75] ref=mean=want --tol rtol=2e-7,atol=0
// expect: ok
// why: the prefix sums start near 2^32 and wrap around, but unsigned differences are exact modulo 2^32 and a window of four 16 bit pixels is far below that
// figure: computed error 0 (sums under 2^24 divided by 4), tolerance 2e-7 relative
// Means over four pixels of a raw scan line by prefix sums that continue those of the tile before.
#define WIN 4

__global__ void window_means(const unsigned short *px, unsigned int *prefix, float *mean, unsigned int start, int n)
{
    int t = threadIdx.x;
    if (t == 0) {
        unsigned int sum = start;
        prefix[0] = sum;
        for (int i = 0; i < n; i++) {
            sum += px[i];
            prefix[i + 1] = sum;
        }
    }
    __syncthreads();

    for (int i = t; i + WIN <= n; i += blockDim.x)
        mean[i] = (float)(prefix[i + WIN] - prefix[i]) * (1.0f / WIN);
}
