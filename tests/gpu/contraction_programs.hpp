#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

/// PTX programs by number, full of products and sums that an assembler may fuse.
namespace gpu {

/// Arithmetic types of the programs.
struct program_type {
  const char* word;   ///< "f32"
  const char* reg;    ///< of its registers
  const char* bits;   ///< of a load or store
  std::uint32_t bytes;
  bool flushes, saturates; ///< has .ftz, .sat
};
inline constexpr std::array<program_type, 4> program_types{{{"f32", "f32", "f32", 4, true, true},
                                                            {"f64", "f64", "f64", 8, false, false},
                                                            {"f16x2", "b32", "b32", 4, true, true},
                                                            {"bf16x2", "b32", "b32", 4, false, false}}};
inline constexpr std::uint32_t programs_in_module = 100, modules = 100, program_threads = 32, program_inputs = 6, program_outputs = 6;

/// Writes the body of one program. Common subexpressions are left out: what becomes of them is not the rule's matter.
class program_writer {
public:
  program_writer(const program_type& type, std::uint64_t seed) : type_(type), random_(seed) {}

  std::string body() {
    for (int k = 0; k < static_cast<int>(program_inputs); ++k) fresh("%v" + std::to_string(k));
    const int segments = 1 + draw(3);
    for (int s = 0; s < segments; ++s) segment(s);
    store_all();
    return std::move(text_);
  }
  int registers() const { return static_cast<int>(root_.size()); }

private:
  struct signed_root {
    int value;
    bool negative;
  };
  int draw(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool chance(int percent) { return draw(100) < percent; }

  void fresh(const std::string& name) {
    names_.push_back(name);
    root_.push_back({next_++, false});
  }
  int any() { return chance(60) && names_.size() > 5 ? static_cast<int>(names_.size()) - 1 - draw(5) : draw(static_cast<int>(names_.size())); }

  /// The first operand. Within a loop it changes from round to round: what does not would be moved out of it.
  int first() { return varying_.empty() ? any() : varying_[static_cast<std::size_t>(draw(static_cast<int>(varying_.size())))]; }

  /// The destination of a result: mostly a new register, sometimes one that is written again.
  int destination() {
    if (chance(85)) {
      fresh("%v" + std::to_string(names_.size()));
      return static_cast<int>(names_.size()) - 1;
    }
    const int d = any();
    root_[static_cast<std::size_t>(d)] = {next_++, false};
    return d;
  }
  void varies(int r) {
    if (!varying_.empty()) varying_.push_back(r);
  }
  std::string name(int r) const { return names_[static_cast<std::size_t>(r)]; }
  signed_root root(int r) const { return root_[static_cast<std::size_t>(r)]; }
  std::string words(bool may_saturate) {
    std::string out = type_.flushes && (flush_ ? !chance(10) : chance(10)) ? ".ftz" : "";
    if (may_saturate && type_.saturates && chance(10)) out += ".sat";
    return out + '.' + type_.word;
  }
  void line(const std::string& s) { text_ += "  " + s + ";\n"; }

  /// One instruction; nothing where it would repeat another.
  void instruction(bool predicated) {
    const int kind = draw(100);
    if (kind < 8) return carry("mov." + std::string(type_.bits[0] == 'b' ? "b32" : type_.word), false);
    if (kind < 18) return carry(std::string("neg.") + type_.word, true);
    const int a = first(), b = any(), c = any();
    const std::string operation = kind < 55 ? "mul" : kind < 75 ? "add" : kind < 92 ? "sub" : "fma";
    if (operation != "mul" && operation != "fma" && root(a).value == root(b).value) return;
    if (!seen_.emplace(operation == "sub" ? "add" : operation, std::min(root(a).value, root(b).value), std::max(root(a).value, root(b).value),
                       operation == "fma" ? root(c).value : -1).second) return;
    const std::string rounding = operation == "fma" || chance(4) ? ".rn" : "";
    const std::string guard = predicated && chance(30) ? (chance(50) ? "@%p " : "@!%p ") : "";
    const std::string from = ", " + name(a) + ", " + name(b) + (operation == "fma" ? ", " + name(c) : "");
    const std::string suffix = words(operation != "mul" || chance(20));
    const int d = guard.empty() ? destination() : any();
    root_[static_cast<std::size_t>(d)] = {next_++, false};
    varies(d);
    line(guard + operation + rounding + suffix + " " + name(d) + from);
  }
  void carry(const std::string& operation, bool negates) {
    const int a = first();
    const signed_root from = root(a);
    const std::string source = name(a);
    const int d = destination();
    // A negation of two bfloat16 is arithmetic: equal ones would be merged.
    root_[static_cast<std::size_t>(d)] = {from.value, from.negative != negates};
    varies(d);
    line(operation + " " + name(d) + ", " + source);
  }
  void run(int most, bool predicated) {
    for (int n = 1 + draw(most); n > 0; --n) instruction(predicated);
  }
  void compare(const std::string& p) {
    const int a = draw(6), b = (a + 1 + draw(5)) % 6; // what compares a number with itself is known beforehand
    if (root(a).value == root(b).value) return line("setp.lt.u32 " + p + ", %t, 13");
    if (type_.bits[0] == 'b') return line("setp.lt.u32 " + p + ", " + name(a) + ", 0x48004800");
    const int other = chance(50) ? any() : a;
    line("setp.lt." + std::string(type_.word) + " " + p + ", " + name(root(other).value == root(b).value ? a : other) + ", " + name(b));
  }
  void renew() {
    for (signed_root& r : root_) r = {next_++, false};
  }

  void segment(int number) {
    const std::string l = "$L" + std::to_string(number);
    flush_ = chance(50);
    run(14, false);
    switch (draw(7)) {
    case 0: // a label that nothing jumps to
      text_ += l + ":\n";
      break;
    case 1: // a branch to the next instruction
      line("bra " + l);
      text_ += l + ":\n";
      break;
    case 2: // what some lanes skip
    case 3: {
      compare("%p");
      line("@%p bra " + l);
      const auto kept = names_.size();
      run(8, false);
      store(draw(2)); // a branch around nothing would go
      text_ += l + ":\n";
      forget(kept);
      break;
    }
    case 4: // a loop
      line("mov.u32 %n, 0");
      text_ += l + ":\n";
      line(".pragma \"nounroll\""); // a product that the next round adds would meet it in one block
      renew();
      varying_ = {any()};
      line(std::string("add.rn.") + type_.word + " " + name(varying_[0]) + ", " + name(varying_[0]) + ", " + name(draw(6)));
      run(10, false); // what is made here is read behind the loop too: it runs at least once
      varying_.clear();
      line("add.u32 %n, %n, 1");
      line("setp.lt.u32 %q, %n, %m");
      line("@%q bra " + l);
      renew();
      break;
    case 5:
      compare("%p");
      run(6, true);
      break;
    default: break;
    }
    if (chance(30)) store(draw(2));
  }
  /// Registers made where not every lane came by are not named again.
  void forget(std::size_t kept) {
    for (std::size_t k = kept; k < names_.size(); ++k) names_[k] = names_[static_cast<std::size_t>(draw(6))];
    renew();
  }

  void store(int output) { line("st.global." + std::string(type_.bits) + " [%po+" + std::to_string(static_cast<int>(type_.bytes) * output) + "], " + name(any())); }
  void store_all() {
    for (int k = 2; k < static_cast<int>(program_outputs); ++k) store(k);
  }

  const program_type& type_;
  std::mt19937_64 random_;
  std::vector<std::string> names_;
  std::vector<signed_root> root_;
  std::set<std::tuple<std::string, int, int, int>> seen_;
  std::vector<int> varying_; ///< within a loop: registers that change in it
  std::string text_;
  int next_ = 0;
  bool flush_ = false;
};

inline const program_type& type_of_module(std::uint32_t module) { return program_types[module % program_types.size()]; }

/// Kernel "k<number>(in, out, rounds)": a thread reads six numbers and writes six.
inline std::string program_text(const program_type& t, std::uint32_t number, std::uint64_t seed) {
  program_writer w(t, seed);
  const std::string body = w.body();
  std::string out = ".visible .entry k" + std::to_string(number) + "(.param .u64 in, .param .u64 out, .param .u32 rounds)\n{\n  .reg ." + t.reg + " %v<" +
                    std::to_string(w.registers() + 1) + ">;\n  .reg .pred %p, %q;\n  .reg .b32 %m, %n, %t;\n  .reg .b64 %pi, %po, %o;\n" +
                    "  ld.param.u64 %pi, [in];\n  ld.param.u64 %po, [out];\n  ld.param.u32 %m, [rounds];\n  mov.u32 %t, %tid.x;\n  mul.wide.u32 %o, %t, " +
                    std::to_string(program_inputs * t.bytes) + ";\n  add.u64 %pi, %pi, %o;\n  add.u64 %po, %po, %o;\n";
  for (unsigned k = 0; k < program_inputs; ++k)
    out += "  ld.global." + std::string(t.bits) + " %v" + std::to_string(k) + ", [%pi+" + std::to_string(k * t.bytes) + "];\n";
  for (unsigned k = 0; k < 2; ++k) out += "  st.global." + std::string(t.bits) + " [%po+" + std::to_string(k * t.bytes) + "], %v" + std::to_string(k) + ";\n";
  return out + body + "  ret;\n}\n";
}
inline std::string module_text(std::uint32_t module) {
  std::string out = ".version 8.0\n.target sm_90\n.address_size 64\n";
  for (std::uint32_t k = 0; k < programs_in_module; ++k)
    out += program_text(type_of_module(module), k, std::uint64_t{0x9e3779b97f4a7c15} * (module * programs_in_module + k + 1));
  return out;
}

/// Numbers of ordinary size, and with .ftz some that are flushed: a module's inputs, one after the other.
inline std::vector<std::byte> module_inputs(std::uint32_t module) {
  const program_type& t = type_of_module(module);
  std::mt19937_64 random(module + 77);
  std::vector<std::byte> out(program_threads * program_inputs * t.bytes);
  for (std::size_t at = 0; at < out.size(); at += t.bytes) {
    const std::uint64_t r = random();
    const std::uint64_t sign = r & 1, scale = (r >> 1) % 4, tiny = (r >> 3) % 8 == 0, fraction = r >> 12;
    const auto half = [&](std::uint64_t bits) { return ((bits & 1) << 15) | ((tiny ? 5 : 13 + scale) << 10) | ((bits >> 1) & 0x3ff); };
    const auto bfloat = [&](std::uint64_t bits) { return ((bits & 1) << 15) | ((125 + scale) << 7) | ((bits >> 1) & 0x7f); };
    std::uint64_t code = 0;
    if (t.word == program_types[0].word) code = (sign << 31) | ((tiny ? 62 + scale : 125 + scale) << 23) | (fraction & 0x7fffff);
    if (t.word == program_types[1].word) code = (sign << 63) | ((1021 + scale) << 52) | fraction;
    if (t.word == program_types[2].word) code = half(fraction) | (half(fraction >> 16) << 16);
    if (t.word == program_types[3].word) code = bfloat(fraction) | (bfloat(fraction >> 16) << 16);
    std::memcpy(out.data() + at, &code, t.bytes);
  }
  return out;
}

} // namespace gpu
