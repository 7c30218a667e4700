// Pointer jumping: every element of a list learns its distance to the end by doubling. All threads change the list that all of
// them read, and the barrier between reading and writing stands in a loop that some lanes of a warp have left. A number of turns
// that is the same for all, and a barrier on either side of the writing, mend both.

// fpcheck: ranked_in_a_race <<<1, 64>>> rank=empty:64 --expect race,barrier-divergence
__global__ void ranked_in_a_race(int* rank) {
  __shared__ int next[64], distance[64];
  const int i = threadIdx.x;
  next[i] = i < 63 ? i + 1 : -1, distance[i] = i < 63 ? 1 : 0;
  __syncthreads();
  while (next[i] != -1) {
    const int jump = next[next[i]], sum = distance[i] + distance[next[i]];
    __syncthreads();
    next[i] = jump, distance[i] = sum;
  }
  rank[i] = distance[i];
}

// fpcheck: ranked_in_turns <<<1, 64>>> rank=empty:64 --expect clean
__global__ void ranked_in_turns(int* rank) {
  __shared__ int next[64], distance[64];
  const int i = threadIdx.x;
  next[i] = i < 63 ? i + 1 : -1, distance[i] = i < 63 ? 1 : 0;
  __syncthreads();
  for (int turn = 1; turn < 64; turn *= 2) {
    const int at = next[i];
    const int jump = at == -1 ? -1 : next[at], sum = at == -1 ? distance[i] : distance[i] + distance[at];
    __syncthreads();
    next[i] = jump, distance[i] = sum;
    __syncthreads();
  }
  rank[i] = distance[i];
}
