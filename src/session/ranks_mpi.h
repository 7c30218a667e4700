#pragma once
/* What libfpcheck_mpi.so offers: MPI's functions as far as fpcheck needs them, without MPI's types. All are called by one thread, and
   return 0 or MPI's error code. */
#ifdef __cplusplus
extern "C" {
#endif

int fpcheck_mpi_start(int* rank, int* size);
int fpcheck_mpi_send(int to, int tag, const void* data, int bytes);
/* The next message from anybody, once `fpcheck_mpi_waiting` says that there is one or waiting for it: its size first, then its bytes. */
int fpcheck_mpi_waiting(int* is_there, int blocks, int* from, int* tag, int* bytes);
int fpcheck_mpi_receive(int from, int tag, void* data, int bytes);
int fpcheck_mpi_finish(void);

#ifdef __cplusplus
}
#endif
