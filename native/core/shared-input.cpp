#include "shared-input.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "errors.h"
#include "first-touch.h"
#include "parallel.h"

namespace breakeven {
namespace {

/// Bytes that one thread copies without asking for more.
constexpr std::size_t piece = std::size_t{4} << 20;

/// What the memory begins with.
struct Header {
  char magic[16] = "breakeven input";
  std::size_t number_bytes = 0;
  std::size_t arrays_at = 0;
  std::size_t bytes = 0;
};

std::string sentence(const MemoryName& name, const std::string& fault, int error = 0) {
  return "the shared memory " + name.path + " " + fault +
         (error == 0 ? std::string() : std::string(": ") + std::strerror(error));
}

[[noreturn]] void refuse(const MemoryName& name, const std::string& fault, int error = 0) {
  throw std::runtime_error(sentence(name, fault, error));
}

/// A memory that is open.
class Open {
 public:
  Open(const MemoryName& name, int flags) : file_(open(name.path.c_str(), flags | O_CLOEXEC)) {
    if (file_ < 0) throw NotFound(sentence(name, "cannot be opened", errno));
    struct stat status{};
    const bool known = fstat(file_, &status) == 0;
    const std::string identity =
        std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
    if (!known || !S_ISREG(status.st_mode) || status.st_uid != geteuid() ||
        identity != name.identity) {
      close(file_);
      refuse(name, "is another one than was named");
    }
    bytes_ = static_cast<std::size_t>(status.st_size);
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
  ~Open() { close(file_); }

  int file() const { return file_; }
  std::size_t bytes() const { return bytes_; }

 private:
  int file_;
  std::size_t bytes_ = 0;
};

}  // namespace

/// Pages of a memory in this process.
class Mapping {
 public:
  Mapping(const MemoryName& name, int file, std::size_t bytes, int protection) : bytes_(bytes) {
    // A fault for each page that is written costs more than all of them at once.
    const int flags = MAP_SHARED | ((protection & PROT_WRITE) != 0 ? MAP_POPULATE : 0);
    void* const at = mmap(nullptr, bytes, protection, flags, file, 0);
    if (at == MAP_FAILED) refuse(name, "cannot be mapped", errno);
    at_ = static_cast<std::byte*>(at);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() { munmap(at_, bytes_); }

  std::span<std::byte> bytes() const { return {at_, bytes_}; }

 private:
  std::byte* at_ = nullptr;
  std::size_t bytes_;
};

namespace {

/// Everything but the two Data.
void describe(Members& each, Prepared& prepared) {
  std::map<std::string, Values::Scalar> decided = prepared.decided.all();
  each(prepared.key, decided, prepared.sha256, prepared.input_sha256, prepared.hashes,
       prepared.expected_hashes);
  for (const auto& [id, value] : decided) prepared.decided.set(id, value);
}

}  // namespace

void write_shared(const MemoryName& name, const Prepared& prepared) {
  Members written;
  Prepared description = prepared;
  describe(written, description);
  prepared.input->members(written);
  // Writing its members changes none of them.
  const_cast<Data&>(*prepared.expected).members(written);
  Header header;
  header.number_bytes = written.numbers().size();
  header.arrays_at =
      (sizeof header + header.number_bytes + Members::page - 1) / Members::page * Members::page;
  header.bytes = header.arrays_at + written.array_bytes();
  const Open memory(name, O_RDWR);
  if (memory.bytes() != 0) refuse(name, "is not empty");
  // Pages that are not there are an error now, and no signal later.
  const int error = posix_fallocate(memory.file(), 0, static_cast<off_t>(header.bytes));
  if (error != 0) refuse(name, "has no room", error);
  const Mapping mapping(name, memory.file(), header.bytes, PROT_READ | PROT_WRITE);
  std::byte* const begin = mapping.bytes().data();
  std::memcpy(begin + sizeof header, written.numbers().data(), header.number_bytes);
  for (const auto& [bytes, offset] : written.contents()) {
    std::byte* const to = begin + header.arrays_at + offset;
    parallel_for(bytes.size(), piece, [&, from = bytes.data()](std::size_t first, std::size_t end) {
      std::memcpy(to + first, from + first, end - first);
    });
  }
  // Last: a memory that was written in part has none.
  std::memcpy(begin, &header, sizeof header);
}

std::shared_ptr<Prepared> read_shared(const MemoryName& name, const Workload& workload,
                                      const std::string& key, int threads) {
  const Open memory(name, O_RDONLY);
  Header header;
  if (memory.bytes() < sizeof header) refuse(name, "is empty");
  auto prepared = std::make_shared<Prepared>();
  prepared->memory = std::make_shared<Mapping>(name, memory.file(), memory.bytes(), PROT_READ);
  const std::span<std::byte> bytes = prepared->memory->bytes();
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, Header{}.magic, sizeof header.magic) != 0 ||
      header.bytes != bytes.size() || header.arrays_at > bytes.size() ||
      header.number_bytes > header.arrays_at - sizeof header) {
    refuse(name, "was not written whole");
  }
  Members reading(bytes.subspan(sizeof header, header.number_bytes),
                  bytes.subspan(header.arrays_at));
  describe(reading, *prepared);
  if (prepared->key != key) refuse(name, "has the input of another case");
  Members allocating = reading;
  allocating.read_as(Members::Reading::allocated);
  prepared->input = workload.empty_input();
  prepared->input->members(allocating);
  std::unique_ptr<Data> made = workload.empty_input();
  made->members(reading);
  std::unique_ptr<Data> expected = workload.empty_expected();
  expected->members(reading);
  copy_by_threads(*prepared->input, *made, threads);
  prepared->as_made = std::move(made);
  prepared->expected = std::move(expected);
  return prepared;
}

}  // namespace breakeven
