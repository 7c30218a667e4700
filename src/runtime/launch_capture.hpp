#pragma once
// A launch of the program as a file, in the form of fpcheck record.
#include <fpcheck/record/capture.hpp>

#include "chain.hpp"

namespace fpcheck::runtime {

/// The launch `l`, before it is made; `reached` is a chain that captured what it can reach.
record::capture capture_of(const chain& reached, const exec::launch& l, std::uint64_t number, const std::string& program);
/// The launch was made: what it changed.
void note_changes(record::capture& c);
/// Writes it into a folder, which is made. Error: that fails.
result<void> save(const record::capture& c, const std::string& folder);

} // namespace fpcheck::runtime
