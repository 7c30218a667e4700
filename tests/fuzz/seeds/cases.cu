#define T float
#define K(name, t) __global__ void name(t* x, int n)
#include "a.h"
struct S { float a[4]; alignas(16) int b; };
// fpcheck: k<float, 4> <<<dim3(2, 2), 32>>> x=randn:4 out=empty:4 --nvcc '-DX=1 -I inc' \
//   --ref 'out=x * 2' --save out=o.npy
template <class A, int N> __global__ void k(const A* __restrict__ x, S s, unsigned long long n);
K(other, half2) {}
// fpcheck+ other <<<1, 32>>> x=out
using R = T; typedef struct { R r; } U;
x = y; // fpcheck: allow cancellation because
