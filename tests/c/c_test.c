/* The C interface on good and on bad input. */
#include <fpcheck/c.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(int holds, const char* what, const char* report) {
  if (holds) return;
  ++failures;
  printf("FAILED: %s\n%s\n", what, report == NULL ? "" : report);
}

static int64_t one_extent[1] = {4};

static fpcheck_tensor floats(float* data) {
  fpcheck_tensor t = {0};
  t.data = data, t.device_type = 1, t.ndim = 1, t.dtype_code = 2, t.dtype_bits = 32, t.dtype_lanes = 1, t.shape = one_extent;
  return t;
}

static void diff_is(int code, const fpcheck_tensor* a, const fpcheck_tensor* b, const char* tolerance, const char* words, const char* what) {
  char* report = NULL;
  const int got = fpcheck_diff(a, b, tolerance, &report);
  expect(got == code, what, report);
  expect(report != NULL && strstr(report, words) != NULL, what, report);
  fpcheck_free(report);
  expect(fpcheck_diff(a, b, tolerance, NULL) == code, "without a report", NULL);
}

static void test_diff(void) {
  float x[4] = {1, 2, 3, 4}, y[4] = {1, 2, 3, 5}, z[4] = {1, NAN, 3, 4};
  const fpcheck_tensor a = floats(x), b = floats(y), c = floats(z);
  diff_is(0, &a, &a, NULL, "agrees within 0ulp", "equal");
  diff_is(1, &a, &b, "2ulp", "differs by more than 2ulp", "apart");
  diff_is(1, &c, &a, "1000000ulp", "1 NaN for a number", "NaN against a number");
  diff_is(0, &c, &c, "bitwise", "agrees", "NaN against NaN");
  diff_is(2, &a, &a, "roughly", "error:", "a bad tolerance");
}

/* One member spoilt at a time. */
static void test_bad_tensors(void) {
  float x[4] = {1, 2, 3, 4};
  const fpcheck_tensor good = floats(x);
  int64_t negative[1] = {-1}, huge[2] = {INT64_MAX, INT64_MAX}, none[1] = {0}, wide[1] = {INT64_MAX};
  fpcheck_tensor t = good;
  diff_is(2, NULL, &good, NULL, "NULL", "no tensor");
  diff_is(2, &good, NULL, NULL, "NULL", "no reference");
  t.device_type = 2, diff_is(2, &t, &good, NULL, "CPU", "another device"), t = good;
  t.dtype_code = 99, diff_is(2, &t, &good, NULL, "99", "an unknown type"), t = good;
  t.dtype_lanes = 4, diff_is(2, &t, &good, NULL, "lanes", "lanes"), t = good;
  t.ndim = -1, diff_is(2, &t, &good, NULL, "-1", "a negative rank"), t = good;
  t.ndim = 1 << 30, diff_is(2, &t, &good, NULL, "extents", "a huge rank"), t = good;
  t.shape = NULL, diff_is(2, &t, &good, NULL, "shape", "no shape"), t = good;
  t.data = NULL, diff_is(2, &t, &good, NULL, "data", "no data"), t = good;
  t.shape = negative, diff_is(2, &t, &good, NULL, "negative", "a negative extent"), t = good;
  t.ndim = 2, t.shape = huge, diff_is(2, &t, &good, NULL, "memory", "an overflow"), t = good;
  t.strides = wide, diff_is(2, &t, &good, NULL, "stride", "a huge stride"), t = good;
  t.shape = none, t.data = NULL, diff_is(3, &t, &t, NULL, "nothing was compared", "no elements"), t = good;
}

static void rewritten_is(int code, const char* document, const char* format, const char* words) {
  char* report = NULL;
  expect(fpcheck_report(document, format, &report) == code, "a report in another format", report);
  expect(report != NULL && strstr(report, words) != NULL, "a report in another format", report);
  fpcheck_free(report);
}

static void test_rewriting(const char* document) {
  rewritten_is(0, document, "text", "passed");
  rewritten_is(0, document, "junit", "<testsuite");
  rewritten_is(2, document, "yaml", "error:");
  rewritten_is(2, "{}", "text", "error:");
  rewritten_is(2, "no json", "text", "error:");
  rewritten_is(2, NULL, "text", "NULL");
  rewritten_is(2, document, NULL, "NULL");
}

static void test_run(const char* folder) {
  enum { rows = 4, columns = 1024 };
  static float x[rows * columns], out[rows];
  char file[4096], *report = NULL;
  int64_t in_shape[2] = {rows, columns}, out_shape[1] = {rows};
  fpcheck_named_tensor tensors[2] = {{"x", {0}, 0}, {"variance", {0}, 1}};
  const char* words[] = {"<<<4, 256>>>", "x=@x", "variance=empty:4", "C=1024", "--ref", "var(x, 1)", "--tol", "4ulp"};
  snprintf(file, sizeof file, "%s/two_pass_variance.cu", folder);
  for (int i = 0; i < rows * columns; ++i) x[i] = (float)(i % 7);
  tensors[0].tensor = floats(x), tensors[0].tensor.ndim = 2, tensors[0].tensor.shape = in_shape;
  tensors[1].tensor = floats(out), tensors[1].tensor.shape = out_shape;
  expect(fpcheck_run(file, "two_pass_variance", words, 8, tensors, 2, NULL, &report) == 0, "a good kernel passes", report);
  expect(fabs(out[0] - 4) < 0.1, "the output comes back", report); /* of 0, 1, ..., 6 */
  fpcheck_free(report);
  expect(fpcheck_run(file, NULL, words, 8, tensors, 2, "json", &report) == 0, "json", report);
  expect(report != NULL && strstr(report, "\"fpcheck/1\"") != NULL, "json", report);
  test_rewriting(report);
  fpcheck_free(report);
  snprintf(file, sizeof file, "%s/naive_variance.cu", folder);
  for (int i = 0; i < rows * columns; ++i) x[i] += 1000;
  expect(fpcheck_run(file, NULL, words, 8, tensors, 2, NULL, &report) == 1, "a bad kernel does not", report);
  expect(report != NULL && strstr(report, "[cancellation]") != NULL, "the rule is named", report);
  fpcheck_free(report);
}

static void run_is(int code, const char* file, const char* const* words, size_t n, const fpcheck_named_tensor* t, size_t m, const char* format,
                   const char* what) {
  char* report = NULL;
  expect(fpcheck_run(file, NULL, words, n, t, m, format, &report) == code, what, report);
  expect(report != NULL && strstr(report, "error:") != NULL, what, report);
  fpcheck_free(report);
}

static void test_bad_runs(const char* folder) {
  char file[4096];
  const char* words[] = {"<<<4, 256>>>", "x=@x", NULL};
  fpcheck_named_tensor unnamed = {NULL, {0}, 0};
  snprintf(file, sizeof file, "%s/two_pass_variance.cu", folder);
  run_is(2, NULL, words, 1, NULL, 0, NULL, "no file");
  run_is(2, "nowhere.cu", words, 1, NULL, 0, NULL, "a file that is not there");
  run_is(2, folder, words, 1, NULL, 0, NULL, "a folder");
  run_is(2, file, NULL, 1, NULL, 0, NULL, "no words");
  run_is(2, file, words, 3, NULL, 0, NULL, "a word that is NULL");
  run_is(2, file, words, 1, NULL, 1, NULL, "no tensors");
  run_is(2, file, words, 1, &unnamed, 1, NULL, "a tensor without a name");
  run_is(2, file, words, 2, NULL, 0, NULL, "a tensor that is not there");
  run_is(2, file, words, 1, NULL, 0, "yaml", "an unknown format");
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  test_diff();
  test_bad_tensors();
  test_run(argv[1]);
  test_bad_runs(argv[1]);
  fpcheck_free(NULL);
  expect(strlen(fpcheck_version()) > 0, "a version", NULL);
  printf("%d failures\n", failures);
  return failures != 0;
}
