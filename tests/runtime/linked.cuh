#pragma once
constexpr int n = 20;
extern __device__ float weight[n];
extern __device__ int calls;
__device__ float scale_of(int i);
template <class T> __device__ __noinline__ T square(T x) { return x * x; }
void use();
