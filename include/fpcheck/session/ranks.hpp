#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace fpcheck::session {

/// The processes of one computation: those that mpirun or a batch system started together, or this one alone.
class ranks {
public:
  /// Looks at the environment, and starts MPI where there are several processes. MPI's part of fpcheck is a library beside the program,
  /// opened then only. Error: several processes and no such library.
  static result<ranks> join();
  /// This process alone.
  ranks();
  ~ranks();
  ranks(ranks&&) noexcept;
  ranks& operator=(ranks&&) noexcept;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Whether this process has the results and writes the report.
  bool is_first() const { return rank_ == 0; }

  /// What is done for each of `count` items, on whichever process is free.
  struct work {
    std::uint64_t count = 0;
    std::function<bool(std::uint64_t item)> is_done;                           ///< asked on the first process: known from a journal
    std::function<result<std::string>(std::uint64_t item)> compute;            ///< on any process: the item's result as bytes
    std::function<result<void>(std::uint64_t item, const std::string&)> keep;  ///< on the first process, in any order
  };
  /// Hands out the items in order. Returns on the first process when all are kept, on the others when there is nothing left.
  /// Error: the first one of `compute` or `keep`; nothing is handed out after that.
  result<void> share_out(const work& w);

private:
  struct library;
  result<void> serve(const work& w);
  result<void> ask(const work& w);
  std::unique_ptr<library> library_;
  int rank_ = 0, size_ = 1;
};

} // namespace fpcheck::session
