#include "input-hash.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "cancel.h"
#include "sha256.h"

namespace breakeven {
namespace {

constexpr std::size_t piece = std::size_t{8} << 20;

std::string hash_of(const std::vector<std::span<const std::byte>>& parts) {
  Sha256 hash;
  for (const auto& part : parts) {
    for (std::size_t begin = 0; begin < part.size(); begin += piece) {
      check_cancelled();
      hash.add(part.subspan(begin, std::min(piece, part.size() - begin)));
    }
  }
  return hex_of(hash.finish());
}

}  // namespace

void identify_input(const Workload& workload, Prepared& prepared, CaseResult& result) {
  if (prepared.input_sha256.empty()) {
    const auto parts = workload.input_parts(*prepared.input);
    if (parts.empty()) return;
    prepared.input_sha256 = hash_of(parts);
  }
  result.attributes["inputSha256"] = prepared.input_sha256;
}

}  // namespace breakeven
