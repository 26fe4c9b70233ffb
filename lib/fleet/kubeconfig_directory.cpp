#include "core/exceptions.hpp"
#include "core/precondition_check.hpp"
#include "core/repeated_failure.hpp"
#include "transport/config/regular_file.hpp"

#include <coinformer/fleet/cluster_source.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

namespace coinformer {

using namespace detail;

namespace fs = std::filesystem;

namespace {

// Returns the name of the cluster that a file is about. Only known endings are cut off, because the name of a
// cluster may have dots.
std::string cluster_of_file(std::string const& file)
{
    constexpr std::array<std::string_view, 6> endings{".yaml", ".yml",    ".json",
                                                      ".conf", ".config", ".kubeconfig"};
    for (auto const ending : endings)
        if (file.ends_with(ending)) return file.substr(0, file.size() - ending.size());
    return file;
}

/// Reads a directory at an interval, and tells what is in it. It does not remember the files: the set knows
/// what has changed.
class directory_source final : public cluster_source {
public:
    directory_source(std::string path, kubeconfig_directory_options options)
        : path_(std::move(path)), options_(options)
    {
    }

    task<> follow(environment const& env, cluster_set& clusters) override
    {
        troubles seen{repeated_failure(*env.time), repeated_failure(*env.time)};
        for (;;) {
            read(env, clusters, seen);
            co_await env.time->sleep_for(options_.interval);
        }
    }

private:
    /// Decide what is logged, so that a line is not repeated at each reading.
    struct troubles {
        repeated_failure directory, same_names;
    };

    void read(environment const& env, cluster_set& clusters, troubles& seen) const
    {
        std::error_code failed;
        auto const files = sorted_files(failed);
        if (failed) {
            auto const cause = failed.message();
            if (auto const n = seen.directory.failed(cause))
                env.log->log(log_level::warning,
                             "the directory of kubeconfigs cannot be read, so the clusters stay as they are" +
                                 repeated_failure::times(*n),
                             {{"directory", path_}, {"cause", cause}});
            return;
        }
        if (seen.directory.succeeded())
            env.log->log(log_level::warning, "the directory of kubeconfigs can be read again",
                         {{"directory", path_}});
        std::set<std::string> names;
        for (auto const& file : files) {
            auto const name = cluster_of_file(file.filename().string());
            if (names.insert(name).second)
                tell(clusters, name, file.string());
            else if (seen.same_names.failed(file.string()))
                env.log->log(log_level::warning,
                             "a kubeconfig is ignored: another file names the same cluster",
                             {{"file", file.string()}, {"cluster", name}});
        }
        clusters.keep_only(names);
    }

    // A file that vanishes meanwhile is not there the next time.
    std::vector<fs::path> sorted_files(std::error_code& failed) const
    {
        std::vector<fs::path> files;
        fs::directory_iterator at(path_, failed);
        for (; !failed && at != fs::directory_iterator(); at.increment(failed)) {
            std::error_code ignored;
            auto const type = at->status(ignored).type(); // the type of the file behind a link
            bool const is_file = type == fs::file_type::regular || type == fs::file_type::not_found ||
                                 type == fs::file_type::unknown || type == fs::file_type::none;
            if (is_file && !at->path().filename().string().starts_with('.')) files.push_back(at->path());
        }
        std::ranges::sort(files);
        return files;
    }

    void tell(cluster_set& clusters, std::string const& name, std::string const& file) const
    {
        // Whoever writes files here that are not trusted must not show this process others that it can
        // read.
        bool const stays_inside = options_.trust == kubeconfig_trust::data_only;
        auto const text = regular_file_text(file, options_.max_bytes, stays_inside ? path_ : std::string());
        if (!text) return clusters.cannot_read(name, file + ": " + cause_of(text.error()));
        clusters.put(name, {.text = *text, .origin = file, .trust = options_.trust});
    }

    std::string cause_of(error_code const& failed) const
    {
        namespace errc = boost::system::errc;
        if (failed == errc::not_supported) return "is no regular file";
        if (failed == errc::cross_device_link)
            return "is a link out of the directory, which kubeconfig_trust::data_only does not follow";
        if (failed == errc::file_too_large)
            return "is larger than max_bytes, " + std::to_string(options_.max_bytes);
        return failed.message();
    }

    std::string const path_;
    kubeconfig_directory_options const options_;
};

} // namespace

std::shared_ptr<cluster_source> kubeconfig_directory(std::string path, kubeconfig_directory_options options)
{
    precondition_check const demand("kubeconfig_directory");
    demand(!path.empty(), "the path is empty");
    demand(options.interval >= std::chrono::milliseconds(100) && options.interval <= std::chrono::hours(24),
           "interval is less than 100 ms, or more than a day");
    demand(options.max_bytes > 0, "max_bytes is 0");
    return std::make_shared<directory_source>(std::move(path), options);
}

} // namespace coinformer
