#include <fpcheck/cli/app.hpp>

#include "crash.hpp"
#include "terminal.hpp"

#include <iostream>
#include <malloc.h>

int main(int argc, char** argv) {
  // Memory of kernels and shadows comes and goes with every run: given back to the system, each page would be cleared anew.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 64 << 20);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  fpcheck::cli::report_crashes(arguments);
  fpcheck::cli::listen_for_interrupts();
  std::ios::sync_with_stdio(false);
  return static_cast<int>(fpcheck::cli::run(arguments, std::cout, std::cerr));
}
