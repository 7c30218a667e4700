#ifndef FPCHECK_C_H
#define FPCHECK_C_H
/* The C interface of fpcheck: what `fpcheck diff` and `fpcheck run` do, on tensors in memory. Link with -lfpcheck.
 * Every function returns the exit code of the command line: 0 checked and passed, 1 findings or a mismatch, 2 bad input,
 * 3 incomplete, 4 a defect of fpcheck. Nothing is thrown and nothing is printed. Calls may come from several threads. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A tensor, laid out as DLPack's DLTensor. Source: DLPack 1.1. */
typedef struct fpcheck_tensor {
  void* data;
  int32_t device_type; /* 1: the CPU's memory; nothing else is read */
  int32_t device_id;
  int32_t ndim;
  uint8_t dtype_code; /* 0 int, 1 unsigned, 2 float, 4 bfloat, 6 bool, 7..14 8-bit and 15..17 6- and 4-bit floats */
  uint8_t dtype_bits;
  uint16_t dtype_lanes; /* 1 */
  int64_t* shape;
  int64_t* strides; /* in elements, or NULL for row-major */
  uint64_t byte_offset;
} fpcheck_tensor;

/* A tensor under the name that words refer to as `@name`. With write_back other than zero, the buffer of that name, or the one
 * that the parameter in this place points to ("1"), is copied into it after the run, bit for bit. */
typedef struct fpcheck_named_tensor {
  const char* name;
  fpcheck_tensor tensor;
  int32_t write_back;
} fpcheck_named_tensor;

/* Compares `actual` with `reference`. `tolerance` is "2ulp", "rtol=1e-5,atol=1e-6", "torch", "bitwise", or NULL for 0ulp.
 * `*report` gets the text that `fpcheck diff` prints, or the reason why nothing was compared; free it with fpcheck_free.
 * `report` may be NULL. */
int fpcheck_diff(const fpcheck_tensor* actual, const fpcheck_tensor* reference, const char* tolerance, char** report);

/* Runs a kernel under the emulator. `file` is a .cu or .ptx; `kernel` its name, or NULL for the only one; `words` are those
 * after FILE in `fpcheck run`: "<<<4, 256>>>", "C=1024", "x=@x", "out=empty:4x1024", "--ref", "softmax(x, 1)", ...
 * `format` is that of the report: "text" (NULL means it), "json", "sarif", "junit", "github", "markdown". */
int fpcheck_run(const char* file, const char* kernel, const char* const* words, size_t word_count,
                const fpcheck_named_tensor* tensors, size_t tensor_count, const char* format, char** report);

/* Writes `document`, the report of a run in JSON, in another format: "text", "markdown", "html", "sarif", "junit", "github".
 * `*report` gets it, or the reason why there is none. Returns 0, or 2 where the document or the format is no such thing. */
int fpcheck_report(const char* document, const char* format, char** report);

/* Frees a report; NULL is allowed. */
void fpcheck_free(char* report);

/* "0.1.0". */
const char* fpcheck_version(void);

#ifdef __cplusplus
}
#endif
#endif
