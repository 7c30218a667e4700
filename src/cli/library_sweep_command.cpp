#include <fpcheck/report/difference.hpp>
#include <fpcheck/session/journal.hpp>
#include <fpcheck/session/progress.hpp>
#include <fpcheck/session/ranks.hpp>
#include <fpcheck/sweep/device.hpp>
#include <fpcheck/sweep/library.hpp>
#include <fpcheck/sweep/search.hpp>
#include <fpcheck/tensor/dtype.hpp>

#include "library_sweep_command.hpp"
#include "library_table.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <ostream>
#include <thread>

namespace fpcheck::cli {
namespace {

using seconds = std::chrono::duration<double>;
using session_clock = std::chrono::steady_clock;

void list_functions(std::ostream& out) {
  for (const sweep::library_function& f : sweep::library_functions()) out << f.name << '\n';
  for (const sweep::searched_function& f : sweep::searched_functions()) out << f.name << ", searched\n";
}

/// "LO,HI" as codes of binary32.
result<sweep::code_range> parse_range(const library_sweep_command& c) {
  sweep::code_range out;
  if (!c.range.empty()) {
    const std::size_t comma = c.range.find(',');
    const std::string last = comma == std::string::npos ? "" : c.range.substr(comma + 1);
    const auto low = tensor::parse_code(tensor::dtype::u64, c.range.substr(0, comma)), high = tensor::parse_code(tensor::dtype::u64, last);
    if (!low || !high || *low >= *high || *high > std::uint64_t{1} << 32)
      return fail("no range of codes: " + tensor::quoted(c.range), {"command line"}, "--range 0x3f800000,0x40000000: from 1 up to 2; the end, 0x100000000 at most, is left out");
    out.begin = *low, out.count = *high - *low;
  }
  out.stride = c.stride != 0 ? c.stride : c.all || !c.range.empty() ? 1 : 65537;
  out.count = (out.count + out.stride - 1) / out.stride;
  return out;
}

/// Says once, after the first block, how long all of it will take.
class estimate {
public:
  estimate(std::uint64_t blocks, const streams& s) : blocks_(blocks), streams_(s) {}
  void after(std::uint64_t done) {
    const double spent = seconds(session_clock::now() - start_).count(), all = spent / static_cast<double>(done) * static_cast<double>(blocks_);
    if (said_ || spent < 1 || all < 20) return;
    said_ = true;
    char text[64];
    std::snprintf(text, sizeof text, all < 120 ? "%.0f s" : all < 7200 ? "%.0f min" : "%.1f h", all < 120 ? all : all < 7200 ? all / 60 : all / 3600);
    streams_.err << "fpcheck sweep: this will take about " << text << " on all cores of this machine; --range and --stride look at less\n";
  }

private:
  std::uint64_t blocks_;
  const streams& streams_;
  session_clock::time_point start_ = session_clock::now();
  bool said_ = false;
};

/// The tables of references, made in their order by a thread of its own while a device works with those that are there.
class tables_ahead {
public:
  explicit tables_ahead(std::vector<std::string_view> references) : references_(std::move(references)) {}
  ~tables_ahead() {
    stops_ = true;
    if (thread_.joinable()) thread_.join();
  }
  tables_ahead(const tables_ahead&) = delete;
  tables_ahead& operator=(const tables_ahead&) = delete;

  const result<sweep::reference_tables>& of(std::string_view reference) {
    if (!thread_.joinable()) thread_ = std::thread([this] { make_all(); });
    std::unique_lock lock(mutex_);
    made_.wait(lock, [&] { return tables_.contains(reference); });
    return tables_.at(reference);
  }

private:
  void make_all() {
    for (const std::string_view r : references_) {
      if (stops_) return;
      if (tables_.contains(r)) continue; // only this thread adds any
      auto made = sweep::reference_tables::make(r);
      const std::scoped_lock lock(mutex_);
      tables_.emplace(r, std::move(made));
      made_.notify_all();
    }
  }

  std::vector<std::string_view> references_;
  std::map<std::string_view, result<sweep::reference_tables>> tables_;
  std::mutex mutex_;
  std::condition_variable made_;
  std::atomic<bool> stops_ = false;
  std::thread thread_;
};

std::vector<std::string_view> references_of(const std::vector<const sweep::library_function*>& functions) {
  std::vector<std::string_view> out;
  for (const sweep::library_function* f : functions) out.push_back(f->reference);
  return out;
}

/// A function with what sweeping it on the processor takes; the next block is mostly one of the same function.
struct prepared {
  const sweep::library_function* function = nullptr;
  std::optional<sweep::reference_tables> reference;
  sweep::result_source source;

  result<void> prepare(const sweep::library_function& f) {
    if (function == &f) return {};
    function = nullptr;
    auto tables = sweep::reference_tables::make(f.reference);
    if (!tables) return tl::unexpected(tables.error());
    reference = *std::move(tables);
    auto engine = sweep::on_the_engine(f);
    if (!engine) return tl::unexpected(engine.error());
    source = *std::move(engine);
    function = &f;
    return {};
  }
};

/// The sweeps of some functions as items: a block of a function on the processor, a whole one on devices.
class library_sweep {
public:
  library_sweep(std::vector<const sweep::library_function*> functions, const sweep::code_range& range, bool on_device)
      : functions_(std::move(functions)), range_(range), on_device_(on_device), blocks_(on_device ? 1 : sweep::blocks_of(range)), ahead_(references_of(functions_)) {}

  std::uint64_t items() const { return functions_.size() * blocks_; }
  /// What a journal is for.
  std::string purpose() const {
    std::string out = "sweep of inputs " + std::to_string(range_.begin) + " + " + std::to_string(range_.stride) + " i, i < " + std::to_string(range_.count) + ", " +
                      (on_device_ ? "gpu" : "cpu") + ", " + sweep::library_toolkit() + ", tally 2 of " + std::to_string(sizeof(device_result)) + ", of";
    for (const sweep::library_function* f : functions_) out += ' ' + std::string(f->id);
    return out;
  }
  result<std::string> compute(std::uint64_t item) {
    const sweep::library_function& f = *functions_[item / blocks_];
    const std::uint64_t block = item % blocks_;
    const session::progress bar("sweeping " + std::string(f.name) + ", " + std::to_string(100 * item / items()) + " %");
    device_result out;
    if (on_device_) {
      const auto& tables = ahead_.of(f.reference);
      if (!tables) return tl::unexpected(tables.error());
      const auto found = sweep::sweep_on_devices(f, *tables, range_);
      if (!found) return tl::unexpected(found.error());
      out = {found->tally, found->milliseconds};
    } else {
      if (const auto ok = ready_.prepare(f); !ok) return tl::unexpected(ok.error());
      const auto found = sweep::sweep_block(f, *ready_.reference, sweep::block_of(range_, block), block == 0, ready_.source);
      if (!found) return tl::unexpected(found.error());
      out.tally = *found;
    }
    return std::string(reinterpret_cast<const char*>(&out), sizeof out);
  }
  /// The rows out of the items' bytes. Error: bytes of another version.
  result<std::vector<swept_row>> rows(const std::map<std::uint64_t, std::string>& items) const {
    std::vector<swept_row> out;
    for (const sweep::library_function* f : functions_) out.push_back({f, {}, 0});
    for (const auto& [item, bytes] : items) {
      device_result one;
      if (bytes.size() != sizeof one || item >= this->items()) return fail("an item of the journal is of another version");
      std::memcpy(static_cast<void*>(&one), bytes.data(), sizeof one);
      sweep::merge(out[item / blocks_].tally, one.tally);
      out[item / blocks_].milliseconds += one.milliseconds;
    }
    return out;
  }

private:
  struct device_result {
    sweep::library_tally tally;
    double milliseconds = 0;
  };
  std::vector<const sweep::library_function*> functions_;
  sweep::code_range range_;
  bool on_device_;
  std::uint64_t blocks_;
  prepared ready_;
  tables_ahead ahead_;
};

/// Sweeps what the journal does not have, on whichever processes there are. Range: no rows on a process that is not the first.
result<std::vector<swept_row>> sweep_all(library_sweep& sweep, const std::string& journal_file, const streams& s) {
  auto ranks = session::ranks::join();
  if (!ranks) return tl::unexpected(ranks.error());
  auto journal = session::journal::open(ranks->is_first() ? journal_file : "", sweep.purpose());
  if (!journal) return tl::unexpected(journal.error());
  const std::uint64_t known = journal->items().size();
  if (known != 0) s.err << "fpcheck sweep: " << known << " of " << sweep.items() << " parts are in " << journal_file << '\n';
  estimate time(sweep.items() - known, s);
  std::uint64_t done = 0;
  const session::ranks::work work{
      sweep.items(), [&](std::uint64_t item) { return journal->has(item); }, [&](std::uint64_t item) { return sweep.compute(item); },
      [&](std::uint64_t item, const std::string& data) {
        time.after(++done);
        return journal->add(item, data);
      }};
  if (const auto ok = ranks->share_out(work); !ok) {
    if (!journal_file.empty() && ranks->is_first())
      s.err << "fpcheck sweep: " << journal->items().size() << " of " << sweep.items() << " parts are in " << journal_file << ", the same command goes on from there\n";
    return tl::unexpected(ok.error());
  }
  if (!ranks->is_first()) return std::vector<swept_row>{};
  return sweep.rows(journal->items());
}

} // namespace

result<bool> wants_device(const std::string& on) {
  if (on != "" && on != "gpu" && on != "cpu") return fail("no place to sweep on: " + tensor::quoted(on), {"command line"}, "--on gpu or --on cpu");
  const std::string& problem = on == "cpu" ? std::string("not asked for") : sweep::device_problem();
  if (on == "gpu" && !problem.empty()) return fail("--on gpu: " + problem, {"command line"}, "--on cpu sweeps on the processor's cores");
  return problem.empty();
}

bool is_of_file(const library_sweep_command& c, const sweep_command& file) {
  return !file.reference.empty() || (c.names.size() == 1 && (c.names[0].find(':') != std::string::npos || c.names[0].ends_with(".ptx")));
}

exit_code sweep_library(const library_sweep_command& c, const streams& s) {
  if (c.lists) {
    list_functions(s.out);
    return exit_code::passed;
  }
  if (c.format != "text" && c.format != "json" && c.format != "markdown")
    return complain({"a sweep of the library writes text, json or markdown, not " + tensor::quoted(c.format), {"command line"}}, s);
  if (c.names.empty() && !c.all)
    return complain({"which function?", {"command line"}, {}, "fpcheck sweep FILE:FUNCTION --ref EXPR, fpcheck sweep expf sinf, or --all for each of CUDA's; --list names them"}, s);
  const auto functions = sweep::library_functions_named(c.names);
  if (!functions) return complain(functions.error(), s);
  const auto range = parse_range(c);
  if (!range) return complain(range.error(), s);
  const auto device = wants_device(c.on);
  if (!device) return complain(device.error(), s);
  swept_table table{*range, c.range.empty() && range->stride == 1, *device ? sweep::device_names()[0] : "", {}};
  if (*device && sweep::device_names().size() > 1) table.where = std::to_string(sweep::device_names().size()) + " x " + table.where;
  library_sweep sweep(*functions, *range, *device);
  auto rows = sweep_all(sweep, c.journal, s);
  if (!rows) return complain(rows.error(), s);
  if (rows->empty()) return exit_code::passed; // the first process reports
  table.rows = *std::move(rows);
  if (c.format == "json") write_json(table, s.out);
  else if (c.format == "markdown") write_markdown(table, s.out);
  else write_text(table, s.out);
  return verdict_of(table);
}

} // namespace fpcheck::cli
