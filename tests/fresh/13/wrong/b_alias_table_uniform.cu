// fpcheck: draw <<<1, 32>>> word=[7,1000000000,4294967295,2147483648,4294967200,305419896] value=[10,20,30,40,50] out=empty:6 n=5 m=6
// expect: error out of bounds at line 20
// why: words from 4294967168 on round up to 2^32 as float, so u = 1.0f and the index is n, one past the table
// figure: computed word 4294967295: u = 1, index 5 of 5: out of bounds, MPFR index 4, value 50
// Random numbers: draws from a table of equally likely values.
__device__ float uniform01(unsigned w)
{
    return w * 2.3283064365386963e-10f; // 2^-32
}

__device__ int pick(unsigned w, int n)
{
    return (int)(uniform01(w) * n);
}

__global__ void draw(const unsigned *word, const float *value, float *out, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        out[i] = value[pick(word[i], n)];
}
