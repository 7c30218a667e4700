// fpcheck: box_mean <<<1, 64>>> image=randint(20000,60000):64x64 mean=empty:64x64 radius=2
// expect: ok
// why: the table of 16-bit sums may wrap (it does beyond 65537 pixels of 65535), but differences modulo 2^32 are exact since every box sum is below 2^32
// figure: one division of exact integers below 2^24: at most half an ulp
#define SIDE 64
__global__ void box_mean(const unsigned short *image, float *mean, int radius)
{
    __shared__ unsigned int table[SIDE + 1][SIDE + 1];
    int t = threadIdx.x;
    table[0][t + 1] = 0u;
    table[t + 1][0] = 0u;
    if (t == 0)
        table[0][0] = 0u;
    unsigned int sum = 4294967000u;
    for (int x = 0; x < SIDE; x++) {
        sum += image[t * SIDE + x];
        table[t + 1][x + 1] = sum - 4294967000u;
    }
    __syncthreads();
    sum = 0u;
    for (int y = 0; y < SIDE; y++) {
        sum += table[y + 1][t + 1];
        table[y + 1][t + 1] = sum;
    }
    __syncthreads();
    for (int y = 0; y < SIDE; y++) {
        int y0 = max(y - radius, 0), y1 = min(y + radius, SIDE - 1) + 1;
        int x0 = max(t - radius, 0), x1 = min(t + radius, SIDE - 1) + 1;
        unsigned int s = table[y1][x1] - table[y0][x1] - table[y1][x0] + table[y0][x0];
        mean[y * SIDE + t] = (float)s / (float)((y1 - y0) * (x1 - x0));
    }
}
