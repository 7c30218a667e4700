// fpcheck: unpack <<<1, 32>>> page=[1151694795,2536259964,3768629721,793008453,2521965109,2614883410,722084094,1083633423,6] value=empty:20 width=13 words=9 n=20 want=[6091,1323,7953,6274,6514,7404,642,2236,1113,2426,2189,3236,1321,3578,6767,1055,2826,6265,1467,3201] ref=value=want --tol rtol=0,atol=0.5
// expect: ok
// why: the funnel shift takes two words even where one is enough; the second index is held within the page, and a shift of 0 gives the low word alone
// figure: integers, met exactly
__global__ void unpack(const unsigned *page, unsigned *value, int width, int words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int bit = i * width;
    int word = bit >> 5;
    int next = min(word + 1, words - 1);
    unsigned v = __funnelshift_r(page[word], page[next], bit & 31);
    value[i] = v & ((1u << width) - 1u);
}
