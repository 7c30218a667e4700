#pragma once
#include "commands.hpp"

#include <fpcheck/session/program_settings.hpp>

namespace CLI {
class App;
}

namespace fpcheck::cli {

/// `fpcheck app`: a CUDA program on a machine without a GPU.
struct program_command {
  session::program_settings settings;
  std::string launches;               ///< as written
  bool build = false;                 ///< the words are sources
  std::string nvcc, keep;             ///< flags for the compiler; where the program is left
  report_choice reports;
  CLI::App* app = nullptr;            ///< knows the words that follow
};
void add_program_command(CLI::App& app, program_command& into);
exit_code run_program(const program_command& c, const streams& s);

} // namespace fpcheck::cli
