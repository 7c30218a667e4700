#include "ranks_mpi.h"

#include <mpi.h>

int fpcheck_mpi_start(int* rank, int* size) {
  int given = 0;
  if (const int code = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given); code != MPI_SUCCESS) return code;
  if (const int code = MPI_Comm_rank(MPI_COMM_WORLD, rank); code != MPI_SUCCESS) return code;
  return MPI_Comm_size(MPI_COMM_WORLD, size);
}

int fpcheck_mpi_send(int to, int tag, const void* data, int bytes) {
  return MPI_Send(data, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

int fpcheck_mpi_waiting(int* is_there, int blocks, int* from, int* tag, int* bytes) {
  MPI_Status status;
  *is_there = 1;
  const int code = blocks != 0 ? MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status)
                               : MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, is_there, &status);
  if (code != MPI_SUCCESS || *is_there == 0) return code;
  *from = status.MPI_SOURCE, *tag = status.MPI_TAG;
  return MPI_Get_count(&status, MPI_BYTE, bytes);
}

int fpcheck_mpi_receive(int from, int tag, void* data, int bytes) {
  return MPI_Recv(data, bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int fpcheck_mpi_finish(void) {
  return MPI_Finalize();
}
