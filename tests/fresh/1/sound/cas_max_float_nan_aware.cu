// fpcheck: peak <<<2, 64>>> x=uniform(-3,8):128 out=inout:const(-1e30):1 n=128 --ref out=max(x) --tol bitwise
// expect: ok
__global__ void peak(const float* x, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    int* a = (int*)out;
    int old = atomicAdd(a, 0);
    while (v > __int_as_float(old) || v != v) {
        int prev = atomicCAS(a, old, __float_as_int(v));
        if (prev == old) break;
        old = prev;
    }
}
