/*
 * Preloaded into a server, it writes down what the server does to the files below POWER_ROOT, in
 * the order in which it does it: POWER_JOURNAL is read by replay.ts, which makes of it what a power
 * cut would have left. With a file at POWER_FAIL, syncs of names that end as it says fail.
 *
 * One record: kind, file, where, how long (four numbers of eight bytes), then so many bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NAMED = 1, WRITTEN, CUT, SYNC_BEGUN, SYNCED, RENAMED, REMOVED, FOLDER_BEGUN, FOLDER_SYNCED };
#define FDS 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
/* A child between fork and exec has the locks of threads that it has not. */
static pid_t self;
static char root[PATH_MAX];
static size_t root_length;
static const char *fails;
/* By descriptor: the inode that it names, 0 for what is none of ours. */
static uint64_t inode_of[FDS];

#define REAL(result, name, ...)                                   \
  static result (*real_##name)(__VA_ARGS__);                      \
  static void find_##name(void) {                                 \
    if (!real_##name) real_##name = dlsym(RTLD_NEXT, #name);      \
  }
REAL(int, open, const char *, int, ...)
REAL(int, open64, const char *, int, ...)
REAL(int, openat, int, const char *, int, ...)
REAL(int, close, int)
REAL(ssize_t, write, int, const void *, size_t)
REAL(ssize_t, writev, int, const struct iovec *, int)
REAL(ssize_t, pwrite, int, const void *, size_t, off_t)
REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)
REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t)
REAL(int, ftruncate, int, off_t)
REAL(int, ftruncate64, int, off64_t)
REAL(int, fsync, int)
REAL(int, fdatasync, int)
REAL(int, rename, const char *, const char *)
REAL(int, unlink, const char *)

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("POWER_ROOT"), *file = getenv("POWER_JOURNAL");
  fails = getenv("POWER_FAIL");
  find_open();
  if (!folder || !file || !realpath(folder, root)) return;
  root_length = strlen(root);
  self = getpid();
  journal = real_open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_noted(void) { return journal >= 0 && getpid() == self; }

static void put(const void *bytes, size_t length) {
  find_write();
  for (size_t done = 0; done < length;) {
    ssize_t n = real_write(journal, (const char *)bytes + done, length - done);
    if (n < 0 && errno != EINTR) abort();
    if (n > 0) done += n;
  }
}

static void note(uint64_t kind, uint64_t file, uint64_t at, const void *bytes, uint64_t length) {
  uint64_t head[4] = {kind, file, at, length};
  int kept = errno;
  char *record = malloc(sizeof head + length);
  memcpy(record, head, sizeof head);
  if (length) memcpy(record + sizeof head, bytes, length);
  put(record, sizeof head + length);
  free(record);
  errno = kept;
}

/* Relative to the folder; NULL for what lies elsewhere, and for what no power cut leaves. */
static const char *ours(const char *path, char *whole) {
  if (journal < 0) return NULL;
  char copy[PATH_MAX];
  if (strlen(path) >= PATH_MAX) return NULL;
  strcpy(copy, path);
  char *slash = strrchr(copy, '/');
  const char *name = slash ? slash + 1 : copy;
  if (slash) *slash = 0;
  if (!realpath(slash ? (slash == copy ? "/" : copy) : ".", whole)) return NULL;
  if (strncmp(whole, root, root_length) || (whole[root_length] && whole[root_length] != '/'))
    return NULL;
  size_t length = strlen(name);
  if (length > 4 && !strcmp(name + length - 4, "-shm")) return NULL;
  if (strlen(whole) + length + 2 >= PATH_MAX) return NULL;
  strcat(whole, "/");
  strcat(whole, name);
  return whole + root_length + 1;
}

/* Some are closed past the C library, and their number is something else's then. */
static uint64_t file_of(int fd) {
  struct stat found;
  if (fd < 0 || fd >= FDS || !inode_of[fd] || !is_noted()) return 0;
  if (!fstat(fd, &found) && S_ISREG(found.st_mode) && found.st_ino == inode_of[fd])
    return inode_of[fd];
  inode_of[fd] = 0;
  return 0;
}

static int opened(int fd, const char *path, int flags, int is_new) {
  char whole[PATH_MAX];
  if (fd < 0 || fd >= FDS) return fd;
  int kept = errno;
  struct stat found;
  const char *name = ours(path, whole);
  inode_of[fd] = 0;
  if (name && !fstat(fd, &found) && (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode))) {
    inode_of[fd] = found.st_ino;
    /* A folder that is synced is known by its name. */
    if (S_ISREG(found.st_mode)) note(NAMED, found.st_ino, is_new, name, strlen(name));
    if ((flags & O_TRUNC) && !is_new) note(CUT, found.st_ino, 0, NULL, 0);
  }
  errno = kept;
  return fd;
}

#define OPENING(call)                                             \
  mode_t mode = 0;                                                \
  if (flags & (O_CREAT | O_TMPFILE)) {                            \
    va_list rest;                                                 \
    va_start(rest, flags);                                        \
    mode = va_arg(rest, mode_t);                                  \
    va_end(rest);                                                 \
  }                                                               \
  if (!is_noted()) return call;                                   \
  pthread_mutex_lock(&lock);                                      \
  int is_new = (flags & O_CREAT) && access(path, F_OK) != 0;      \
  int fd = opened(call, path, flags, is_new);                     \
  pthread_mutex_unlock(&lock);                                    \
  return fd;

int open(const char *path, int flags, ...) {
  find_open();
  OPENING(real_open(path, flags, mode))
}
int open64(const char *path, int flags, ...) {
  find_open64();
  OPENING(real_open64(path, flags, mode))
}
int openat(int at, const char *path, int flags, ...) {
  find_openat();
  OPENING(real_openat(at, path, flags, mode))
}

int close(int fd) {
  find_close();
  if (!is_noted()) return real_close(fd);
  pthread_mutex_lock(&lock);
  if (fd >= 0 && fd < FDS) inode_of[fd] = 0;
  int result = real_close(fd);
  pthread_mutex_unlock(&lock);
  return result;
}

#define WRITING(call, after)                                      \
  uint64_t file = file_of(fd);                                    \
  if (!file) return call;                                         \
  pthread_mutex_lock(&lock);                                      \
  ssize_t n = call;                                               \
  if (n > 0) { after; }                                           \
  pthread_mutex_unlock(&lock);                                    \
  return n;

static void noted_vector(uint64_t file, const struct iovec *parts, uint64_t at, size_t left) {
  for (int i = 0; left > 0; i++) {
    size_t length = parts[i].iov_len < left ? parts[i].iov_len : left;
    note(WRITTEN, file, at, parts[i].iov_base, length);
    at += length;
    left -= length;
  }
}

static uint64_t before(int fd, ssize_t n) { return lseek(fd, 0, SEEK_CUR) - n; }

ssize_t write(int fd, const void *bytes, size_t length) {
  find_write();
  WRITING(real_write(fd, bytes, length), note(WRITTEN, file, before(fd, n), bytes, n))
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  find_writev();
  WRITING(real_writev(fd, parts, count), noted_vector(file, parts, before(fd, n), n))
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  find_pwrite();
  WRITING(real_pwrite(fd, bytes, length, at), note(WRITTEN, file, at, bytes, n))
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  find_pwrite64();
  WRITING(real_pwrite64(fd, bytes, length, at), note(WRITTEN, file, at, bytes, n))
}
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  find_pwritev();
  WRITING(real_pwritev(fd, parts, count, at), noted_vector(file, parts, at, n))
}

#define CUTTING(call)                                             \
  uint64_t file = file_of(fd);                                    \
  if (!file) return call;                                         \
  pthread_mutex_lock(&lock);                                      \
  int result = call;                                              \
  if (!result) note(CUT, file, length, NULL, 0);                  \
  pthread_mutex_unlock(&lock);                                    \
  return result;

int ftruncate(int fd, off_t length) {
  find_ftruncate();
  CUTTING(real_ftruncate(fd, length))
}
int ftruncate64(int fd, off64_t length) {
  find_ftruncate64();
  CUTTING(real_ftruncate64(fd, length))
}

/* The name below the folder of what is open; empty for the folder itself. */
static int name_of(int fd, char *name) {
  char link[64], whole[PATH_MAX];
  strcpy(link, "/proc/self/fd/");
  char digits[16];
  int n = 0, rest = fd;
  do digits[n++] = '0' + rest % 10; while (rest /= 10);
  size_t end = strlen(link);
  while (n) link[end++] = digits[--n];
  link[end] = 0;
  ssize_t length = readlink(link, whole, sizeof whole - 1);
  if (length < (ssize_t)root_length || strncmp(whole, root, root_length)) return -1;
  whole[length] = 0;
  strcpy(name, whole[root_length] ? whole + root_length + 1 : "");
  return 0;
}

static int is_failing(const char *name) {
  if (!fails || access(fails, F_OK)) return 0;
  char end[64] = {0};
  int fd = real_open(fails, O_RDONLY | O_CLOEXEC);
  ssize_t length = read(fd, end, sizeof end - 1);
  find_close();
  real_close(fd);
  while (length > 0 && end[length - 1] == '\n') end[--length] = 0;
  size_t all = strlen(name);
  return length > 0 && all >= (size_t)length && !strcmp(name + all - length, end);
}

static int synced(int fd, int (*sync)(int)) {
  char name[PATH_MAX];
  struct stat found;
  if (!is_noted() || fstat(fd, &found) || name_of(fd, name)) return sync(fd);
  int is_folder = S_ISDIR(found.st_mode);
  if (!is_folder && !file_of(fd)) return sync(fd);
  size_t length = is_folder ? strlen(name) : 0;
  if (is_failing(name)) {
    errno = EIO;
    return -1;
  }
  pthread_mutex_lock(&lock);
  note(is_folder ? FOLDER_BEGUN : SYNC_BEGUN, found.st_ino, fd, name, length);
  pthread_mutex_unlock(&lock);
  int result = sync(fd);
  pthread_mutex_lock(&lock);
  if (!result) note(is_folder ? FOLDER_SYNCED : SYNCED, found.st_ino, fd, name, length);
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int fd) {
  find_fsync();
  return synced(fd, real_fsync);
}
int fdatasync(int fd) {
  find_fdatasync();
  return synced(fd, real_fdatasync);
}

int rename(const char *from, const char *to) {
  char a[PATH_MAX], b[PATH_MAX];
  find_rename();
  if (!is_noted()) return real_rename(from, to);
  pthread_mutex_lock(&lock);
  const char *one = ours(from, a), *other = ours(to, b);
  int result = real_rename(from, to);
  if (!result && one && other) {
    char both[2 * PATH_MAX];
    size_t first = strlen(one) + 1, second = strlen(other);
    memcpy(both, one, first);
    memcpy(both + first, other, second);
    note(RENAMED, 0, 0, both, first + second);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int unlink(const char *path) {
  char whole[PATH_MAX];
  find_unlink();
  if (!is_noted()) return real_unlink(path);
  pthread_mutex_lock(&lock);
  const char *name = ours(path, whole);
  int result = real_unlink(path);
  if (!result && name) note(REMOVED, 0, 0, name, strlen(name));
  pthread_mutex_unlock(&lock);
  return result;
}
