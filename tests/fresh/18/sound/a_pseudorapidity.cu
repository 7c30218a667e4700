// fpcheck: eta <<<1, 32>>> px=[1.0,0.001,0.3,5.0] py=[2.0,0.0,-0.4,0.0] pz=[0.5,50.0,-200.0,1e-05] out=empty:4 n=4 want=[0.2217841271925576,11.512925417572779,-6.684613266322482,1.999999949474417e-06] ref=out=want --tol rtol=1e-5,atol=0
// expect: ok
// why: tracks along the beam: asinh(pz/pt) in the place of a half log of (p + pz)/(p - pz), which would be infinite for the second and third
// figure: out[1] 11.51293: error about 1e-7 relative, allowed 1e-5
// Pseudorapidity of tracks.
__global__ void eta(const float *px, const float *py, const float *pz, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = asinhf(pz[i] / hypotf(px[i], py[i]));
}
