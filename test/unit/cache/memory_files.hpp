#pragma once

#include "cache/warm/file_calls.hpp"

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace test {

/// A disk in memory, which fails when it is told to. It distinguishes what programs see from what would be
/// there after a crash: contents that were synced, and names of which the directory was synced.
class memory_files final : public coinformer::detail::file_calls {
public:
    struct contents {
        std::string seen, durable;
    };
    using names = std::map<std::string, std::shared_ptr<contents>>;

    std::size_t calls = 0;            ///< so far
    std::size_t failing_call = 0;     ///< this call fails, counted from 1; 0: none
    bool fails_from_there = false;    ///< and so do all later ones, as after the end of the process
    int error = EIO;                  ///< with this
    std::size_t longest_write = 4096; ///< bytes; a longer one is done in part

    /// Puts a file there which is safely on the disk.
    void put(std::string const& path, std::string const& bytes)
    {
        durable_names[path] = seen_names[path] = std::make_shared<contents>(contents{bytes, bytes});
    }
    std::string* find(std::string const& path)
    {
        auto const found = seen_names.find(path);
        return found == seen_names.end() ? nullptr : &found->second->seen;
    }
    /// Returns the disk after a crash. The names that were not synced are there, or are not.
    memory_files after_crash(bool has_new_names) const
    {
        memory_files then;
        then.random = random;
        for (auto const& [path, file] : has_new_names ? seen_names : durable_names)
            then.put(path, file->durable);
        return then;
    }

    int create(std::string const& path) override
    {
        if (fails()) return -error;
        if (seen_names.contains(path)) return -EEXIST;
        return opened(seen_names[path] = std::make_shared<contents>());
    }
    int open(std::string const& path) override
    {
        if (fails()) return -error;
        if (path == directory) return opened(nullptr);
        auto const found = seen_names.find(path);
        return found == seen_names.end() ? -ENOENT : opened(found->second);
    }
    std::ptrdiff_t write(int file, char const* bytes, std::size_t size) override
    {
        if (fails()) return -error;
        auto const written = std::min(size, longest_write);
        files.at(file)->seen.append(bytes, written);
        return static_cast<std::ptrdiff_t>(written);
    }
    std::ptrdiff_t read_at(int file, char* to, std::size_t size, std::uint64_t at) override
    {
        if (fails()) return -error;
        auto const& bytes = files.at(file)->seen;
        return at >= bytes.size()
                   ? 0
                   : static_cast<std::ptrdiff_t>(bytes.copy(to, std::min<std::size_t>(size, 1000), at));
    }
    std::int64_t size_of(int file) override
    {
        return fails() ? -error : static_cast<std::int64_t>(files.at(file)->seen.size());
    }
    int sync(int file) override
    {
        if (fails()) return -error;
        if (auto const& one = files.at(file))
            one->durable = one->seen;
        else
            durable_names = seen_names;
        return 0;
    }
    int lock(std::string const& path) override
    {
        if (fails()) return -error;
        for (auto const& [file, locked] : locks)
            if (locked == path) return -EWOULDBLOCK;
        if (!path.starts_with(directory + '/')) return -ENOENT;
        auto& file = seen_names[path];
        if (!file) file = std::make_shared<contents>();
        locks[opened(file)] = path;
        return last_;
    }
    int list(std::string const& of, std::vector<std::string>& found) override
    {
        if (fails()) return -error;
        for (auto const& [path, file] : seen_names)
            if (path.starts_with(of + '/')) found.push_back(path.substr(of.size() + 1));
        return 0;
    }
    int close(int file) override
    {
        locks.erase(file);
        if (files.erase(file) == 0) return -EBADF;
        return fails() ? -error : 0;
    }
    int rename(std::string const& from, std::string const& to) override
    {
        if (fails()) return -error;
        seen_names[to] = seen_names.at(from);
        seen_names.erase(from);
        return 0;
    }
    int remove(std::string const& path) override
    {
        if (fails()) return -error;
        return seen_names.erase(path) == 1 ? 0 : -ENOENT;
    }
    int process_number() override { return 7; }
    std::uint64_t random_number() override { return ++random; }

    std::map<int, std::shared_ptr<contents>> files; ///< those that are open; null for the directory
    std::map<int, std::string> locks;               ///< those of these that lock a file
    names seen_names;
    names durable_names;
    std::string directory = "/snapshots";
    std::uint64_t random = 0; ///< the last random number

private:
    bool fails()
    {
        ++calls;
        return failing_call != 0 && (calls == failing_call || (fails_from_there && calls > failing_call));
    }
    int opened(std::shared_ptr<contents> file)
    {
        files.emplace(++last_, std::move(file));
        return last_;
    }
    int last_ = 2;
};

} // namespace test
