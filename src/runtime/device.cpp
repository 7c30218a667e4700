#include "device.hpp"

#include "launch_capture.hpp"
#include "replay_file.hpp"

#include <fpcheck/exec/placement.hpp>
#include <fpcheck/launch/signature.hpp>
#include <fpcheck/ptx/join.hpp>

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace fpcheck::runtime {
namespace {

using clock = std::chrono::steady_clock;
double since(clock::time_point t) { return std::chrono::duration<double>(clock::now() - t).count(); }

/// More than this is not kept for a chain: it is checked earlier then.
constexpr std::uint64_t most_chain_bytes = std::uint64_t{1} << 30;
constexpr double most_chain_seconds = 5, seconds_between_reports = 3;
constexpr std::uint32_t newest_sm = 90;
constexpr std::uint64_t most_captures = 64;

[[noreturn]] void give_up(const diagnostic& d) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s", d.text().c_str());
  _exit(static_cast<int>(exit_code::usage));
}

std::string own_path() {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  return n <= 0 ? "program" : std::filesystem::path(std::string(path, static_cast<std::size_t>(n))).filename().string();
}

/// Whether a word of the command line means the kernel.
bool means(const std::string& word, const std::string& kernel) {
  const launch::demangled_kernel d = launch::demangle_kernel(kernel);
  return word == kernel || word == d.base || d.display.starts_with(word);
}
bool any_means(const std::vector<std::string>& words, const std::string& kernel) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& w) { return means(w, kernel); });
}

/// Launches with the same key do the same to the same memory.
std::string key_of(const exec::launch& l) {
  std::string out = l.kernel + '\n';
  const auto add = [&](const auto& x) { out.append(reinterpret_cast<const char*>(&x), sizeof x); };
  add(l.grid), add(l.block), add(l.dynamic_shared), add(l.cluster.value_or(exec::dim3{0, 0, 0}));
  for (const exec::argument& a : l.arguments) out.append(reinterpret_cast<const char*>(a.bytes.data()), a.bytes.size());
  return out;
}

/// At the program's end, before what the engine made until now for itself is destroyed: handlers are called in the reverse order. So this
/// is asked for again whenever it may have made more; the first call counts.
void finish_at_exit() {
  std::atexit([] { device::instance().finish(); });
}

std::uint64_t address_of(const void* p) { return reinterpret_cast<std::uint64_t>(p); }

} // namespace

device& device::instance() {
  static device* const one = [] {
    const char* const text = std::getenv(session::program_settings_variable);
    if (text == nullptr) give_up({"this program was built against fpcheck's CUDA runtime, which runs it without a GPU", {}, {}, "fpcheck app PROGRAM"});
    prctl(PR_SET_PDEATHSIG, SIGTERM); // nobody waits for a program whose fpcheck is gone
    auto settings = session::read_program_settings(text);
    if (!settings) give_up(settings.error());
    auto memory = device_memory::reserve();
    if (!memory) give_up(memory.error());
    auto* const made = new device(*std::move(settings), *std::move(memory), own_path());
    made->write_report(); // the program is known to have come here, however it ends
    return made;
  }();
  static const bool asked = (finish_at_exit(), true);
  static_cast<void>(asked);
  return *one;
}

device::device(session::program_settings settings, std::unique_ptr<device_memory> memory, std::string program)
    : settings_(std::move(settings)), memory_(std::move(memory)), ledger_(std::move(program)) {}

program_module* device::add_module(std::vector<record::embedded_ptx> ptx, std::string missing) {
  auto m = std::make_unique<program_module>();
  for (record::embedded_ptx& p : record::best_ptx(std::move(ptx), newest_sm)) m->ptx.push_back(std::move(p.text));
  m->missing = std::move(missing);
  modules_.push_back(std::move(m));
  return modules_.back().get();
}

void device::add_library(program_module& m) {
  if (std::exchange(m.is_library, true)) return;
  library_ptx_.insert(library_ptx_.end(), m.ptx.begin(), m.ptx.end());
}

/// The kernel of a library in the module of the launches before it, so that shadows go through it: one chain is of one module.
program_kernel& device::as_part_of_program(program_kernel& k) {
  if (!k.module->is_library) {
    current_ = k.module;
    return k;
  }
  if (current_ == nullptr) return k;
  const auto [at, fresh] = library_kernels_.try_emplace({current_, k.name}, k);
  if (fresh) at->second = {current_, k.name, nullptr, nullptr, k.most_dynamic_shared, false};
  return find(at->second) == status::success ? at->second : k;
}

status device::load(program_module& m) {
  if (!m.loaded) {
    m.loaded = true;
    if (!m.is_library && !m.ptx.empty()) m.ptx.insert(m.ptx.end(), library_ptx_.begin(), library_ptx_.end());
    if (m.ptx.size() > 1) m.ptx = {ptx::join(m.ptx)}; // compiled apart, with -rdc=true
    for (std::string& text : m.ptx) {
      auto unit = module_image::load(std::move(text), ledger_.program() + ".ptx", *memory_);
      if (unit) m.units.push_back(*std::move(unit)), m.units.back()->shared_variables = m.variables;
      else m.missing = unit.error().message;
    }
    m.ptx.clear();
  }
  if (!m.units.empty()) return status::success;
  ledger_.incomplete(m.missing.empty() ? "a module of the program holds machine code only: add -gencode arch=compute_90,code=compute_90 (or set NVCC_APPEND_FLAGS to it)" : m.missing);
  return status::no_kernel_image;
}

status device::find(program_kernel& k) {
  if (k.code != nullptr) return status::success;
  if (const status s = load(*k.module); s != status::success) return s;
  for (const auto& unit : k.module->units)
    if (const ptx::function* const f = unit->kernel(k.name); f != nullptr) k.unit = unit.get(), k.code = f;
  if (k.code != nullptr) return status::success;
  ledger_.incomplete("no PTX of the program holds the kernel " + launch::demangle_kernel(k.name).display + (k.module->missing.empty() ? "" : ": " + k.module->missing));
  return status::invalid_device_function;
}

std::uint64_t device::find_variable(program_module& m, const std::string& name) {
  if (load(m) != status::success) return 0;
  for (const auto& unit : m.units) {
    const ptx::variable* const v = unit->variable(name);
    if (v == nullptr) continue;
    if (v->space == ptx::state_space::constant) return unit->place_constant(*v, *memory_);
    return unit->address_of(*v);
  }
  return 0;
}

exec::run_request device::request_of(const program_kernel& k, const launch_shape& shape, void* const* arguments) const {
  exec::run_request r;
  exec::launch l;
  l.kernel = k.name;
  l.grid = shape.grid, l.block = shape.block, l.cluster = shape.cluster;
  l.dynamic_shared = static_cast<std::uint32_t>(shape.dynamic_shared);
  for (std::size_t p = 0; p < k.code->parameters.size(); ++p) {
    const std::uint64_t bytes = k.unit->code().variables[k.code->parameters[p]].size;
    const auto* const from = static_cast<const std::byte*>(arguments[p]);
    l.arguments.push_back({{from, from + bytes}, {}});
  }
  l.symbols = k.unit->constants();
  r.launches.push_back(std::move(l));
  r.time_budget = settings_.launch_time;
  r.instruction_budget = std::uint64_t{1} << 60;
  return r;
}

namespace {

bool is_possible(const launch_shape& s) {
  const auto fits = [](const exec::dim3& d, std::uint32_t x, std::uint32_t y, std::uint32_t z) { return d.x != 0 && d.y != 0 && d.z != 0 && d.x <= x && d.y <= y && d.z <= z; };
  return fits(s.grid, 0x7fffffffu, 65535, 65535) && fits(s.block, 1024, 1024, 64) && s.block.count() <= 1024;
}

} // namespace

status device::launch(program_kernel& asked, const launch_shape& shape, void* const* arguments) {
  if (sticky_ != status::success) return sticky_;
  program_kernel& k = as_part_of_program(asked);
  if (!is_possible(shape)) return status::invalid_configuration;
  if (shape.dynamic_shared > 232448) return status::invalid_value;
  if (const status s = find(k); s != status::success) return s;
  const auto& most = k.code->maxntid;
  if (most[0] != 0 && shape.block.count() > std::uint64_t{most[0]} * std::max(most[1], 1u) * std::max(most[2], 1u)) return status::out_of_resources;
  const exec::run_request request = request_of(k, shape, arguments);
  const exec::launch& l = request.launches[0];
  ++launches_;
  repeat& past = repeats_[key_of(l)];
  const bool again = past.runs != 0 && past.epoch == epoch_; // nothing happened to memory since it ran last
  if (again && past.unchanged) {
    choose(k.name); // it counts, and has been checked if it was to be
    ledger_.repeated(k.name);
    return status::success;
  }
  const bool wanted = extend_chain(k, l);
  std::optional<chain> before;
  if (again) before = snapshot(k, l);
  const bool captured = wanted && !settings_.captures.empty() && captured_ < most_captures;
  const status s = captured ? run_captured(k, request) : run(k, request);
  const bool changed = !before || printed_ || is_changed(*before);
  if (changed) ++epoch_;
  past = {epoch_, past.runs + 1, !changed};
  if (!std::exchange(k.launched, true)) finish_at_exit();
  if (since(written_) > seconds_between_reports) write_report();
  const bool alone = any_means(settings_.which.alone, k.name);
  if (s != status::success || alone || settings_.blocks != 0 || chain_.launches.size() >= settings_.chain || chain_.bytes() > most_chain_bytes || chain_.bare_seconds > most_chain_seconds) close_chain();
  return s;
}

/// What the launch can reach, as it is now.
chain device::snapshot(const program_kernel& k, const exec::launch& l) {
  note_writes(chain_, *memory_); // they are counted anew from here
  chain out;
  out.module = k.unit;
  capture(out, *memory_, l.arguments);
  return out;
}

/// Whether memory is not as it was; of what the host shares nobody knows.
bool device::is_changed(const chain& before) {
  return std::any_of(before.buffers.begin(), before.buffers.end(), [&](const captured_buffer& b) {
    return host_sees(b.kind) || std::memcmp(b.bytes.data(), reinterpret_cast<const void*>(b.base), b.bytes.size()) != 0;
  });
}

bool device::may_be_wanted() const {
  const session::launch_choice& w = settings_.which;
  if (w.numbers.empty() || w.last) return true;
  return chosen_ <= *std::max_element(w.numbers.begin(), w.numbers.end());
}

/// Whether the launch that comes is to be checked.
bool device::choose(const std::string& kernel) {
  const session::launch_choice& w = settings_.which;
  if ((!w.kernels.empty() || !w.alone.empty()) && !any_means(w.kernels, kernel) && !any_means(w.alone, kernel)) return false;
  const std::uint64_t number = ++chosen_;
  if (!w.numbers.empty() || w.last) return std::find(w.numbers.begin(), w.numbers.end(), number) != w.numbers.end();
  return (number - 1) % w.every == 0;
}

/// Whether the launch was asked for.
bool device::extend_chain(const program_kernel& k, const exec::launch& l) {
  const bool wanted = choose(k.name);
  const bool alone = any_means(settings_.which.alone, k.name);
  const bool spent = checking_ >= settings_.budget;
  if (chain_.module != k.unit || alone || spent) close_chain();
  if (spent && wanted) ledger_.unaffordable(k.name);
  if (spent) return wanted;
  if (!settings_.which.alone.empty() && !alone && settings_.which.kernels.empty()) return wanted;
  if (!may_be_wanted() && !wanted && chain_.empty()) return wanted;
  chain_.module = k.unit;
  chain_.wanted |= wanted;
  capture(chain_, *memory_, l.arguments);
  chain_.launches.push_back(l);
  chain_.numbers.push_back(launches_);
  return wanted;
}

/// As run(), with a capture of the launch for the user.
status device::run_captured(program_kernel& k, const exec::run_request& request) {
  ++captured_;
  record::capture c = capture_of(snapshot(k, request.launches[0]), request.launches[0], launches_, ledger_.program());
  const status s = run(k, request);
  if (s != status::success) return s;
  note_changes(c);
  if (const auto ok = save(c, settings_.captures); !ok) ledger_.note(ok.error().message);
  return s;
}

status device::run(program_kernel& k, const exec::run_request& request) {
  const auto start = clock::now();
  const auto done = exec::run_resident(k.unit->program(), request, memory_->regions());
  const double seconds = since(start);
  ledger_.launched(k.name, seconds);
  chain_.bare_seconds += seconds;
  if (!done) {
    ledger_.incomplete(done.error().message);
    return sticky_ = status::launch_failure;
  }
  printed_ = !done->printed.empty();
  for (const std::string& text : done->printed) std::fputs(text.c_str(), stdout);
  return failed(*done, *k.unit);
}

status device::failed(const exec::run_record& run, const module_image& unit) {
  for (const exec::incomplete_record& r : run.incomplete) {
    ledger_.incomplete(r.what + (r.pc < unit.program().ops.size() ? " (PTX line " + std::to_string(unit.program().ops[r.pc].ptx_line) + ")" : ""));
    sticky_ = status::launch_failure;
  }
  for (const exec::fault_record& f : run.faults) {
    if (!chain_.empty()) chain_.faults.push_back(f);
    if (f.kind == exec::fault::out_of_bounds || f.kind == exec::fault::null_access || f.kind == exec::fault::read_only_write) sticky_ = status::illegal_address;
    if (f.kind == exec::fault::misaligned) sticky_ = status::misaligned;
    if (f.kind == exec::fault::assertion) sticky_ = status::assertion;
    if (f.kind == exec::fault::trap) sticky_ = status::launch_failure;
  }
  return sticky_;
}

void* device::allocate(std::uint64_t bytes, memory_kind kind) {
  ++epoch_;
  static std::uint64_t count = 0;
  const allocation* const a = memory_->allocate(bytes, kind, "allocation " + std::to_string(++count));
  return a == nullptr ? nullptr : reinterpret_cast<void*>(a->base);
}

status device::release(void* p) {
  ++epoch_;
  if (!memory_->release(address_of(p))) return status::invalid_value;
  if (chain_.empty()) memory_->forget_freed();
  return sticky_;
}

bool device::is_shared(std::uint64_t address) const {
  const allocation* const a = memory_->find(address);
  return a != nullptr && host_sees(a->kind);
}

/// A copy or fill becomes a launch of the chain, so that shadows go with it.
void device::add_elements(const char* kernel, std::uint64_t to, std::uint64_t from, std::uint64_t count) {
  exec::launch l;
  l.kernel = kernel;
  l.grid.x = static_cast<std::uint32_t>((count + 255) / 256), l.block.x = 256;
  for (const std::uint64_t word : {to, from, count}) {
    const auto* const first = reinterpret_cast<const std::byte*>(&word);
    l.arguments.push_back({{first, first + 8}, {}});
  }
  chain_.launches.push_back(std::move(l));
  chain_.numbers.push_back(0);
  if (captured_buffer* const b = chain_.find(to); b != nullptr) b->written = true; // the program's own memory is written without a launch
}

status device::copy(void* to, const void* from, std::uint64_t bytes, host_side host) {
  if (bytes == 0 || sticky_ != status::success) return sticky_;
  const std::uint64_t t = address_of(to), f = address_of(from);
  const bool to_device = memory_->contains(t), from_device = memory_->contains(f);
  if ((to_device && memory_->region_of(t, bytes) == nullptr) || (from_device && memory_->region_of(f, bytes) == nullptr)) return status::invalid_value;
  const bool holds_to = to_device && chain_.find(t) != nullptr, holds_from = from_device && chain_.find(f) != nullptr;
  const bool to_host = !to_device || is_shared(t); // the host looks at the bytes next
  if ((holds_to && !from_device) || (holds_from && to_host)) close_chain();
  if (!chain_.empty() && to_device && from_device && (holds_to || holds_from)) {
    capture(chain_, *memory_, t);
    capture(chain_, *memory_, f);
    const std::uint64_t words = t % 4 == 0 && f % 4 == 0 ? bytes / 4 : 0;
    if (words != 0) add_elements(copy_words, t, f, words);
    if (bytes != 4 * words) add_elements(copy_bytes, t + 4 * words, f + 4 * words, bytes - 4 * words);
  }
  std::memmove(to, from, bytes);
  if (to_device) {
    ++epoch_;
    if (from_device) memory_->copy_definedness(t, f, bytes);
    else memory_->define(t, bytes);
  }
  return host == host_side::waits ? synchronize() : sticky_;
}

status device::fill(void* to, unsigned value, std::uint64_t bytes) {
  if (bytes == 0) return sticky_;
  const std::uint64_t t = address_of(to);
  if (!memory_->contains(t) || memory_->region_of(t, bytes) == nullptr) return status::invalid_value;
  if (!chain_.empty() && chain_.find(t) != nullptr) {
    const std::uint64_t words = t % 4 == 0 ? bytes / 4 : 0;
    if (words != 0) add_elements(fill_words, t, (value & 0xffu) * 0x01010101u, words);
    if (bytes != 4 * words) add_elements(fill_bytes, t + 4 * words, value & 0xffu, bytes - 4 * words);
  }
  std::memset(to, static_cast<int>(value), bytes);
  ++epoch_;
  memory_->define(t, bytes);
  return sticky_;
}

status device::synchronize() {
  const auto shared = [](const captured_buffer& b) { return host_sees(b.kind); };
  if (std::any_of(chain_.buffers.begin(), chain_.buffers.end(), shared)) close_chain();
  return sticky_;
}

namespace {

/// What calls with such words in their names are about.
constexpr std::pair<std::string_view, std::string_view> subjects[] = {
    {"Texture", "textures"}, {"Surface", "surfaces"}, {"Array", "arrays for textures"}, {"Mipmapped", "textures"}, {"ChannelDesc", "textures"}, {"Graph", "CUDA graphs"}, {"Capture", "CUDA graphs"},
    {"Library", "code that is loaded while the program runs"}, {"DriverEntryPoint", "the driver's interface"}, {"Ipc", "memory of other processes"}, {"External", "memory of other interfaces"},
    {"EGL", "graphics"}, {"GL", "graphics"}, {"VDPAU", "graphics"}, {"Graphics", "graphics"}, {"Peer", "several devices"}};

} // namespace

status device::refuse(std::string_view name) {
  const auto about = std::find_if(std::begin(subjects), std::end(subjects), [&](const auto& s) { return name.find(s.first) != std::string_view::npos; });
  ledger_.incomplete(std::string(name) + " is not modelled" + (about == std::end(subjects) ? "" : ": " + std::string(about->second)));
  return status::not_supported;
}

void device::close_chain() {
  chain c = std::exchange(chain_, chain{});
  if (!c.empty()) {
    note_writes(c, *memory_);
    if (c.wanted) check(std::move(c));
    else if (settings_.which.last) last_ = std::move(c);
  }
  memory_->forget_freed();
}

void device::check(chain c) {
  const auto start = clock::now();
  std::fflush(stdout);
  const auto parts = runtime::check(c, sources_, std::max(10.0, settings_.budget - checking_), settings_.blocks);
  checking_ += since(start);
  if (!parts) return ledger_.incomplete(parts.error().message);
  for (const checked_chain& part : *parts) {
    const bool kept = !settings_.replays.empty() && ledger_.wants_replay(part);
    ledger_.checked(c, part);
    if (!kept) continue;
    const auto command = write_replay(settings_.replays, *c.module, part);
    if (command) ledger_.add_replay(part, *command);
    else ledger_.note(command.error().message);
  }
  if (!finished_) finish_at_exit();
  if (ledger_.has_news() || since(written_) > seconds_between_reports) write_report();
}

/// Written again and again, so that something is there where the program is ended from outside.
void device::write_report() {
  written_ = clock::now();
  if (settings_.report.empty()) return;
  const std::string path = settings_.report + "/" + std::to_string(getpid()) + ".json";
  const std::string fresh = path + ".new";
  std::ofstream(fresh) << report::write_json(ledger_.document());
  std::rename(fresh.c_str(), path.c_str());
}

void device::finish() {
  const std::scoped_lock guard(lock_);
  if (std::exchange(finished_, true)) return;
  close_chain();
  if (last_ && settings_.which.last) check(*std::exchange(last_, std::nullopt));
  write_report();
}

} // namespace fpcheck::runtime
