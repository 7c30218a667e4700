// fpcheck: panel_key <<<1, 32>>> household=[16777217,16777216,2147483647,7] person=[1,2,65535,9] key=empty:4 n=4 want=[1099511693313,1099511627778,140737488355327,458761] ref=key=want
// expect: ok
// why: a household near 2^31 is shifted by 16 bits, but it is widened to 64 bits first
// figure: computed key[2] = 140737488355327, MPFR 140737488355327
// Keys of persons in a panel: the household in the upper bits, the person in the lower 16.
__global__ void panel_key(const int *household, const int *person, long long *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    key[i] = ((long long)household[i] << 16) | (long long)(person[i] & 0xffff);
}
