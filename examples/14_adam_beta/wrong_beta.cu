// A step of Adam. The second moment is corrected with the decay of the first one: at t = 3 the steps are 9.5 times too
// large, later ones are right, and training converges all the same, so that nobody looks. The moments are as they should
// be and each element is well rounded; only the weights' reference tells.
//
// fpcheck: adam <<<2, 128>>> n=200 t=3 rate=0.001 beta1=0.9 beta2=0.999 eps=1e-8 w=inout:randn:n m=inout:uniform(-0.1,0.1):n v=inout:uniform(0.001,0.1):n g=randn:n \
//   --ref 'w=w-rate*((beta1*m+(1-beta1)*g)/(1-beta1^t))/(sqrt((beta2*v+(1-beta2)*g*g)/(1-beta2^t))+eps)' \
//   --ref 'm=beta1*m+(1-beta1)*g' --ref 'v=beta2*v+(1-beta2)*g*g' --expect mismatch

__global__ void adam(float* w, float* m, float* v, const float* g, float rate, float beta1, float beta2, float eps, int t, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  m[i] = beta1 * m[i] + (1.0f - beta1) * g[i];
  v[i] = beta2 * v[i] + (1.0f - beta2) * g[i] * g[i];
  const float mean = m[i] / (1.0f - powf(beta1, t)), square = v[i] / (1.0f - powf(beta1, t));
  w[i] -= rate * mean / (sqrtf(square) + eps);
}
