// fpcheck: gauss <<<1, 4>>> a=[0,4294967295,123456789,3000000000] b=[5,77777777,4000000000,2147483648] z=empty:4 n=4 want=[5.7681075464035318,0.00034303441206195599,2.4200950195785955,-0.84715000675252239] --ref 'z=want' --tol rtol=1e-5,atol=2e-6
// expect: ok
// why: the logarithm of a uniform: the half step keeps it off 0 and off 1, and 23 bits and a half fit into a float
// figure: z[0] computed 5.7681074, MPFR 5.768107546
// Normal deviates by Box and Muller from pairs of random words.
__global__ void gauss(const unsigned *a, const unsigned *b, float *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = ((float)(a[i] >> 9) + 0.5f) * 0x1p-23f; // inside (0, 1)
    float v = (float)(b[i] >> 8) * 0x1p-24f;
    float radius = sqrtf(-2.0f * logf(u));
    z[i] = radius * cospif(2.0f * v);
}
