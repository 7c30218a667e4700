#include <fpcheck/device/run.hpp>

#include "attention.hpp"
#include "card.hpp"

#include <fpcheck/tensor/dtype.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>

namespace fpcheck::device {
namespace {

constexpr std::uint32_t most_shared = 232448; // of a CTA

std::string in_mebibytes(std::uint64_t bytes) { return std::to_string((bytes + (1u << 20) - 1) >> 20) + " MiB"; }

diagnostic incomplete(std::string what, std::string hint = {}) { return {std::move(what), {}, {}, std::move(hint), exit_code::incomplete}; }

/// The kernels of a request on a card, twice: as they are and with their shadows.
class device_run {
public:
  device_run(card& on, const ptx::module& m, const exec::run_request& request, const std::vector<instrument::rewritten>& kernels, const plan& how)
      : on_(on), m_(m), request_(request), kernels_(kernels), how_(how), where_(layout_of(request, kernels)) {}

  result<outcome> run(const std::string& ptx) {
    out_.card = on_.name(), out_.bytes = memory_needed(where_, kernels_);
    out_.launches.resize(request_.launches.size());
    if (const auto ok = take_memory(); !ok) return tl::unexpected(ok.error());
    const auto before = bare_results(ptx);
    if (!before) return tl::unexpected(before.error());
    if (const auto ok = load_shadowed(); !ok) return tl::unexpected(ok.error());
    if (const auto ok = run_shadowed(); !ok) return tl::unexpected(ok.error());
    auto after = read_buffers();
    if (!after) return tl::unexpected(after.error());
    if (how_.keeps_shadow) {
      out_.shadow.resize(2 * where_.bytes);
      if (const auto ok = on_.download(out_.shadow, memory_[1]); !ok) return tl::unexpected(ok.error());
    }
    out_.other_bits = compare(*before, *after);
    out_.after = *std::move(after);
    if (out_.other_bits) {
      if (const auto ok = find_unsteady(ptx, *before); !ok) return tl::unexpected(ok.error());
    }
    if (const auto ok = time_launches(); !ok) return tl::unexpected(ok.error());
    return std::move(out_);
  }

  /// For `run_again`: the kernels are loaded, and there is memory for them.
  result<void> open(const std::string& ptx) {
    out_.launches.resize(request_.launches.size());
    out_.bytes = memory_needed(where_, kernels_);
    if (const auto ok = take_memory(); !ok) return ok;
    if (const auto ok = load_bare(ptx); !ok) return ok;
    return load_shadowed();
  }

  result<std::vector<std::vector<instrument::record>>> run_again() {
    if (const auto ok = run_shadowed(); !ok) return tl::unexpected(ok.error());
    std::vector<std::vector<instrument::record>> out;
    for (launch_outcome& l : out_.launches) out.push_back(std::move(l.records));
    return out;
  }

private:
  result<void> take_memory() {
    if (where_.bytes > most_arena_bytes) return tl::unexpected(incomplete("the buffers take " + in_mebibytes(where_.bytes) + ": records find their elements in 8192 MiB at most"));
    if (const std::uint64_t free = on_.free_bytes(); out_.bytes > free)
      return tl::unexpected(incomplete("the buffers and their shadow take " + in_mebibytes(out_.bytes) + " of the card's memory, of which " + in_mebibytes(free) + " are free"));
    std::size_t sites = 1;
    for (const instrument::rewritten& k : kernels_) sites = std::max(sites, k.sites.size());
    const std::pair<std::uint64_t, const char*> parts[] = {{where_.bytes, "the buffers"}, {2 * where_.bytes, "the shadow"}, {sites * sizeof(instrument::record), "the records"}};
    for (const auto& [bytes, what] : parts) {
      const auto a = on_.allocate(bytes, what);
      if (!a) return tl::unexpected(a.error());
      memory_.push_back(*a);
    }
    for (const std::uint64_t at : where_.buffers) bare_.push_back(memory_[0] + at);
    return {};
  }

  /// A module of its own, with its variables as they are at first.
  result<void> load_bare(const std::string& ptx) {
    void* module = nullptr;
    bare_kernels_.clear();
    for (std::size_t k = 0; k < kernels_.size(); ++k) {
      const auto bare = module == nullptr ? on_.load(ptx, request_.launches[k].kernel) : on_.find(module, request_.launches[k].kernel);
      if (!bare) return tl::unexpected(bare.error());
      module = bare->module;
      bare_kernels_.push_back(*bare);
      out_.launches[k].bare_registers = bare->registers;
    }
    return {};
  }

  result<void> load_shadowed() {
    std::map<std::string, loaded_kernel> known;
    for (std::size_t k = 0; k < kernels_.size(); ++k) {
      const auto [at, fresh] = known.try_emplace(kernels_[k].ptx);
      if (fresh) {
        const auto shadowed = on_.load(kernels_[k].ptx, request_.launches[k].kernel);
        if (!shadowed) return tl::unexpected(shadowed.error());
        at->second = *shadowed;
      }
      shadowed_kernels_.push_back(at->second);
      out_.launches[k].registers = at->second.registers;
      out_.launches[k].spilled = std::max(0, at->second.local_bytes - bare_kernels_[k].local_bytes);
    }
    return {};
  }

  result<void> place(const std::vector<piece>& pieces) {
    for (const piece& p : pieces)
      if (const auto ok = on_.upload(memory_[0] + p.at, p.bytes); !ok) return ok;
    return {};
  }

  /// The arena as it is before the first launch.
  result<void> reset() {
    if (const auto ok = on_.fill(memory_[0], 0, where_.bytes); !ok) return ok;
    if (const auto ok = place(first_contents(request_, m_, kernels_, where_)); !ok) return ok;
    for (std::size_t k = 0; k < request_.buffers.size(); ++k)
      if (request_.buffers[k].role == exec::buffer_role::output)
        if (const auto ok = on_.fill(memory_[0] + where_.buffers[k], 0xff, request_.buffers[k].data.size()); !ok) return ok;
    return {};
  }

  result<void> run_bare() {
    if (const auto ok = reset(); !ok) return ok;
    for (std::size_t k = 0; k < request_.launches.size(); ++k) {
      if (const auto ok = on_.set_symbols(request_.launches[k], bare_kernels_[k]); !ok) return ok;
      const auto seconds = on_.launch(request_.launches[k], bare_kernels_[k], bare_);
      if (!seconds) return tl::unexpected(seconds.error());
      out_.launches[k].bare_seconds = *seconds;
    }
    return {};
  }

  result<std::vector<std::vector<std::byte>>> bare_results(const std::string& ptx) {
    if (const auto ok = load_bare(ptx); !ok) return tl::unexpected(ok.error());
    if (const auto ok = run_bare(); !ok) return tl::unexpected(ok.error());
    return read_buffers();
  }

  /// Whether the kernels as they are leave other bits in one of some further runs.
  result<void> find_unsteady(const std::string& ptx, const std::vector<std::vector<std::byte>>& before) {
    constexpr int runs = 8;
    for (int n = 0; n < runs && !out_.other_bits->unsteady; ++n) {
      const auto again = bare_results(ptx);
      if (!again) return tl::unexpected(again.error());
      out_.other_bits->unsteady = compare(before, *again).has_value();
    }
    return {};
  }

  result<double> launch_shadowed(std::size_t k) {
    const exec::launch l = shadowed(request_.launches[k], m_, kernels_[k], where_);
    if (const auto ok = on_.set_symbols(l, shadowed_kernels_[k]); !ok) return tl::unexpected(ok.error());
    return on_.launch(l, shadowed_kernels_[k], memory_);
  }

  /// Of a kernel that stops only so, the code in it is at fault.
  static diagnostic own_fault(diagnostic d) {
    if (d.code == exit_code::findings) d.message += ", with shadows only", d.code = exit_code::internal_error;
    return d;
  }

  result<void> run_shadowed() {
    if (const auto ok = reset(); !ok) return ok;
    if (const auto ok = on_.fill(memory_[1], 0, 2 * where_.bytes); !ok) return ok;
    for (std::size_t k = 0; k < kernels_.size(); ++k) {
      const auto set = set_before(request_.launches[k], m_, kernels_[k], where_);
      if (const auto ok = place(set); !ok) return ok;
      for (const piece& p : set)
        if (const auto ok = on_.fill(memory_[1] + 2 * p.at, 0, 2 * p.bytes.size()); !ok) return ok;
      std::vector<instrument::record>& records = out_.launches[k].records;
      records.resize(kernels_[k].sites.size());
      if (const auto ok = on_.fill(memory_[2], 0, records.size() * sizeof(instrument::record)); !ok) return ok;
      const auto seconds = launch_shadowed(k);
      if (!seconds) return tl::unexpected(own_fault(seconds.error()));
      out_.launches[k].seconds = *seconds;
      if (const auto ok = on_.download(std::as_writable_bytes(std::span(records)), memory_[2]); !ok) return ok;
    }
    return {};
  }

  /// The first run of a kernel has costs of its own.
  result<void> time_launches() {
    for (std::uint32_t n = 0; n < how_.repeats; ++n)
      for (std::size_t k = 0; k < kernels_.size(); ++k) {
        const auto bare = on_.launch(request_.launches[k], bare_kernels_[k], bare_);
        const auto shadows = bare ? launch_shadowed(k) : bare;
        if (!shadows) return tl::unexpected(shadows.error());
        launch_outcome& l = out_.launches[k];
        l.bare_seconds = std::min(l.bare_seconds, *bare), l.seconds = std::min(l.seconds, *shadows);
      }
    return {};
  }

  result<std::vector<std::vector<std::byte>>> read_buffers() {
    std::vector<std::vector<std::byte>> out(request_.buffers.size());
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (request_.buffers[k].role == exec::buffer_role::input) continue;
      out[k].resize(request_.buffers[k].data.size());
      if (const auto ok = on_.download(out[k], bare_[k]); !ok) return tl::unexpected(ok.error());
    }
    return out;
  }

  static std::optional<difference> compare(const std::vector<std::vector<std::byte>>& a, const std::vector<std::vector<std::byte>>& b) {
    std::optional<difference> out;
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (a[k].empty() || std::memcmp(a[k].data(), b[k].data(), a[k].size()) == 0) continue;
      for (std::uint64_t at = 0; at < a[k].size(); ++at) {
        if (a[k][at] == b[k][at]) continue;
        if (!out) out = difference{k, at, 0, false};
        ++out->count;
      }
    }
    return out;
  }

  card& on_;
  const ptx::module& m_;
  const exec::run_request& request_;
  const std::vector<instrument::rewritten>& kernels_;
  const plan& how_;
  const arena_layout where_;
  std::vector<address> memory_, bare_; ///< arena, shadow, records; the buffers in the arena
  std::vector<loaded_kernel> bare_kernels_, shadowed_kernels_;
  outcome out_;
};

} // namespace

result<std::vector<instrument::rewritten>> rewrite_all(const exec::program& p, const exec::run_request& request, instrument::domain what, instrument::depth looks_for) {
  std::vector<instrument::rewritten> out;
  const ptx::module& m = *p.module;
  const engine_view view(p, request);
  for (const exec::launch& l : request.launches) {
    const auto at = std::find_if(m.functions.begin(), m.functions.end(), [&](const ptx::function& f) { return f.name == l.kernel && f.has_body; });
    if (at == m.functions.end()) return fail("no kernel " + l.kernel, {m.file});
    if (l.arguments.size() > at->parameters.size())
      return tl::unexpected(incomplete(l.kernel + " is given textures, tensor maps or tables of pointers: what these lead to has no shadow on the device yet"));
    if (l.cluster && l.cluster->count() > 1) return tl::unexpected(incomplete(l.kernel + " is launched in clusters: their shared memory has no shadow on the device yet"));
    auto r = instrument::rewrite(m, static_cast<ptx::index>(at - m.functions.begin()), what, {l.block.x, l.block.y, l.block.z}, view.attention_to(*at, l, looks_for));
    if (!r) return tl::unexpected(r.error());
    if (const std::uint32_t bytes = dynamic_shared(*r, l.dynamic_shared); bytes > most_shared)
      return tl::unexpected(incomplete(l.kernel + " with its shadow takes " + std::to_string(bytes) + " bytes of shared memory of a block: a card has " + std::to_string(most_shared)));
    out.push_back(*std::move(r));
  }
  return out;
}

std::uint64_t memory_needed(const arena_layout& where, const std::vector<instrument::rewritten>& kernels) {
  std::size_t sites = 1;
  for (const instrument::rewritten& k : kernels) sites = std::max(sites, k.sites.size());
  return 3 * where.bytes + sites * sizeof(instrument::record);
}

std::string problem(std::uint32_t device) {
  const cuda_driver& d = the_cuda_driver();
  if (!d.problem.empty()) return d.problem;
  if (device < d.names.size()) return {};
  return "there is no card " + std::to_string(device) + ": the driver has " + std::to_string(d.names.size());
}

result<outcome> run(const std::string& ptx, const ptx::module& m, const exec::run_request& request, const std::vector<instrument::rewritten>& kernels, const plan& how) {
  if (const std::string why = problem(how.device); !why.empty()) return tl::unexpected(incomplete("no device: " + why + "; run without --on gpu"));
  card on(the_cuda_driver(), how.device, how.seconds);
  if (const auto ok = on.open(); !ok) return tl::unexpected(incomplete("the card serves this process no more, after an earlier kernel that stopped: " + ok.error().message, "run this case by itself"));
  return device_run(on, m, request, kernels, how).run(ptx);
}

struct repeated_run::state {
  state(const ptx::module& m, exec::run_request r, std::vector<instrument::rewritten> k, const plan& how) : on(the_cuda_driver(), how.device, how.seconds), request(std::move(r)), kernels(std::move(k)), by(how), runs(on, m, request, kernels, by) {}
  card on;
  exec::run_request request;
  std::vector<instrument::rewritten> kernels;
  plan by;
  device_run runs;
};

repeated_run::repeated_run(std::unique_ptr<state> s) : state_(std::move(s)) {}
repeated_run::repeated_run(repeated_run&&) noexcept = default;
repeated_run::~repeated_run() = default;

result<repeated_run> repeated_run::open(const std::string& ptx, const ptx::module& m, const exec::run_request& request, std::vector<instrument::rewritten> kernels, const plan& how) {
  if (const std::string why = problem(how.device); !why.empty()) return tl::unexpected(incomplete("no device: " + why + "; run without --on gpu"));
  auto s = std::make_unique<state>(m, request, std::move(kernels), how);
  if (const auto ok = s->on.open(); !ok) return tl::unexpected(ok.error());
  if (const auto ok = s->runs.open(ptx); !ok) return tl::unexpected(ok.error());
  return repeated_run(std::move(s));
}

const std::vector<instrument::rewritten>& repeated_run::kernels() const { return state_->kernels; }

result<std::vector<std::vector<instrument::record>>> repeated_run::run(const exec::run_request& request) {
  state_->request.buffers = request.buffers;
  return state_->runs.run_again();
}

} // namespace fpcheck::device
