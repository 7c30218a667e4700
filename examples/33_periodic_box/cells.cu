// Cells of width w = L / n, and a particle is in cell x / w, rounded down. The largest number below L is inside the box; divided by w,
// which is rounded itself, it is n, and no such cell is in the row: in a list of all cells it is the first one of the next row, at the
// other side of the box. The particle has neighbours that are far away and none of those beside it. L = 7 and 23 cells do it, L = 8 and 16
// never. With a product by 1 / w, or n / L, it is other numbers. The repaired kernel ends at the last cell of a row.

// fpcheck: by_division <<<1, 32>>> L=7 n=23 x=[6.9999995, 0, 3.5, 6.5]:f32 y=[3.5, 3.5, 0.25, 6.9999]:f32 cell=empty:4:i32 --ref 'cell=23 * floor(y * 23 / 7) + minimum(floor(x * 23 / 7), 22)' --tol bitwise --expect mismatch
__global__ void by_division(const float* __restrict__ x, const float* __restrict__ y, int* __restrict__ cell, float L, int n) {
  const int i = threadIdx.x;
  if (i >= 4) return;
  const float w = L / n;
  cell[i] = static_cast<int>(y[i] / w) * n + static_cast<int>(x[i] / w);
}

// fpcheck: in_the_last <<<1, 32>>> L=7 n=23 x=[6.9999995, 0, 3.5, 6.5]:f32 y=[3.5, 3.5, 0.25, 6.9999]:f32 cell=empty:4:i32 --ref 'cell=23 * floor(y * 23 / 7) + minimum(floor(x * 23 / 7), 22)' --tol bitwise --expect clean
__global__ void in_the_last(const float* __restrict__ x, const float* __restrict__ y, int* __restrict__ cell, float L, int n) {
  const int i = threadIdx.x;
  if (i >= 4) return;
  const float w = L / n;
  cell[i] = min(static_cast<int>(y[i] / w), n - 1) * n + min(static_cast<int>(x[i] / w), n - 1);
}
