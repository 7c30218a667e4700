// fpcheck: cosine<<<1, 32>>> a=[637836041192881909,3794740238671799461,2297210212762370522,429791961616614467,2600639325966104511,4897643933261674442] b=[637836041192881909,3794740240654408538,16149533860947181093,429791961616614466,8974941535954645481,4897643933261674293] similarity=empty:6 n=6 want=[1.0,0.0,-1.0,0.9987954562051724,-0.14673047445536175,0.9238795325112867] ref=similarity=want --tol rtol=1e-5,atol=1e-7
// expect: ok
// why: cosine at a right angle (32 of 64 bits differ) would keep no digit with cosf(pi * x): cospif is exact there
// figure: error 6e-8 of rtol 1e-5
// Cosine similarity of two documents from the Hamming distance of their 64-bit signatures.
__global__ void cosine(const unsigned long long *a, const unsigned long long *b, float *similarity, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int differing = __popcll(a[i] ^ b[i]);
    similarity[i] = cospif((float)differing * (1.0f / 64.0f));
}
