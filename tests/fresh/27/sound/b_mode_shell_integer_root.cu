// fpcheck: shells <<<1, 32>>> kx=[3, 120, -110, 64, 0, 5] ky=[4, 110, 100, 64, 1, 12] kz=[0, 90, -120, 64, 0, 84] shell=empty:6 n=6 --ref 'shell=@b_shell_want.npy'
// expect: ok
// why: squared wave numbers in int, and the rounded root is put right by integer comparisons
// figure: shells 5, 186, 191, 110, 1, 85: error 0 (integers)
// Shell of a Fourier mode for the power spectrum: floor(|k|) in units of the fundamental, at least 1.
__global__ void shells(const int *kx, const int *ky, const int *kz, int *shell, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int k2 = kx[i] * kx[i] + ky[i] * ky[i] + kz[i] * kz[i];
    int r = (int)sqrtf((float)k2);
    while (r * r > k2)
        r--;
    while ((r + 1) * (r + 1) <= k2)
        r++;
    shell[i] = max(r, 1);
}
