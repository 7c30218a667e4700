#include <fpcheck/cli/app.hpp>

#include "terminal.hpp"

#include <iostream>

int main(int argc, char** argv) {
  fpcheck::cli::listen_for_interrupts();
  std::ios::sync_with_stdio(false);
  return static_cast<int>(fpcheck::cli::run({argv + 1, argv + argc}, std::cout, std::cerr));
}
