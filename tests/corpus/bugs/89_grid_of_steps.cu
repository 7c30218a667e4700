// Steps of a whole grid: a barrier of the block orders no other block.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <class Group>
__device__ void smooth(int steps, float* u, float* v, const Group& group) {
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < steps; ++k) {
    const float* from = k & 1 ? v : u;
    float* to = k & 1 ? u : v;
    to[i] = 0.25f * from[(i + n - 1) % n] + 0.5f * from[i] + 0.25f * from[(i + 1) % n]; // expect-line
    group.sync();
  }
}

// fpcheck: steps_of_blocks <<<4, 64>>> steps=5 u=inout:randn:256 v=inout:zeros:256
// expect: steps_of_blocks rule=race line=marked max_findings=3
__global__ void steps_of_blocks(int steps, float* u, float* v) { smooth(steps, u, v, cg::this_thread_block()); }

// fpcheck: steps_of_grid <<<4, 64>>> steps=5 u=inout:randn:256 v=inout:zeros:256
// expect: steps_of_grid clean
__global__ void steps_of_grid(int steps, float* u, float* v) { smooth(steps, u, v, cg::this_grid()); }
