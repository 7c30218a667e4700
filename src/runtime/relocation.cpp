#include "relocation.hpp"

#include <algorithm>
#include <cstring>

namespace fpcheck::runtime {

relocation::relocation(const exec::program& code, const module_image& module, const std::vector<exec::buffer>& buffers, const std::vector<std::uint64_t>& bases) {
  // As exec::run places them: the module's variables, then the buffers.
  exec::global_memory like;
  const auto& variables = code.module->variables;
  for (std::size_t k = 0; k < variables.size(); ++k) {
    if (variables[k].space != ptx::state_space::global) continue;
    const std::uint64_t bytes = std::max<std::uint64_t>(variables[k].size, 1);
    stretches_[module.program().symbol_address[k]] = {bytes, like.allocate({}, bytes).base};
    like.regions().back()->data = {};
  }
  for (std::size_t k = 0; k < buffers.size(); ++k) {
    placed_.push_back(like.allocate({}, exec::region_bytes::view_of(buffers[k].data)).base);
    if (bases[k] != 0) stretches_[bases[k]] = {std::max<std::uint64_t>(buffers[k].data.size(), 1), placed_.back()};
  }
}

void relocation::apply(std::vector<std::byte>& bytes) const {
  if (stretches_.empty()) return;
  const std::uint64_t low = stretches_.begin()->first, high = stretches_.rbegin()->first + stretches_.rbegin()->second.bytes;
  for (std::size_t k = 0; k + 8 <= bytes.size(); k += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + k, 8);
    if (word < low || word > high) continue;
    const auto s = std::prev(stretches_.upper_bound(word));
    if (word - s->first > s->second.bytes) continue; // one behind the end is an address too
    word = word - s->first + s->second.moved;
    std::memcpy(bytes.data() + k, &word, 8);
  }
}

} // namespace fpcheck::runtime
