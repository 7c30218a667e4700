// Where a pixel of a resized image lies in the old one is a convention: with its corners aligned at i (n - 1) / (m - 1), with half pixels
// at (i + 1/2) n / m - 1/2, and i n / m, which is neither and shifts the image by up to half a pixel to the upper left. Networks learn one
// of them and answer a little worse with another; a flat image has the same answer in all. Here from h x w to twice and three times that,
// bilinear. The reference is what bilinear means: weights that fall linearly to zero at a distance of one.

__device__ float between(const float* image, float y, float x, int h, int w) {
  y = fminf(fmaxf(y, 0.0f), h - 1.0f), x = fminf(fmaxf(x, 0.0f), w - 1.0f);
  const int i = static_cast<int>(y), j = static_cast<int>(x), below = min(i + 1, h - 1), right = min(j + 1, w - 1);
  const float v = y - i, u = x - j;
  const float upper = image[i * w + j] * (1 - u) + image[i * w + right] * u, lower = image[below * w + j] * (1 - u) + image[below * w + right] * u;
  return upper * (1 - v) + lower * v;
}

// fpcheck: from_corners <<<2*h, 3*w>>> h=7 w=9 image=uniform(0,255):hxw out=empty:2*hx3*w --ref 'out=let y=clip((arange(14) + 0.5) / 2 - 0.5, 0, 6); let x=clip((arange(27) + 0.5) / 3 - 0.5, 0, 8); relu(1 - abs(y[:, None] - arange(7)[None, :])) @ image @ relu(1 - abs(x[:, None] - arange(9)[None, :])).T' --expect mismatch
__global__ void from_corners(const float* __restrict__ image, float* __restrict__ out, int h, int w) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = between(image, static_cast<float>(blockIdx.x) * h / gridDim.x, static_cast<float>(threadIdx.x) * w / blockDim.x, h, w);
}

// fpcheck: from_centres <<<2*h, 3*w>>> h=7 w=9 image=uniform(0,255):hxw out=empty:2*hx3*w --ref 'out=let y=clip((arange(14) + 0.5) / 2 - 0.5, 0, 6); let x=clip((arange(27) + 0.5) / 3 - 0.5, 0, 8); relu(1 - abs(y[:, None] - arange(7)[None, :])) @ image @ relu(1 - abs(x[:, None] - arange(9)[None, :])).T' --expect clean
__global__ void from_centres(const float* __restrict__ image, float* __restrict__ out, int h, int w) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = between(image, (blockIdx.x + 0.5f) * h / gridDim.x - 0.5f, (threadIdx.x + 0.5f) * w / blockDim.x - 0.5f, h, w);
}

// fpcheck: aligned <<<2*h, 3*w>>> h=7 w=9 image=uniform(0,255):hxw out=empty:2*hx3*w --ref 'out=let y=arange(14) * 6 / 13; let x=arange(27) * 8 / 26; relu(1 - abs(y[:, None] - arange(7)[None, :])) @ image @ relu(1 - abs(x[:, None] - arange(9)[None, :])).T' --expect clean
__global__ void aligned(const float* __restrict__ image, float* __restrict__ out, int h, int w) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = between(image, static_cast<float>(blockIdx.x) * (h - 1) / (gridDim.x - 1), static_cast<float>(threadIdx.x) * (w - 1) / (blockDim.x - 1), h, w);
}
