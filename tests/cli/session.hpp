#pragma once
#include <fpcheck/cli/app.hpp>
#include <fpcheck/tensor/file.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace fpcheck::cli {

/// What one call of fpcheck did.
struct outcome {
  exit_code code;
  std::string out, err;
};

/// A directory of its own to call fpcheck in, without nvcc, cache and colours.
class session : public ::testing::Test {
protected:
  session() {
    setenv("FPCHECK_NVCC", "", 1);
    setenv("FPCHECK_CACHE", "off", 1);
    setenv("NO_COLOR", "1", 1);
    std::filesystem::create_directories(folder_);
  }
  ~session() override { std::filesystem::remove_all(folder_); }

  static outcome call(const std::vector<std::string>& arguments) {
    std::ostringstream out, err;
    const exit_code code = cli::run(arguments, out, err);
    return {code, out.str(), err.str()};
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    return tensor::write_bytes(path(name), text).value_or("");
  }
  std::string example(const std::string& name) const {
    return std::string(FPCHECK_SOURCE_DIR) + "/examples/01_first_run/" + name;
  }

  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("fpcheck_cli_" + std::to_string(getpid()));
};

} // namespace fpcheck::cli
