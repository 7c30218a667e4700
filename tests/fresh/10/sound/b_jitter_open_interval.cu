// fpcheck: jitter <<<1, 32>>> uniform=[0.5,0.1,0.0,0.25,0.9,0.3,0.01,0.75,0.33,0.6,0.0,0.0,0.2,0.8,0.45,0.05] offset=empty:16 n=8 want=[0.9525447110828353,0.692064256054312,0.0,0.0,-0.6631400900115346,2.0409348177172353,0.0,-0.1417768361032667,-0.7240385708291892,-0.5260449793403841,0.0,0.0,0.20643799668548266,-0.6353506619210252,1.0399506006217971,0.3379004386335894] ref=offset=want --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: log1p(-u) for u in [0, 1): zero gives radius zero, nothing infinite; the clamp cuts nothing
// figure: computed offset[1] error about 1e-7 of 0.692064, tolerance 1e-5
// Gaussian jitter for the antialiasing pattern, in sigmas, cut at four.
__global__ void jitter(const float2 *uniform, float2 *offset, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 u = uniform[i]; // in [0, 1)
    float radius = sqrtf(-2.0f * log1pf(-u.x));
    float s, c;
    sincospif(2.0f * u.y, &s, &c);
    offset[i].x = fminf(fmaxf(radius * c, -4.0f), 4.0f);
    offset[i].y = fminf(fmaxf(radius * s, -4.0f), 4.0f);
}
