// fpcheck: select_above <<<1, 256>>> x=@b_compact_ballot_x.npy index=inout:const(-1):230:i32 count=empty:1:i32 threshold=0.3 n=230 --ref 'index=@b_compact_ballot_ref.npy' --ref 'count=@b_compact_ballot_n.npy'
// expect: ok
// why: a WHERE clause: threads past the end take part with "no", NaNs (SQL's NULLs) compare false by intent, and the unused tail keeps its -1
// figure: all equal; 0 of the tolerance
__global__ void select_above(const float* x, int* index, int* count, float threshold, int n) {
  __shared__ int offset[9];
  int i = threadIdx.x;
  int lane = i & 31, warp = i >> 5;
  bool keep = i < n && x[i] > threshold;
  unsigned votes = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) offset[warp + 1] = __popc(votes);
  if (i == 0) offset[0] = 0;
  __syncthreads();
  if (warp == 0) {
    int v = lane < 9 ? offset[lane] : 0;
    for (int d = 1; d < 16; d *= 2) {
      int up = __shfl_up_sync(0xffffffffu, v, d);
      if (lane >= d) v += up;
    }
    if (lane < 9) offset[lane] = v;
  }
  __syncthreads();
  if (keep) {
    index[offset[warp] + __popc(votes & ((1u << lane) - 1u))] = i;
  }
  if (i == 0) count[0] = offset[8];
}
