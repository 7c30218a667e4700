// fpcheck: shells <<<1, 32>>> kx=[3, 120, -110, 64, 0, 5] ky=[4, 110, 100, 64, 1, 12] kz=[0, 90, -120, 64, 0, 84] shell=empty:6 n=6 --ref 'shell=@b_shell_want.npy'
// expect: error overflow hidden by a maximum at line 12
// why: the squared wave number is kept in a short and turns negative, its root is NaN, and fmaxf(NaN, 1) is shell 1
// figure: computed shell[1] = 1, MPFR 186 (k^2 = 34600)
// Shell of a Fourier mode for the power spectrum: floor(|k|) in units of the fundamental, at least 1.
__global__ void shells(const int *kx, const int *ky, const int *kz, int *shell, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    short k2 = (short)(kx[i] * kx[i] + ky[i] * ky[i] + kz[i] * kz[i]);
    float k = fmaxf(sqrtf((float)k2), 1.0f);
    shell[i] = (int)k;
}
