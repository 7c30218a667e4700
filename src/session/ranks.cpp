#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/session/ranks.hpp>

#include "ranks_mpi.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

namespace fpcheck::session {

namespace fs = std::filesystem;

/// The functions of libfpcheck_mpi.so.
struct ranks::library {
  decltype(&fpcheck_mpi_start) start = nullptr;
  decltype(&fpcheck_mpi_send) send = nullptr;
  decltype(&fpcheck_mpi_waiting) waiting = nullptr;
  decltype(&fpcheck_mpi_receive) receive = nullptr;
  decltype(&fpcheck_mpi_finish) finish = nullptr;
};

namespace {

/// Kinds of messages: a process wants an item and is told one; it has a result, or could not compute it.
enum tag : int { wants = 1, told = 2, has = 3, failed = 4 };
constexpr std::uint64_t nothing_left = ~std::uint64_t{0};

/// Whether somebody started several processes. Source: Open MPI's, PMIx's and PMI's environment, of which Slurm sets one of the latter.
bool started_together() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_SIZE"})
    if (const char* value = std::getenv(name); value != nullptr && std::string(value) != "1") return true;
  return false;
}

void* open_library() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& p : {program / "libfpcheck_mpi.so", program / "../lib/libfpcheck_mpi.so", program / "../lib/fpcheck/libfpcheck_mpi.so"})
    if (void* handle = dlopen(p.c_str(), RTLD_NOW | RTLD_GLOBAL); handle != nullptr) return handle; // Open MPI's own parts want its symbols
  return nullptr;
}

diagnostic mpi_error(int code) {
  return {"MPI error " + std::to_string(code), {"MPI"}, {}, {}, exit_code::internal_error};
}

std::string with_item(std::uint64_t item, const std::string& data) {
  std::string out(sizeof item, '\0');
  std::memcpy(out.data(), &item, sizeof item);
  return out + data;
}
std::uint64_t item_of(const std::string& message) {
  std::uint64_t item = nothing_left;
  if (message.size() >= sizeof item) std::memcpy(&item, message.data(), sizeof item);
  return item;
}

/// The items that nobody took, and results of the first process itself.
class queue {
public:
  queue(const ranks::work& w) : work_(w) {}

  std::uint64_t take() {
    const std::lock_guard lock(mutex_);
    while (next_ < work_.count && work_.is_done(next_)) ++next_;
    return stopped_ || interrupted() || next_ >= work_.count ? nothing_left : next_++;
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  /// Computes items until none is left.
  void work() {
    for (std::uint64_t item; (item = take()) != nothing_left;) {
      auto data = work_.compute(item);
      const std::lock_guard lock(mutex_);
      results_.emplace_back(item, std::move(data));
    }
    finished_ = true;
  }
  bool finished() const { return finished_; }
  std::optional<std::pair<std::uint64_t, result<std::string>>> next_result() {
    const std::lock_guard lock(mutex_);
    if (results_.empty()) return std::nullopt;
    auto out = std::move(results_.front());
    results_.pop_front();
    return out;
  }

private:
  const ranks::work& work_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;
  bool stopped_ = false;
  std::atomic<bool> finished_{false};
  std::deque<std::pair<std::uint64_t, result<std::string>>> results_;
};

diagnostic interruption() {
  return {"interrupted", {}, {}, {}, exit_code::interrupted};
}

} // namespace

ranks::ranks() = default;
ranks::ranks(ranks&& other) noexcept : library_(std::move(other.library_)), rank_(other.rank_), size_(other.size_) {}
ranks& ranks::operator=(ranks&& other) noexcept {
  std::swap(library_, other.library_), std::swap(rank_, other.rank_), std::swap(size_, other.size_);
  return *this;
}
ranks::~ranks() {
  if (library_ != nullptr) library_->finish();
}

result<ranks> ranks::join() {
  ranks out;
  if (!started_together()) return out;
  void* handle = open_library();
  if (handle == nullptr)
    return fail("several processes were started together, and there is no libfpcheck_mpi.so beside fpcheck to let them share the work", {"MPI"},
                "install libopenmpi-dev and build fpcheck again, or start one process");
  auto found = std::make_unique<library>();
  const auto find = [&](auto& function, const char* name) { return (function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name))) != nullptr; };
  if (!find(found->start, "fpcheck_mpi_start") || !find(found->send, "fpcheck_mpi_send") || !find(found->waiting, "fpcheck_mpi_waiting") ||
      !find(found->receive, "fpcheck_mpi_receive") || !find(found->finish, "fpcheck_mpi_finish"))
    return fail("libfpcheck_mpi.so is of another version than fpcheck", {"MPI"}, "build both together");
  if (const int code = found->start(&out.rank_, &out.size_); code != 0) return tl::unexpected(mpi_error(code));
  out.library_ = std::move(found);
  return out;
}

result<void> ranks::share_out(const work& w) {
  if (size_ > 1) return is_first() ? serve(w) : ask(w);
  for (std::uint64_t item = 0; item < w.count; ++item) {
    if (w.is_done(item)) continue;
    if (interrupted()) return tl::unexpected(interruption());
    const auto data = w.compute(item);
    if (!data) return tl::unexpected(data.error());
    if (const auto ok = w.keep(item, *data); !ok) return ok;
  }
  return {};
}

/// The first process answers the others, and a thread of it computes as they do.
result<void> ranks::serve(const work& w) {
  queue items(w);
  std::thread worker([&] { items.work(); });
  result<void> out;
  const auto keep = [&](std::uint64_t item, const result<std::string>& data) {
    if (!out) return;
    out = data ? w.keep(item, *data) : result<void>(tl::unexpected(data.error()));
    if (!out) items.stop();
  };
  for (int others = size_ - 1; others > 0 || !items.finished();) {
    while (const auto own = items.next_result()) keep(own->first, own->second);
    int is_there = 0, from = 0, kind = 0, bytes = 0;
    int code = library_->waiting(&is_there, 0, &from, &kind, &bytes);
    if (code == 0 && is_there == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      continue;
    }
    std::string message(static_cast<std::size_t>(std::max(bytes, 0)), '\0');
    if (code == 0) code = library_->receive(from, kind, message.data(), bytes);
    if (code == 0 && kind == wants) {
      const std::uint64_t item = items.take();
      if (item == nothing_left) --others;
      code = library_->send(from, told, &item, sizeof item);
    }
    if (code != 0) keep(0, tl::unexpected(mpi_error(code))), others = 0;
    else if (kind == has) keep(item_of(message), message.substr(sizeof(std::uint64_t)));
    else if (kind == failed) keep(0, tl::unexpected(diagnostic{message.substr(1), {"rank " + std::to_string(from)}, {}, {}, static_cast<exit_code>(message[0])}));
  }
  worker.join();
  while (const auto own = items.next_result()) keep(own->first, own->second);
  if (out && interrupted()) return tl::unexpected(interruption());
  return out;
}

result<void> ranks::ask(const work& w) {
  for (;;) {
    std::uint64_t item = nothing_left;
    int is_there = 0, from = 0, kind = 0, bytes = 0;
    int code = library_->send(0, wants, nullptr, 0);
    if (code == 0) code = library_->waiting(&is_there, 1, &from, &kind, &bytes);
    if (code == 0) code = library_->receive(0, told, &item, sizeof item);
    if (code != 0) return tl::unexpected(mpi_error(code));
    if (item == nothing_left) return {};
    const auto data = w.compute(item);
    const std::string message = data ? with_item(item, *data) : std::string(1, static_cast<char>(data.error().code)) + data.error().message;
    code = library_->send(0, data ? has : failed, message.data(), static_cast<int>(message.size()));
    if (code != 0) return tl::unexpected(mpi_error(code));
  }
}

} // namespace fpcheck::session
