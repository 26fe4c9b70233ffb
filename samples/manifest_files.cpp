#include "manifest_files.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json.hpp>
#include <yaml-cpp/yaml.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;
namespace json = boost::json;
using coinformer::api_error;
using coinformer::errc;

namespace {

// ---- YAML

[[noreturn]] void fail(YAML::Mark const& at, std::string const& why)
{
    throw std::runtime_error("line " + std::to_string(at.line + 1) + ": " + why);
}

template <class Number>
std::optional<Number> number_in(std::string_view text)
{
    Number n{};
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return n;
}

// A scalar without quotes is what it looks like.
json::value plain_scalar(std::string const& text)
{
    if (text.empty() || text == "~" || text == "null") return nullptr;
    if (text == "true" || text == "false") return text == "true";
    if (auto const whole = number_in<std::int64_t>(text)) return *whole;
    bool const is_numeric = text.find_first_not_of("0123456789+-.eE") == std::string::npos;
    if (auto const real = is_numeric ? number_in<double>(text) : std::nullopt) return *real;
    return json::value(text);
}

// Turns YAML into JSON. Depth and size are limited, because aliases make a short text deep or very long.
class json_of_yaml {
public:
    json::value value(YAML::Node const& node, int depth = 0)
    {
        if (depth > 100 || ++nodes_ > 100'000)
            fail(node.Mark(), "the document nests too deep, or is too long");
        if (node.IsMap()) {
            json::object members;
            for (auto const& member : node) {
                if (member.first.Scalar() == "<<")
                    fail(member.first.Mark(), "merge keys (<<) are not supported");
                members[member.first.Scalar()] = value(member.second, depth + 1);
            }
            return members;
        }
        if (node.IsSequence()) {
            json::array items;
            for (auto const& item : node) items.push_back(value(item, depth + 1));
            return items;
        }
        if (!node.IsScalar()) return nullptr;
        return node.Tag() == "?" ? plain_scalar(node.Scalar()) : json::value(node.Scalar()); // "?": no quotes
    }

private:
    std::size_t nodes_ = 0;
};

void add_objects(YAML::Node const& document, std::vector<manifest>& found)
{
    if (document.IsNull()) return; // nothing but comments between two separators
    if (!document.IsMap()) fail(document.Mark(), "this is no object, because it has no members");
    auto const items = document["items"];
    if (items && items.IsSequence() && document["kind"].as<std::string>("") == "List") {
        for (auto const& item : items) add_objects(item, found);
        return;
    }
    auto object = json_of_yaml().value(document);
    found.push_back({std::move(object.as_object()), document.Mark().line + 1});
}

// ---- inotify

// IN_MOVED_TO is an editor that writes another file and renames it; IN_CREATE is for links and directories;
// IN_ATTRIB is a file that becomes readable. IN_MODIFY is not here: a file that is being written is not read.
constexpr std::uint32_t interesting = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                                      IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

bool is_hidden(fs::path const& path)
{
    return path.filename().native().starts_with('.');
}

bool is_manifest(fs::path const& path)
{
    auto const type = path.extension();
    return !is_hidden(path) && (type == ".yaml" || type == ".yml" || type == ".json");
}

// True for a regular file with one name: it has been created, and its content is still to come.
bool will_be_written(fs::path const& path)
{
    struct stat found = {};
    return ::lstat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode) && found.st_nlink == 1;
}

} // namespace

std::optional<std::vector<manifest>> read_manifests(std::string const& file, std::size_t most_bytes)
{
    std::error_code failed;
    auto const status = fs::status(file, failed);
    if (status.type() == fs::file_type::not_found) return std::nullopt;
    if (!fs::is_regular_file(status)) throw std::runtime_error("this is no regular file");
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error("the file cannot be opened: " + std::string(std::strerror(errno)));
    auto const size = fs::file_size(file, failed);
    if (failed || size > most_bytes)
        throw std::runtime_error("the file is larger than " + std::to_string(most_bytes) + " bytes");
    std::string text(size, '\0');
    in.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.empty()) throw std::runtime_error("the file is empty");
    std::vector<manifest> found;
    try {
        for (auto const& document : YAML::LoadAll(text)) add_objects(document, found);
    } catch (YAML::Exception const& e) {
        fail(e.mark, e.msg);
    }
    return found;
}

void manifest_files::open()
{
    close();
    inotify_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (inotify_ < 0)
        throw api_error({errno, boost::system::system_category()}, "inotify_init",
                        "see fs.inotify.max_user_instances");
    struct stat found = {};
    // first, so that check() notices a directory that takes its place
    (void)::stat(directory_.c_str(), &found);
    device_ = found.st_dev;
    inode_ = found.st_ino;
    root_ = watch(directory_);
}

void manifest_files::close()
{
    if (inotify_ >= 0) ::close(inotify_);
    inotify_ = root_ = -1;
    watched_.clear();
}

int manifest_files::watch(fs::path const& directory)
{
    int const number = ::inotify_add_watch(inotify_, directory.c_str(), interesting);
    if (number >= 0) watched_[number] = directory;
    bool const is_limit = number < 0 && errno == ENOSPC;
    // A directory below that may not be read, or has just been removed, is left out.
    if (number >= 0 || (directory != directory_ && !is_limit)) return number;
    std::string const why = is_limit ? "raise fs.inotify.max_user_watches" : std::strerror(errno);
    auto const code = errno == EACCES ? errc::forbidden : errc::service_unavailable;
    close();
    throw api_error(code, "watch " + directory.string(), why);
}

void manifest_files::check() const
{
    struct stat found = {};
    if (::stat(directory_.c_str(), &found) != 0)
        throw api_error(errc::service_unavailable, "watch " + name(), std::strerror(errno));
    if (inotify_ < 0 || found.st_dev != device_ || found.st_ino != inode_)
        throw api_error(errc::expired, "watch " + name(), "the directory was replaced by another one");
}

std::set<std::string> manifest_files::scan()
{
    std::set<std::string> files;
    std::error_code failed;
    fs::recursive_directory_iterator entry(directory_, fs::directory_options::skip_permission_denied, failed);
    for (; !failed && entry != fs::end(entry); entry.increment(failed)) {
        auto const& path = entry->path();
        std::error_code ignored;
        bool const is_directory = entry->symlink_status(ignored).type() == fs::file_type::directory;
        if (is_directory && is_hidden(path))
            entry.disable_recursion_pending();
        else if (is_directory)
            watch(path); // before its files are read, so that no change is missed
        else if (is_manifest(path))
            files.insert(path.string());
    }
    if (!failed) return files;
    close(); // the list would be incomplete, and the missing files would count as deleted
    throw api_error(errc::service_unavailable, "read " + name(), failed.message());
}

std::optional<std::set<std::string>> manifest_files::take_changes()
{
    std::set<std::string> changed;
    bool anything = false;
    alignas(inotify_event) char bytes[16 * 1024];
    for (;;) {
        auto const size = ::read(inotify_, bytes, sizeof bytes);
        if (size <= 0) break; // EAGAIN: there are no more
        for (auto const* at = bytes; at < bytes + size;) {
            auto const& event = *reinterpret_cast<inotify_event const*>(at);
            at += sizeof event + event.len;
            if ((event.mask & IN_Q_OVERFLOW) != 0) {
                close();
                throw api_error(errc::expired, "watch " + name(),
                                "inotify has lost events, because they came too fast");
            }
            if (event.wd == root_ &&
                (event.mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)) != 0) {
                close();
                check(); // always throws now
            }
            if ((event.mask & IN_IGNORED) != 0) watched_.erase(event.wd);
            auto const directory = watched_.find(event.wd);
            if (directory == watched_.end() || event.len == 0) continue; // the directory above tells of it
            auto const path = directory->second / event.name;
            // Kubernetes replaces all files of a mounted ConfigMap at once: the link ..data gets another
            // target.
            anything |= (event.mask & IN_ISDIR) != 0 && !is_hidden(path);
            anything |= path.filename() == "..data";
            bool const is_unfinished = (event.mask & IN_CREATE) != 0 && will_be_written(path);
            if (is_manifest(path) && !is_unfinished) changed.insert(path.string());
        }
    }
    if (anything) return std::nullopt;
    return changed;
}

int manifest_files::duplicate() const
{
    return ::dup(inotify_);
}
