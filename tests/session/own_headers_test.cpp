// A source that includes the library's headers is compiled with them, and as the standard they need.
#include "../../src/session/own_headers.hpp"

#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/tensor/file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;
using flags = std::vector<std::string>;

TEST(own_headers, are_those_of_the_tree) { EXPECT_TRUE(fs::equivalent(own_headers(), FPCHECK_SOURCE_DIR "/include")); }

TEST(own_headers, only_sources_that_include_them_are_compiled_with_them) {
  EXPECT_EQ(with_own_headers({"-O1"}, "#include <cstdint>\n// fpcheck: k <<<1, 1>>>\n"), flags{"-O1"});
  EXPECT_EQ(with_own_headers({"-O1"}, "# include <fpcheck/base/config.hpp>\n"), (flags{"-O1", "-std=c++20", "-I" + own_headers()}));
  EXPECT_EQ(with_own_headers({"-Imine", "-std=c++23"}, "#include \"fpcheck/base/config.hpp\"\n"), (flags{"-Imine", "-std=c++23", "-I" + own_headers()}));
  EXPECT_EQ(with_own_headers({"--std=c++17"}, "#include <fpcheck/base/config.hpp>\n")[0], "--std=c++17");
}

TEST(own_headers, reach_the_compiler_behind_the_users) {
  const fs::path folder = fs::temp_directory_path() / ("fpcheck_own_" + std::to_string(getpid()));
  fs::create_directories(folder);
  const std::string compiler = (folder / "nvcc").string(), source = (folder / "k.cu").string();
  ASSERT_TRUE(tensor::write_bytes(compiler, "#!/bin/sh\nfor f in \"$@\"; do case $f in -I*) ls \"${f#-I}\" | tr '\\n' ' ';; *) echo \"$f\";; esac; done > out.ptx\n"));
  chmod(compiler.c_str(), 0755);
  ASSERT_TRUE(tensor::write_bytes(source, "#include <fpcheck/base/config.hpp>\n"));
  setenv("FPCHECK_NVCC", compiler.c_str(), 1);
  setenv("FPCHECK_CACHE", "off", 1);
  const auto seen = compile({source, {"-I" + folder.string()}, {}, {}});
  unsetenv("FPCHECK_NVCC");
  unsetenv("FPCHECK_CACHE");
  fs::remove_all(folder);
  ASSERT_TRUE(seen) << seen.error().message;
  EXPECT_THAT(*seen, ::testing::HasSubstr("k.cu nvcc -std=c++20\nfpcheck "));
}

} // namespace
} // namespace fpcheck::session
