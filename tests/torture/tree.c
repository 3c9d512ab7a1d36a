#include "tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_ENTRIES = 2000, MAX_FILE = 16 * 1024 * 1024 };

__attribute__((noreturn)) static void give_up(const char *path, const char *why)
{
    fprintf(stderr, "torture: %s: %s\n", path, why);
    exit(2);
}

static char *room_for(size_t size)
{
    char *chars = calloc(1, size + 1);
    if (!chars)
        give_up("memory", strerror(errno));
    return chars;
}

static char *copy(const char *text, size_t size)
{
    return memcpy(room_for(size), text, size);
}

static void read_content(struct tree_entry *entry, off_t size)
{
    if (size > MAX_FILE)
        give_up(entry->path, "too long for a torture: try it in a small folder");
    int fd = open(entry->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    entry->content = room_for((size_t)size);
    ssize_t got = fd < 0 ? -1 : read(fd, entry->content, (size_t)size);
    if (got != size)
        give_up(entry->path, got < 0 ? strerror(errno) : "it changes while it is read");
    entry->size = (size_t)size;
    close(fd);
}

static void read_link(struct tree_entry *entry)
{
    char target[4096];
    ssize_t len = readlink(entry->path, target, sizeof target);
    if (len < 0)
        give_up(entry->path, strerror(errno));
    entry->content = copy(target, (size_t)len);
    entry->size = (size_t)len;
}

static void read_directory(struct tree *tree, const char *directory);

static void read_entry(struct tree *tree, const char *path)
{
    struct stat info;
    if (tree->count == MAX_ENTRIES)
        give_up(path, "too many files for a torture: try it in a small folder");
    if (lstat(path, &info) < 0)
        give_up(path, strerror(errno));
    struct tree_entry *entry = &tree->entries[tree->count++];
    *entry = (struct tree_entry){.path = copy(path, strlen(path)), .mode = info.st_mode};
    if (S_ISREG(info.st_mode))
        read_content(entry, info.st_size);
    else if (S_ISLNK(info.st_mode))
        read_link(entry);
    else if (S_ISDIR(info.st_mode))
        read_directory(tree, path);
}

static void read_directory(struct tree *tree, const char *directory)
{
    DIR *handle = opendir(directory);
    if (!handle)
        give_up(directory, strerror(errno));
    for (struct dirent *item; (item = readdir(handle));) {
        char path[4096];
        const char *name = item->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, ".git") == 0)
            continue;
        bool is_top = strcmp(directory, ".") == 0;
        snprintf(path, sizeof path, "%s%s%s", is_top ? "" : directory, is_top ? "" : "/", name);
        read_entry(tree, path);
    }
    closedir(handle);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const struct tree_entry *)a)->path, ((const struct tree_entry *)b)->path);
}

struct tree tree_read(void)
{
    struct tree tree = {.entries = calloc(MAX_ENTRIES, sizeof *tree.entries)};
    if (!tree.entries)
        give_up("memory", strerror(errno));
    read_directory(&tree, ".");
    qsort(tree.entries, tree.count, sizeof *tree.entries, compare_paths);
    return tree;
}

void tree_free(struct tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        free(tree->entries[i].path);
        free(tree->entries[i].content);
    }
    free(tree->entries);
    *tree = (struct tree){0};
}

static const struct tree_entry *find(const struct tree *tree, const char *path)
{
    struct tree_entry wanted = {.path = (char *)path};
    return tree->count ? bsearch(&wanted, tree->entries, tree->count, sizeof wanted, compare_paths)
                       : NULL;
}

/* Both may be NULL, for a file that is not there. */
static bool same(const struct tree_entry *a, const struct tree_entry *b)
{
    if (!a || !b)
        return a == b;
    return a->mode == b->mode && a->size == b->size &&
           (a->size == 0 || memcmp(a->content, b->content, a->size) == 0);
}

bool tree_equal(const struct tree *a, const struct tree *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (compare_paths(&a->entries[i], &b->entries[i]) != 0 ||
            !same(&a->entries[i], &b->entries[i]))
            return false;
    return true;
}

bool tree_same_file(const struct tree *a, const struct tree *b, const char *path)
{
    return same(find(a, path), find(b, path));
}

static void write_content(const struct tree_entry *entry)
{
    int fd = open(entry->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, entry->content, entry->size) != (ssize_t)entry->size ||
        fchmod(fd, entry->mode & 07777) < 0)
        give_up(entry->path, strerror(errno));
    close(fd);
}

void tree_restore(const struct tree *now, const struct tree *before)
{
    for (size_t i = now->count; i-- > 0;) { /* what is in a directory comes behind it */
        const struct tree_entry *entry = &now->entries[i];
        if (!same(entry, find(before, entry->path)) && remove(entry->path) < 0)
            give_up(entry->path, strerror(errno));
    }
    for (size_t i = 0; i < before->count; i++) {
        const struct tree_entry *entry = &before->entries[i];
        if (same(entry, find(now, entry->path)))
            continue;
        if (S_ISREG(entry->mode))
            write_content(entry);
        else if (S_ISDIR(entry->mode) && mkdir(entry->path, entry->mode & 07777) < 0)
            give_up(entry->path, strerror(errno));
        else if (S_ISLNK(entry->mode) && symlink(entry->content, entry->path) < 0)
            give_up(entry->path, strerror(errno));
    }
}

/* A mark, a draft or an old content: src/base/file.h. */
static bool is_draft(const char *path)
{
    const char *end = strstr(path, ".schemac-draft");
    return end && (strcmp(end, ".schemac-draft") == 0 || strcmp(end, ".schemac-draft-new") == 0 ||
                   strcmp(end, ".schemac-draft-old") == 0);
}

/* Counts the file PATH. */
static void compare_file(struct tree_mix *mix, const char *path, const struct tree_entry *now,
                         const struct tree_entry *before, const struct tree_entry *after)
{
    bool is_old = same(now, before), is_new = same(now, after);
    bool is_directory = (!before || S_ISDIR(before->mode)) && (!after || S_ISDIR(after->mode));
    if (!is_old && !is_new && is_draft(path))
        mix->drafts++;
    else if (!is_old && !is_new)
        mix->wrong = path;
    else if (!(is_old && is_new) && !is_directory)
        (*(is_old ? &mix->old_files : &mix->new_files))++;
}

struct tree_mix tree_compare(const struct tree *now, const struct tree *before,
                             const struct tree *after)
{
    struct tree_mix mix = {0};
    for (size_t i = 0; i < now->count; i++) {
        const char *path = now->entries[i].path;
        compare_file(&mix, path, &now->entries[i], find(before, path), find(after, path));
    }
    for (size_t i = 0; i < before->count; i++) {
        const char *path = before->entries[i].path;
        if (!find(now, path))
            compare_file(&mix, path, NULL, &before->entries[i], find(after, path));
    }
    for (size_t i = 0; i < after->count; i++) {
        const char *path = after->entries[i].path;
        if (!find(now, path) && !find(before, path))
            compare_file(&mix, path, NULL, NULL, &after->entries[i]);
    }
    return mix;
}
