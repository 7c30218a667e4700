#pragma once
#include <fpcheck/session/run_case.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// The corpus' cases, bound and ready to run.
namespace fpcheck::instrument::test {

/// Every `step`-th .ptx file of these folders of the corpus, in the order of their names.
std::vector<std::string> corpus_files(const std::vector<std::string>& sets, std::size_t step);

/// The .cu that a .ptx of the corpus was made from.
std::string source_of(const std::string& ptx);

/// A case, and its number among those of its first kernel.
struct numbered_case {
  const session::bound_case& bound;
  std::string title;    ///< with the path
  std::string kernel;   ///< as the comment names it
  std::size_t number = 0;
};

/// Calls `f` with every case of a file that has no more than `most_threads` threads. A test fails where one cannot be read.
void each_case(const std::string& path, std::uint64_t most_threads, const std::function<void(const numbered_case&)>& f);

} // namespace fpcheck::instrument::test
