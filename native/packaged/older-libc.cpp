// Functions that the C library has had since 2.29 to 2.36 only, for addons that have to load
// on 2.28. They are linked into each library and hidden there. Names are given as symbols: the
// headers of this machine declare some of them as macros or inline.
#include <fcntl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#define HIDDEN(symbol) __asm__(symbol) __attribute__((visibility("hidden")))

extern "C" {
// The structure of the kernel is that of the C library on x86-64 and aarch64.
int packaged_stat(const char* path, void* status) HIDDEN("stat");
int packaged_stat64(const char* path, void* status) HIDDEN("stat64");
int packaged_lstat(const char* path, void* status) HIDDEN("lstat");
int packaged_lstat64(const char* path, void* status) HIDDEN("lstat64");
int packaged_fstat(int file, void* status) HIDDEN("fstat");
int packaged_fstat64(int file, void* status) HIDDEN("fstat64");
int packaged_fstatat(int folder, const char* path, void* status, int flags) HIDDEN("fstatat");
int packaged_fstatat64(int folder, const char* path, void* status, int flags) HIDDEN("fstatat64");
uint32_t packaged_arc4random() HIDDEN("arc4random");
// Read by the standard library, which counts references without atomic operations where it is set.
extern char packaged_single_threaded HIDDEN("__libc_single_threaded");
}

int packaged_fstatat(int folder, const char* path, void* status, int flags) {
  return static_cast<int>(syscall(SYS_newfstatat, folder, path, status, flags));
}
int packaged_fstatat64(int folder, const char* path, void* status, int flags) {
  return packaged_fstatat(folder, path, status, flags);
}
int packaged_stat(const char* path, void* status) {
  return packaged_fstatat(AT_FDCWD, path, status, 0);
}
int packaged_stat64(const char* path, void* status) { return packaged_stat(path, status); }
int packaged_lstat(const char* path, void* status) {
  return packaged_fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
int packaged_lstat64(const char* path, void* status) { return packaged_lstat(path, status); }
int packaged_fstat(int file, void* status) {
  return static_cast<int>(syscall(SYS_fstat, file, status));
}
int packaged_fstat64(int file, void* status) { return packaged_fstat(file, status); }

uint32_t packaged_arc4random() {
  uint32_t value = 0;
  while (getentropy(&value, sizeof value) != 0) {
  }
  return value;
}

char packaged_single_threaded = 0;
