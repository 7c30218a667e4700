// A counter that every thread raises: read, add and write are three steps, and what another thread has written between the first and the last
// is lost. Only the first kernel does it without an atomic.

// fpcheck: counted_in_three_steps <<<4, 64>>> counter=inout:zeros:1 --expect race
__global__ void counted_in_three_steps(int* counter) {
  const int seen = counter[0];
  counter[0] = seen + 1;
}

// fpcheck: counted_in_one <<<4, 64>>> counter=inout:zeros:1 --expect clean
__global__ void counted_in_one(int* counter) { atomicAdd(counter, 1); }
