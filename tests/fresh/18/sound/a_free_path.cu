// fpcheck: free_path <<<1, 32>>> bits=[0,4294967295,2147483648,12345,99999999,4000000000] path=empty:6 mean=2.5 n=6 want=[41.58883083359672,1.4901161637936885e-07,1.7328676533766572,31.85928008832015,9.40007258491471,0.17787378962987543] ref=path=want --tol rtol=1e-5,atol=1e-12
// expect: ok
// why: bits 0 and 2^32 - 1: 23 bits and a half make numbers strictly between 0 and 1, exactly, so the logarithm is finite and not 0
// figure: path[0] 41.58883, path[1] 1.490116e-07: error about 2e-7 relative, allowed 1e-5
// Free path of a neutron from 32 random bits.
__device__ float open_unit(unsigned bits)
{
    return ((bits >> 9) + 0.5f) * 1.1920928955078125e-7f; // 2^-23
}

__global__ void free_path(const unsigned *bits, float *path, float mean, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        path[i] = -mean * logf(open_unit(bits[i]));
}
