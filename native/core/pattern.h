#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data.h"

namespace breakeven {

/// Drawn once a process, and stored with its results. Which runs are checked, on which values and
/// over which contents of the output follows it: no program can know that beforehand.
std::uint64_t secret_seed();
/// In hexadecimal digits.
std::string secret_text();
/// The next random bits that follow it.
std::uint64_t next_secret();

/// One thread writes so much in a few microseconds, to the cache that a run leaves it in.
inline constexpr std::size_t small_output_bytes = 256 << 10;

/// Random bits over every array of an output, other ones each time, so that what is never written
/// is seen and no program knows an output that is looked at from another. Elements that the
/// reference leaves out get what the expected answer has there.
class Pattern {
 public:
  /// `threads`: those that write the output in a run; 0 where a device does. `expected`: of a
  /// reference that may leave elements out; null for others.
  Pattern(Data& output, std::shared_ptr<const Data> expected, int threads);

  /// Each thread writes the part that it writes in a run, so that lines stay in its cache.
  void write();
  /// Another value in one random element of each array, in no time; nothing where the reference may
  /// leave it out.
  void poke();
  /// As `write`, and leaves every byte as it is.
  void touch();
  /// Whether these bytes of an array, by its index, are those of the last pattern.
  bool is_untouched(std::size_t array, std::size_t at, const std::byte* data,
                    std::size_t bytes) const;
  /// Names the first element of 8 bytes or more that differs from the expected one and is that of
  /// the last pattern, or poison of a device: "pixels[17] was never written". A tolerance may allow
  /// a few wrong ones; smaller elements can have these bits by chance.
  std::string unwritten_element(const Data& expected) const;
  /// Of the output.
  std::size_t bytes() const { return bytes_; }
  /// Whether the caches are then not as a run leaves them: threads of a run may share the work in
  /// another way, and write past the caches. The lines of a few hundred numbers take no time that
  /// shows.
  bool moves_lines() const { return bytes_ > (threads_ > 1 ? few_bytes : small_output_bytes); }

 private:
  static constexpr std::size_t few_bytes = 1 << 10;
  static constexpr std::size_t block_words = 512;

  template <class F>
  void each_part(const F& part);
  void write_part(std::byte* data, std::size_t array, std::size_t begin, std::size_t end) const;
  std::uint64_t key_of(std::size_t array, std::size_t block) const;

  Data& output_;
  std::shared_ptr<const Data> expected_;
  int threads_;
  std::size_t bytes_ = 0;
  /// Where each array lies: naming them takes longer than writing an element.
  std::vector<DataArray> arrays_;
  std::uint64_t generation_ = 0;
  /// Small enough to take no room in a cache from the data of the case.
  std::array<std::uint64_t, block_words> block_{};
};

}  // namespace breakeven
