// fpcheck: short_term_average <<<1, 32>>> trace=[0.00102,0.00416,-0.00418,0.00022,0.00786,0.00793,-0.00749,-0.00586,-0.00897,-0.00118,-0.0094,-0.00086,0.00298,-0.00443,0.00353,0.00182,-0.00952,0.00118,-0.00481,-0.0017,812.5,0.00386,-0.00119,-0.00686,0.00089,0.00561,-0.00387,-0.00556,-0.00224,0.00873,0.00952,0.00345,0.00806,0.00692,-0.00244,-0.00816,0.00307,0.00116,-0.00277,-0.0055,-0.00187,-0.00062,-0.00462,-0.00416,-0.00085,0.00721,0.00173,-0.00433,-0.00444,-0.00091,-0.00589,-0.00597,0.00028,-0.00826,-0.00033,-0.00276,0.00415,0.00493,0.00382,0.00378,-0.00253,0.00336,-0.0032,0.00146] sta=empty:64 samples=64 channels=1
// expect: error cancellation at line 19
// why: the running sum adds a sample and takes the old one away again; after a spike of 812 has left the window what remains is its rounding error
// figure: computed sta[30]=3.465177e-05, MPFR 5.069362e-05
// Short term average of the energy of a trace, for a trigger. One thread a channel.
#define WINDOW 4

__global__ void short_term_average(const float *trace, float *sta, int samples, int channels)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels)
        return;
    const float *x = trace + c * samples;
    float *y = sta + c * samples;
    float energy = 0.0f;
    for (int i = 0; i < samples; i++) {
        energy += x[i] * x[i];
        if (i >= WINDOW)
            energy -= x[i - WINDOW] * x[i - WINDOW];
        y[i] = fmaxf(energy, 0.0f) / WINDOW;
    }
}
