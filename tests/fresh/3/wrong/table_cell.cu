// fpcheck: lookup <<<1, 32>>> x=[0.7,4.8,1.3,2.2,4.8,0.4,3.1,4.8] table=arange:20 cell=empty:8 value=empty:8 lo=0.3 h=0.3 n=8
// expect: error index off at line 7: (4.8f - 0.3f) / 0.3f is at least 15 exactly (and in decimals) but computed as 14.999999, the cell is 14
// Step function by table: cell k holds for lo + k h <= x < lo + (k+1) h.
__global__ void lookup(const float* x, const float* table, int* cell, float* value, float lo, float h, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = (int)((x[i] - lo) / h);
    k = max(0, min(19, k));
    cell[i] = k;
    value[i] = table[k];
}
