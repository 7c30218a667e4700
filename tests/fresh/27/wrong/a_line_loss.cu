// fpcheck: line_loss <<<1, 32>>> angle=[0.0001,0.0002,0.00031,0.001] v=[132000.0,132000.0,66000.0,66000.0] loss=empty:4 g=0.5 n=4
// expect: error cancellation at line 13
// why: 1 - cos of an angle of 1e-4 is 5e-9, below half an ulp of 1: the loss of a line comes out as zero
// figure: computed 0, MPFR 87.1199955
// Losses of lines between buses of equal voltage: 2 g V^2 (1 - cos(delta)).
struct Line {
    float g, v, delta;
};

__device__ float losses(const Line &line)
{
    float c = cosf(line.delta);
    return 2.0f * line.g * line.v * line.v * (1.0f - c);
}

__global__ void line_loss(const float *angle, const float *v, float *loss, float g, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Line line = {g, v[i], angle[i]};
    loss[i] = losses(line);
}
