/* LD_PRELOAD over the calls that change a file below $FAULT_ROOT. From the n-th of them on ($FAULT_FULL,
 * from 1) each write fails with ENOSPC. Each call is a line of $FAULT_LOG: its name, its path below
 * the root, and, behind a tab, a digest of its native stack. With $FAULT_DISK that folder has what
 * reached the disk: f<inode> is a file as it was last synced, d<inode> the names of a folder then.
 * Before each call whose number is in $FAULT_CALLS (",3,17,") the folder $FAULT_KEEP gets what a
 * crash there would leave: <n>/root, in <n>/torn with half of the bytes of the call, <n>/names (hard
 * links to the files of the root) and <n>/disk. One process so has all crash points of an operation.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int calls;

static const char* below_root(const char* path) {
  const char* root = getenv("FAULT_ROOT");
  if (root == NULL || path == NULL) return NULL;
  const size_t length = strlen(root);
  return strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0)
             ? path + length
             : NULL;
}

static const char* path_of(int fd, char* buffer) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, buffer, PATH_MAX - 1);
  if (length < 0) return NULL;
  buffer[length] = 0;
  return below_root(buffer);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

enum { max_frames = 8 };

/* The same for calls from the same native functions; a frame of JavaScript ends the stack. */
static unsigned stack_digest(void) {
  void* frames[max_frames];
  const int count = backtrace(frames, max_frames);
  unsigned digest = 0;
  for (int i = 0; i < count; i++) {
    Dl_info info;
    if (dladdr(frames[i], &info) == 0) break;
    digest = digest * 31 + (unsigned)((char*)frames[i] - (char*)info.dli_fbase);
  }
  return digest;
}

/* What is synced replaces what was synced before. */
static void reach_disk(int fd) {
  const char* disk = getenv("FAULT_DISK");
  struct stat status;
  if (disk == NULL || fstat(fd, &status) != 0) return;
  const int is_folder = S_ISDIR(status.st_mode);
  char name[PATH_MAX], whole[PATH_MAX + 8], self[64];
  snprintf(name, sizeof name, "%s/%c%lu", disk, is_folder ? 'd' : 'f', status.st_ino);
  snprintf(whole, sizeof whole, "%s.new", name);
  snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
  const int out = open(whole, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (is_folder) {
    DIR* folder = opendir(self);
    for (struct dirent* entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
      if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
      dprintf(out, "%c%lu %s\n", entry->d_type == DT_DIR ? 'd' : 'f', entry->d_ino, entry->d_name);
    }
    if (folder != NULL) closedir(folder);
  } else {
    const int in = open(self, O_RDONLY | O_CLOEXEC);
    char bytes[1 << 16];
    for (ssize_t n; (n = read(in, bytes, sizeof bytes)) > 0;) (void)!NEXT(write)(out, bytes, n);
    close(in);
  }
  close(out);
  NEXT(rename)(whole, name);
}

/* Keeps the inode of what loses its name: a new file that got it would be taken for the synced one.
 */
static void keep_inode(const char* path) {
  if (getenv("FAULT_DISK") != NULL) (void)open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

enum Fault { none, torn, full };

/* The folder of what a crash before a call would leave. */
static void kept_at(int call, const char* what, char* to) {
  snprintf(to, PATH_MAX, "%s/%d/%s", getenv("FAULT_KEEP"), call, what);
}

static void copy_tree(const char* how, const char* from, int call, const char* what) {
  char to[PATH_MAX];
  kept_at(call, what, to);
  char* const words[] = {"cp", (char*)how, (char*)from, to, NULL};
  char* const environment[] = {"PATH=/usr/bin:/bin", NULL};
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, "cp", NULL, NULL, words, environment) != 0 ||
      waitpid(child, &status, 0) != child || status != 0) {
    dprintf(2, "%s was not kept\n", to);
  }
}

static void keep(int call, int writes) {
  char folder[PATH_MAX];
  kept_at(call, "", folder);
  mkdir(folder, 0700);
  copy_tree("-a", getenv("FAULT_ROOT"), call, "root");
  copy_tree("-al", getenv("FAULT_ROOT"), call, "names");
  if (writes) copy_tree("-a", getenv("FAULT_ROOT"), call, "torn");
  if (getenv("FAULT_DISK") != NULL) copy_tree("-al", getenv("FAULT_DISK"), call, "disk");
}

/* The file of a call in what is kept, at the same place. */
static int open_kept(int call, const char* path, int fd) {
  char folder[PATH_MAX], file[2 * PATH_MAX];
  kept_at(call, "torn", folder);
  snprintf(file, sizeof file, "%s%s", folder, path);
  const int copy = open(file, O_WRONLY | O_CLOEXEC | (fcntl(fd, F_GETFL) & O_APPEND));
  lseek(copy, lseek(fd, 0, SEEK_CUR), SEEK_SET);
  return copy;
}

/* Says how the call goes on; its number is in `call`. */
static enum Fault meet(const char* name, const char* path, const char* other, int writes,
                       int* number) {
  const int call = *number = atomic_fetch_add(&calls, 1) + 1;
  const char* log = getenv("FAULT_LOG");
  if (log != NULL) {
    const int fd = (int)open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    dprintf(fd, "%s %s%s%s\t%x\n", name, path, other == NULL ? "" : " ",
            other == NULL ? "" : other, stack_digest());
    close(fd);
  }
  const char* from = getenv("FAULT_FULL");
  if (from != NULL) return writes && call >= atoi(from) ? full : none;
  const char* list = getenv("FAULT_CALLS");
  char wanted[16];
  snprintf(wanted, sizeof wanted, ",%d,", call);
  if (list == NULL || strstr(list, wanted) == NULL) return none;
  keep(call, writes);
  return writes ? torn : none;
}

static void changes(const char* name, const char* path, const char* other) {
  int number = 0;
  (void)meet(name, path, other, 0, &number);
}

#define WRITING(name, parameters, bytes, call, half)         \
  ssize_t name parameters {                                  \
    char buffer[PATH_MAX];                                   \
    const char* path = path_of(fd, buffer);                  \
    __typeof__(&name) next = NEXT(name);                     \
    if (path != NULL) {                                      \
      int number = 0; \
      const enum Fault fault = meet("write", path, NULL, 1, &number); \
      if (fault == full) {                                   \
        errno = ENOSPC;                                      \
        return -1;                                           \
      }                                                      \
      if (fault == torn) {                                   \
        const int copy = open_kept(number, path, fd); \
        { \
          const int fd = copy; \
          if ((bytes) > 1) (void)!half;                        \
        } \
        close(copy); \
      }                                                      \
    }                                                        \
    return call;                                             \
  }

WRITING(write, (int fd, const void* data, size_t n), n, next(fd, data, n), next(fd, data, n / 2))
WRITING(pwrite, (int fd, const void* data, size_t n, off_t at), n, next(fd, data, n, at),
        next(fd, data, n / 2, at))
WRITING(pwrite64, (int fd, const void* data, size_t n, off64_t at), n, next(fd, data, n, at),
        next(fd, data, n / 2, at))
WRITING(writev, (int fd, const struct iovec* parts, int n), n, next(fd, parts, n),
        next(fd, parts, n / 2))
WRITING(pwritev, (int fd, const struct iovec* parts, int n, off_t at), n, next(fd, parts, n, at),
        next(fd, parts, n / 2, at))
/* Half of it would move the other file. */
WRITING(sendfile64, (int fd, int from, off64_t* at, size_t n), n, next(fd, from, at, n), 0)

ssize_t copy_file_range(int in, off64_t* from, int fd, off64_t* to, size_t n, unsigned flags) {
  char buffer[PATH_MAX];
  const char* path = path_of(fd, buffer);
  int number = 0;
  if (path != NULL && meet("write", path, NULL, 1, &number) == full) {
    errno = ENOSPC;
    return -1;
  }
  return NEXT(copy_file_range)(in, from, fd, to, n, flags);
}

#define SYNCING(name)                                     \
  int name(int fd) {                                      \
    char buffer[PATH_MAX];                                \
    const char* path = path_of(fd, buffer);               \
    if (path != NULL) changes("fsync", path, NULL); \
    const int failed = NEXT(name)(fd);                    \
    if (path != NULL && failed == 0) reach_disk(fd);      \
    return failed;                                        \
  }
SYNCING(fsync)
SYNCING(fdatasync)

#define NAMED(name, label)                    \
  int name(const char* file) {                \
    const char* path = below_root(file);      \
    if (path != NULL) {                       \
      changes(label, path, NULL);       \
      keep_inode(file);                       \
    }                                         \
    return NEXT(name)(file);                  \
  }
NAMED(unlink, "unlink")
NAMED(rmdir, "rmdir")
NAMED(remove, "unlink")

int unlinkat(int at, const char* name, int flags) {
  char file[2 * PATH_MAX];
  snprintf(file, sizeof file, "%s", name);
  if (name[0] != '/' && at != AT_FDCWD) {
    char folder[PATH_MAX];
    if (path_of(at, folder) == NULL) return NEXT(unlinkat)(at, name, flags);
    snprintf(file, sizeof file, "%s/%s", folder, name);
  }
  const char* path = below_root(file);
  if (path != NULL) {
    changes("unlink", path, NULL);
    keep_inode(file);
  }
  return NEXT(unlinkat)(at, name, flags);
}

int mkdir(const char* file, mode_t mode) {
  const char* path = below_root(file);
  if (path != NULL) changes("mkdir", path, NULL);
  return NEXT(mkdir)(file, mode);
}

int rename(const char* from, const char* to) {
  const char* path = below_root(from);
  if (path != NULL) {
    changes("rename", path, below_root(to) == NULL ? "outside" : below_root(to));
    keep_inode(to);
  }
  return NEXT(rename)(from, to);
}

int ftruncate(int fd, off_t n) {
  char buffer[PATH_MAX];
  const char* path = path_of(fd, buffer);
  if (path != NULL) changes("ftruncate", path, NULL);
  return NEXT(ftruncate)(fd, n);
}

int ftruncate64(int fd, off64_t n) {
  char buffer[PATH_MAX];
  const char* path = path_of(fd, buffer);
  if (path != NULL) changes("ftruncate", path, NULL);
  return NEXT(ftruncate64)(fd, n);
}
