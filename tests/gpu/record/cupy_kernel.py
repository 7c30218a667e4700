import cupy
k = cupy.RawKernel(r'''extern "C" __global__ void axpy(const double* x, double* y, double a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + sin(y[i]); }''', "axpy", options=("-lineinfo",))
x, y = cupy.random.rand(1000), cupy.random.rand(1000)
k((8,), (128,), (x, y, 1.25, cupy.int32(1000)))
cupy.cuda.Device().synchronize()
print(float(y.sum()))
