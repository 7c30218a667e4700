// The cell of a position that is a multiple of the cell's width: the quotient, an integer in exact arithmetic, stops short of it.

// fpcheck: cells_by_division <<<4, 64>>> width=0.3 count=inout:zeros:256:i32
// expect: cells_by_division rule=branch-flip line=marked max_findings=1
__global__ void cells_by_division(float width, int* count) {
  const float x = static_cast<float>(blockIdx.x * 64 + threadIdx.x) * width;
  atomicAdd(&count[static_cast<int>(x / width)], 1); // expect-line
}

// fpcheck: cells_by_rounding <<<4, 64>>> width=0.3 count=inout:zeros:256:i32
// expect: cells_by_rounding clean
__global__ void cells_by_rounding(float width, int* count) {
  const float x = static_cast<float>(blockIdx.x * 64 + threadIdx.x) * width;
  atomicAdd(&count[__float2int_rn(x / width)], 1);
}

// Data known to half an ulp may lie on either side of an edge: not the kernel's doing.
// fpcheck: cells_of_data <<<64, 256>>> x=randn:16384 count=inout:zeros:128:i32
// expect: cells_of_data clean
__global__ void cells_of_data(const float* x, int* count) {
  const int cell = static_cast<int>((x[blockIdx.x * 256 + threadIdx.x] + 8.f) / 0.125f);
  atomicAdd(&count[min(max(cell, 0), 127)], 1);
}
