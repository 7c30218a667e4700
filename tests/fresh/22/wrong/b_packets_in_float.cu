// fpcheck: count_flow <<<1, 256>>> bytes=arange:256 packets=inout:[16777216.0] n=256 want=[16777472] ref=packets=want --tol rtol=1e-7,atol=0
// expect: error absorption at line 10
// why: 16,777,216 + 1 is 16,777,216 in binary32: a flow counter kept as a float stops there, and the 256 packets are lost
// figure: computed packets[0] = 16777216, right 16777472 (128 times rtol)
// Packets of a flow, counted into the export record.
__global__ void count_flow(const int *bytes, float *packets, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && bytes[i] >= 0)
        atomicAdd(packets, 1.0f);
}
