// What Node does not offer of Linux: locks of open file descriptions, and memory that can be
// sealed. Loaded by the main process; nothing here measures.
#include <fcntl.h>
#include <napi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace {

/// What the system said to the call that failed last; `code` is that of Node's own errors.
Napi::Error failure(Napi::Env env, const std::string& call) {
  const int number = errno;
  Napi::Error error = Napi::Error::New(env, call + ": " + std::generic_category().message(number));
  error.Set("errno", Napi::Number::New(env, number));
  return error;
}

int descriptor(const Napi::CallbackInfo& info) {
  if (!info[0].IsNumber()) throw Napi::TypeError::New(info.Env(), "the descriptor is not a number");
  return info[0].As<Napi::Number>().Int32Value();
}

/// From one place of a file on, which need not be as long.
struct flock places(const Napi::CallbackInfo& info, short type, off_t count) {
  struct flock lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(info[1].ToNumber().Int64Value());
  lock.l_len = count;
  return lock;
}

/// The lock belongs to the open file, not to the process: closing another descriptor of the same
/// file does not end it.
bool change_lock(const Napi::CallbackInfo& info, short type) {
  const struct flock lock = places(info, type, 1);
  if (fcntl(descriptor(info), F_OFD_SETLK, &lock) == 0) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  throw failure(info.Env(), "fcntl(F_OFD_SETLK)");
}

/// `tryLock(descriptor, place)`: false where another open file has the lock of this place. Needs
/// one open for writing.
Napi::Value try_lock(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), change_lock(info, F_WRLCK));
}

/// `unlock(descriptor, place)`
Napi::Value unlock(const Napi::CallbackInfo& info) {
  change_lock(info, F_UNLCK);
  return info.Env().Undefined();
}

/// `isLocked(descriptor, place, count)`: whether other open files have a lock of one of so many
/// places.
Napi::Value is_locked(const Napi::CallbackInfo& info) {
  const auto count = static_cast<off_t>(info[2].ToNumber().Int64Value());
  struct flock lock = places(info, F_WRLCK, count);
  if (fcntl(descriptor(info), F_OFD_GETLK, &lock) != 0)
    throw failure(info.Env(), "fcntl(F_OFD_GETLK)");
  return Napi::Boolean::New(info.Env(), lock.l_type != F_UNLCK);
}

/// `createMemory(name, bytes)`: the descriptor of zeroed memory that has this size and can be
/// sealed; the name is seen in /proc alone.
Napi::Value create_memory(const Napi::CallbackInfo& info) {
  const std::string name = info[0].ToString();
  const auto bytes = static_cast<off_t>(info[1].ToNumber().Int64Value());
  const int memory = memfd_create(name.c_str(), MFD_ALLOW_SEALING | MFD_CLOEXEC);
  if (memory < 0) throw failure(info.Env(), "memfd_create");
  if (ftruncate(memory, bytes) == 0) return Napi::Number::New(info.Env(), memory);
  const Napi::Error error = failure(info.Env(), "ftruncate");
  close(memory);
  throw error;
}

/// `sealMemory(descriptor)`: nobody can write to it, change its size or take the seals off any
/// more. Fails (EBUSY) while any process has it mapped for writing.
Napi::Value seal_memory(const Napi::CallbackInfo& info) {
  const int seals = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (fcntl(descriptor(info), F_ADD_SEALS, seals) != 0)
    throw failure(info.Env(), "fcntl(F_ADD_SEALS)");
  return info.Env().Undefined();
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("tryLock", Napi::Function::New(env, try_lock));
  exports.Set("unlock", Napi::Function::New(env, unlock));
  exports.Set("isLocked", Napi::Function::New(env, is_locked));
  exports.Set("createMemory", Napi::Function::New(env, create_memory));
  exports.Set("sealMemory", Napi::Function::New(env, seal_memory));
  return exports;
}

NODE_API_MODULE(breakeven_system, init)

}  // namespace
