// Tensor cores, asynchronous copies, textures.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void fragments(float* d, const __half* a, const __half* b) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(d, fc, 16, wmma::mem_row_major);
}

extern "C" __global__ void tiles(float4* out, const float4* in, cudaTextureObject_t texture, cudaSurfaceObject_t surface) {
  __shared__ float4 tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  ready.arrive_and_wait();
  float4 t = tex2D<float4>(texture, 0.5f, 0.25f);
  t.x += tex1Dfetch<float>(texture, 3) + tex3D<float>(texture, 1, 2, 3) + tex2DLod<float>(texture, 1, 2, 3) + surf2Dread<float>(surface, 4, 5);
  surf2Dwrite(t.x, surface, 8, 9);
  unsigned r0, r1, r2, r3;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(unsigned(__cvta_generic_to_shared(tile))));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%4, %5}, {%0, %1, %2, %3};"
               : "+f"(t.x), "+f"(t.y), "+f"(t.z), "+f"(t.w) : "r"(r0), "r"(r1), "r"(r2), "r"(r3));
  out[threadIdx.x] = t;
}
