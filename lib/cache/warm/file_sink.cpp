#include "cache/warm/file_sink.hpp"

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace coinformer::detail {

namespace {

constexpr std::string_view temporary_mark = ".tmp-";
constexpr std::string_view hex_digits = "0123456789abcdef";

std::string temporary_name(std::string const& path, file_calls& calls)
{
    auto name = path;
    name.append(temporary_mark).append(std::to_string(calls.process_number())) += '-';
    auto number = calls.random_number();
    for (int i = 0; i != 16; ++i, number >>= 4) name += hex_digits[number & 15];
    return name;
}

// Returns true if temporary_name() has made this name for the file `of`. Another informer's file may begin in
// the same way, so each character counts.
bool is_temporary_name(std::string_view name, std::string_view of)
{
    if (!name.starts_with(of)) return false;
    name.remove_prefix(of.size());
    if (!name.starts_with(temporary_mark)) return false;
    name.remove_prefix(temporary_mark.size());
    auto const process = name.substr(0, name.find('-'));
    bool const is_number = !process.empty() && process.find_first_not_of("0123456789") == process.npos;
    name.remove_prefix(process.size());
    return is_number && name.size() == 17 && name.find_first_not_of(hex_digits, 1) == name.npos;
}

} // namespace

std::string directory_of(std::string const& path)
{
    auto const slash = path.rfind('/');
    if (slash == path.npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

void remove_leftovers(std::string const& path, file_calls& calls)
{
    auto const name_at = path.rfind('/') + 1; // 0 if there is no slash
    std::vector<std::string> names;
    if (calls.list(directory_of(path), names) < 0) return;
    for (auto const& name : names)
        if (is_temporary_name(name, std::string_view(path).substr(name_at)))
            calls.remove(path.substr(0, name_at) + name);
}

// Returns the result of a call, or throws if it is an error.
int file_sink::checked(int result, std::string const& what, std::string const& path) const
{
    if (result >= 0) return result;
    throw std::system_error(-result, std::generic_category(),
                            "cannot save the snapshot " + path_ + ": cannot " + what + ' ' + path);
}

file_sink::file_sink(std::string path, file_calls& calls)
    : calls_(calls), path_(std::move(path)), temporary_(temporary_name(path_, calls)),
      file_(checked(calls_.create(temporary_), "create", temporary_))
{
}

file_sink::~file_sink()
{
    if (file_ >= 0) calls_.close(file_);
    if (!temporary_.empty()) calls_.remove(temporary_);
}

void file_sink::append(std::string_view bytes)
{
    while (!bytes.empty()) {
        auto const written = calls_.write(file_, bytes.data(), bytes.size());
        // no byte and no error: a full disk, on some file systems
        checked(written > 0 ? 0 : written == 0 ? -ENOSPC : static_cast<int>(written), "write", temporary_);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void file_sink::commit()
{
    checked(calls_.sync(file_), "write to the disk", temporary_);
    checked(calls_.close(std::exchange(file_, -1)), "close", temporary_); // where late errors of NFS appear
    checked(calls_.rename(temporary_, path_), "rename", temporary_);
    temporary_.clear();
    sync_directory();
}

void file_sink::sync_directory()
{
    auto const directory = directory_of(path_);
    auto const opened = checked(calls_.open(directory), "open the directory", directory);
    auto const synced = calls_.sync(opened);
    calls_.close(opened);
    // some file systems cannot do that, and need not
    if (synced != -EINVAL) checked(synced, "write to the disk the directory", directory);
}

} // namespace coinformer::detail
