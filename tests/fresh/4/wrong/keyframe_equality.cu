// fpcheck: animate <<<1, 32>>> key=[1.0,2.0,3.0,4.0] y=empty:4 n=4 ref=y=10*key --tol rtol=1e-4,atol=0
// expect: error branch decided wrong at line 14: eight times 0.1f added up is not 0.8f, the key frame never fires
#include <cuda_runtime.h>

// ten frames of 0.1 s; at the key frame (0.8 s) the pose jumps to ten times the key
__global__ void animate(const float* key, float* y, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float pose = key[i];
    float t = 0.0f;
    for (int frame = 0; frame < 10; ++frame) {
        if (t == 0.8f)
            pose = 10.0f * key[i];
        t += 0.1f;
    }
    y[i] = pose;
}
