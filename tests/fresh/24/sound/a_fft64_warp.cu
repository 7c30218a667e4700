// fpcheck: spectrum <<<1, 32>>> pcm=[-0.1280102,-0.94814754,0.09932496,-0.12935522,-0.1592644,-0.33933035,-0.5907027,0.23854193,-0.40069064,-0.46634546,0.24226767,0.05828419,-0.7308401,0.027156243,-0.63112026,0.5706703,0.7079506,-0.011526325,0.693123,-0.84070903,0.0104921805,-0.86942697,-0.14375535,-0.8069382,-0.74568003,0.19349062,-0.547976,-0.7861086,-0.55938756,-0.30034742,-0.06442503,-0.59651357,0.28081346,-0.03386033,0.01047344,-0.22621469,0.5872749,0.16000836,-0.6754028,0.4015047,0.9291022,1.672234e-05,0.7790401,-0.3167727,0.13428825,-0.14490807,-0.12650548,0.55311835,0.07120835,0.9074845,0.08841632,-0.8358102,-0.2673152,0.701701,-0.18744992,-0.94559526,-0.5056455,-0.8657113,0.98770404,0.9411606,0.6005167,0.20363425,0.52991974,-0.6615491] power=empty:33 want=[23.820782,32.80799,18.994081,43.19814,17.440592,6.6277394,45.159794,22.89693,10.454625,24.852468,31.697428,12.777414,14.181895,5.7182775,26.637188,25.312433,2.9549682,10.634068,16.544706,13.675784,10.161149,14.179187,7.695133,8.120612,28.694511,4.5812306,36.993965,24.884493,2.6026156,37.15249,12.103746,0.08436706,29.769497] --ref power=want --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: a transform through shared memory with __syncwarp alone: the block is a single warp, and every stage has its barrier between writing and reading; twiddles are exact fractions of a turn
// figure: power[5] is 6.62774 by numpy in binary64, float within 2e-6, tolerance 1e-5
// Power spectrum of a frame of 64 samples, radix 2, one warp
#define N 64

__device__ int reversed(int i)
{
    return __brev(i) >> 26;
}

__global__ void spectrum(const float *pcm, float *power)
{
    __shared__ float re[N], im[N];
    int t = threadIdx.x;
    for (int i = t; i < N; i += 32) {
        re[reversed(i)] = pcm[i];
        im[i] = 0.0f;
    }
    __syncwarp();
    for (int half = 1; half < N; half *= 2) {
        int k = t % half;
        int a = t / half * (2 * half) + k;
        int b = a + half;
        float s, c;
        sincospif(-(float)k / half, &s, &c);
        float xr = re[b] * c - im[b] * s;
        float xi = re[b] * s + im[b] * c;
        float ar = re[a], ai = im[a];
        re[a] = ar + xr;
        im[a] = ai + xi;
        re[b] = ar - xr;
        im[b] = ai - xi;
        __syncwarp();
    }
    power[t] = re[t] * re[t] + im[t] * im[t];
    if (t == 0)
        power[N / 2] = re[N / 2] * re[N / 2] + im[N / 2] * im[N / 2];
}
