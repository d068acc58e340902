/*
 * Preloaded into a server or a database (LD_PRELOAD), it makes the disk fail under one folder, FAULTY_DISK_FOLDER, when the numbers in the file
 * FAULTY_DISK_CONTROL say so: how many more flushes fail (EIO), how many more writes fail (EIO), whether the disk is full (ENOSPC wherever a
 * file would grow), and how often any of that has happened.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct control {
  _Atomic int flushes_left, writes_left, is_full, happened;
};

static struct control *control;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTY_DISK_CONTROL");
  folder = getenv("FAULTY_DISK_FOLDER");
  if (!path || !folder) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *map = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (map != MAP_FAILED) control = map;
}

static int is_ours(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int saved = errno;
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = saved;
  size_t prefix = strlen(folder);
  return length > (ssize_t)prefix && strncmp(path, folder, prefix) == 0 && path[prefix] == '/';
}

static int take(_Atomic int *left) {
  int now = atomic_load(left);
  while (now > 0)
    if (atomic_compare_exchange_weak(left, &now, now - 1)) return 1;
  return 0;
}

static int fail(int code) {
  atomic_fetch_add(&control->happened, 1);
  errno = code;
  return -1;
}

static int flush_fails(int fd) {
  return control && atomic_load(&control->flushes_left) > 0 && is_ours(fd) && take(&control->flushes_left);
}

/* 0 or the error. `end` is where the write would end; -1: at the end of the file and so many bytes more. */
static int write_fails(int fd, off_t end) {
  if (!control || (atomic_load(&control->writes_left) <= 0 && !atomic_load(&control->is_full)) || !is_ours(fd)) return 0;
  if (take(&control->writes_left)) return EIO;
  if (!atomic_load(&control->is_full)) return 0;
  struct stat at;
  if (fstat(fd, &at) != 0 || !S_ISREG(at.st_mode)) return 0;
  if (end < 0) end = lseek(fd, 0, SEEK_CUR) - end;
  return end > at.st_size ? ENOSPC : 0;
}

static off_t sum(const struct iovec *parts, int count) {
  off_t bytes = 0;
  for (int i = 0; i < count; i++) bytes += (off_t)parts[i].iov_len;
  return bytes;
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

int fsync(int fd) {
  REAL(int, "fsync", int);
  return flush_fails(fd) ? fail(EIO) : real(fd);
}

int fdatasync(int fd) {
  REAL(int, "fdatasync", int);
  return flush_fails(fd) ? fail(EIO) : real(fd);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(ssize_t, "write", int, const void *, size_t);
  int error = write_fails(fd, -(off_t)count);
  return error ? fail(error) : real(fd, bytes, count);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  int error = write_fails(fd, -sum(parts, count));
  return error ? fail(error) : real(fd, parts, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  int error = write_fails(fd, at + (off_t)count);
  return error ? fail(error) : real(fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off_t);
  int error = write_fails(fd, at + (off_t)count);
  return error ? fail(error) : real(fd, bytes, count, at);
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  REAL(ssize_t, "pwritev", int, const struct iovec *, int, off_t);
  int error = write_fails(fd, at + sum(parts, count));
  return error ? fail(error) : real(fd, parts, count, at);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t at) {
  REAL(ssize_t, "pwritev64", int, const struct iovec *, int, off_t);
  int error = write_fails(fd, at + sum(parts, count));
  return error ? fail(error) : real(fd, parts, count, at);
}

int posix_fallocate(int fd, off_t at, off_t count) {
  REAL(int, "posix_fallocate", int, off_t, off_t);
  int error = write_fails(fd, at + count);
  if (error) fail(error);
  return error ? error : real(fd, at, count);
}

int posix_fallocate64(int fd, off_t at, off_t count) {
  REAL(int, "posix_fallocate64", int, off_t, off_t);
  int error = write_fails(fd, at + count);
  if (error) fail(error);
  return error ? error : real(fd, at, count);
}
