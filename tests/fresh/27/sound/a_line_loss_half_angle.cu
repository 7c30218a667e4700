// fpcheck: line_loss_half_angle <<<1, 32>>> angle=[0.0001,0.0002,0.00031,0.001,-0.002] v=[132000.0,132000.0,66000.0,66000.0,400000.0] loss=empty:5 g=0.5 n=5
// expect: ok
// why: 1 - cos is written as twice the square of the sine of half the angle, so that nothing cancels at 1e-4
// figure: computed 87.11998748779297, MPFR 87.11999552572743: relative error 9.2e-08 of 2e-6 allowed
// Losses of lines between buses of equal voltage: 2 g V^2 (1 - cos(delta)).
struct Line {
    float g, v, delta;
};

__device__ float losses(const Line &line)
{
    float h = sinf(0.5f * line.delta);
    return 4.0f * line.g * line.v * line.v * (h * h);
}

__global__ void line_loss_half_angle(const float *angle, const float *v, float *loss, float g, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Line line = {g, v[i], angle[i]};
    loss[i] = losses(line);
}
