#pragma once

#include "manifest_files.hpp"

#include <coinformer/api/list_watch.hpp>
#include <coinformer/api/projection.hpp>

#include <boost/asio.hpp>
#include <boost/json.hpp>

struct manifest_directory_options {
    /// A larger file is refused. A file is read and parsed in one go, about 3 MB a second in an optimised
    /// build.
    std::size_t most_bytes_of_a_file = 16'000'000;
    /// How long the source waits after an event of inotify before it reads. Some editors rename the old file
    /// before they write the new one; for this long, the object does not count as deleted.
    coinformer::duration settle = std::chrono::milliseconds(50);
};

/// A source of an informer: the objects of one kind that a directory of YAML and JSON files has, as kubectl
/// apply -f would read them. manifest_files says which files these are. A change of a file is the change of
/// its objects.
///
///     auto const source = std::make_shared<manifest_directory<config_map>>("/etc/manifests");
///     coinformer::shared_informer<config_map> maps({.ex = executor}, source);
///
/// Files      A file that cannot be read is reported as a decode_fault, which names it and the line, and its
///            objects keep their last state. If two files define one object, the file whose path sorts first
///            counts, and a fault names both. A namespaced object without a namespace is in "default".
/// Versions   A counter, which begins anew with each manifest_directory. The source remembers only the
///            present objects: a watch from another version than the present one gets errc::expired, and the
///            informer lists.
/// Errors     errc::service_unavailable while the directory is not there, errc::forbidden if it may not be
///            read. errc::bad_request for namespaces and selectors, which this source does not know.
/// Threads    those of one informer: a source cannot be shared by two.
template <class T>
class manifest_directory final : public coinformer::list_watch<T> {
public:
    explicit manifest_directory(std::filesystem::path directory, manifest_directory_options options = {},
                                coinformer::resource of = coinformer::resource_of<T>)
        : directory_(std::move(directory)), options_(options), of_(of)
    {
    }

    std::string name() const override { return directory_.name(); }

    /// The first page reads all files, and lets others on the executor have a turn after every few of them.
    /// Nothing is read between two pages, so that all pages show the same state.
    [[nodiscard]] coinformer::task<coinformer::list_part<T>> list(coinformer::list_request what) override
    {
        refuse_parts_of_it(what);
        if (what.continue_token.empty()) {
            directory_.open(); // before the files are read, so that no change is missed
            read_later_everything();
            while (!unread_.empty()) {
                read_some();
                co_await boost::asio::post(boost::asio::use_awaitable);
            }
            news_.clear(); // the pages have it all
        }
        co_return page_of(what);
    }

    [[nodiscard]] coinformer::task<std::unique_ptr<coinformer::event_stream<T>>>
    watch(coinformer::watch_request what) override
    {
        refuse_parts_of_it(what);
        directory_.check();
        if (what.after != std::to_string(version_))
            throw coinformer::api_error(coinformer::errc::expired, "watch " + name(),
                                        "this version is not remembered");
        coinformer::executor const ex = co_await boost::asio::this_coro::executor;
        co_return std::make_unique<changes>(*this, ex);
    }

    /// Notices that the directory was replaced without an event: a directory above it was renamed, or
    /// mounted.
    [[nodiscard]] coinformer::task<> confirm(std::string) override
    {
        directory_.check();
        co_return;
    }

private:
    using key = std::pair<std::string, std::string>; // namespace and name

    struct file {
        std::map<key, std::string> objects; // as JSON without a version, from when the file was last in order
        std::vector<coinformer::decode_fault> faults;
    };
    struct known_object {
        std::set<std::string> files; // the files that define it; the first one counts
        coinformer::object_ptr<T> state;
        std::string json; // the text from which `state` was decoded
        std::optional<coinformer::decode_fault> fault;
    };

    /// The watch. Its members use the io_context, and so they are not members of the source, which may be
    /// destroyed after the io_context. The informer destroys the watch before.
    class changes final : public coinformer::event_stream<T> {
    public:
        changes(manifest_directory& of, coinformer::executor const& ex)
            : source_(of), inotify_(ex, of.directory_.duplicate())
        {
        }
        [[nodiscard]] coinformer::task<std::vector<coinformer::source_event<T>>> next() & override
        {
            while (source_.news_.empty()) {
                if (!source_.unread_.empty()) {
                    co_await boost::asio::post(boost::asio::use_awaitable);
                } else {
                    co_await inotify_.async_wait(inotify_.wait_read, boost::asio::use_awaitable);
                    co_await coinformer::system_time().sleep_for(source_.options_.settle);
                }
                source_.take_changes();
                source_.read_some();
            }
            co_return std::exchange(source_.news_, {});
        }

    private:
        manifest_directory& source_;
        boost::asio::posix::stream_descriptor inotify_;
    };

    template <class Request>
    void refuse_parts_of_it(Request const& what) const
    {
        if (what.ns.empty() && what.label_selector.empty() && what.field_selector.empty()) return;
        throw coinformer::api_error(coinformer::errc::bad_request, "list " + name(),
                                    "a directory has no namespaces and no selectors: filter in the handlers");
    }

    coinformer::list_part<T> page_of(coinformer::list_request const& what) const
    {
        coinformer::list_part<T> page;
        page.resource_version = std::to_string(version_);
        auto next =
            objects_.begin(); // a continue token is "namespace/name" of the last object before the page
        auto const slash = what.continue_token.find('/');
        if (slash != std::string::npos)
            next = objects_.upper_bound(
                {what.continue_token.substr(0, slash), what.continue_token.substr(slash + 1)});
        for (; next != objects_.end(); ++next) {
            if (what.limit != 0 && page.objects.size() == what.limit) {
                auto const& last = std::prev(next)->first;
                page.continue_token = last.first + '/' + last.second;
                return page;
            }
            if (next->second.state) page.objects.push_back(next->second.state);
        }
        for (auto const& [_, o] : objects_)
            if (o.fault) page.faults.push_back(*o.fault);
        for (auto const& [_, f] : files_)
            page.faults.insert(page.faults.end(), f.faults.begin(), f.faults.end());
        return page;
    }

    void read_later_everything()
    {
        unread_ = directory_.scan();
        for (auto const& [path, _] : files_) unread_.insert(path); // perhaps it is there no longer
    }

    void take_changes()
    {
        if (auto changed = directory_.take_changes())
            unread_.merge(*changed);
        else
            read_later_everything();
    }

    // Reads a few files, so that a turn on the executor is short however many have changed.
    void read_some()
    {
        for (int i = 0; i != 20 && !unread_.empty(); ++i)
            read(std::move(unread_.extract(unread_.begin()).value()));
    }

    void read(std::string const& path)
    {
        auto& known = files_[path];
        known.faults.clear();
        auto before = std::exchange(known.objects, {});
        bool exists = true;
        try {
            if (auto const found = read_manifests(path, options_.most_bytes_of_a_file))
                for (auto const& m : *found) add(m, path, known);
            else
                exists = false;
        } catch (std::runtime_error const& e) {
            // The file counts as the "object" of the fault. A fault without a name would mean that the list
            // may lack any object, and then the informer would take none for deleted.
            known.faults.push_back(
                fault(coinformer::errc::malformed_json, {"", path}, "", "a manifest", e.what()));
            known.objects = std::move(before);
        }
        for (auto const& f : known.faults) news_.emplace_back(f);
        for (auto const& [of, _] : known.objects) before.try_emplace(of);
        for (auto const& [of, _] : before) settle(of, path, known.objects.contains(of));
        if (!exists) files_.erase(path);
    }

    // Adds an object of a file, if it is of this source's kind.
    void add(manifest const& from, std::string const& path, file& to) const
    {
        auto const text = [](boost::json::object const& of, char const* member) {
            auto const* const value = of.if_contains(member);
            return value && value->is_string() ? std::string(value->get_string()) : std::string();
        };
        auto const wanted = of_.group.empty() ? "" : std::string(of_.group) + '/';
        if (text(from.object, "apiVersion") != wanted + std::string(of_.version)) return;
        if (text(from.object, "kind") != of_.kind) return;

        auto content = from.object;
        if (!content["metadata"].is_object()) content["metadata"].emplace_object();
        auto& metadata = content["metadata"].as_object();
        metadata.erase("resourceVersion");
        if (of_.where == coinformer::scope::namespaced && text(metadata, "namespace").empty())
            metadata["namespace"] = "default";
        key const of(text(metadata, "namespace"), text(metadata, "name"));
        auto const line = path + ':' + std::to_string(from.line);
        if (of.second.empty())
            to.faults.push_back(
                fault(coinformer::errc::missing_field, {"", line}, "", "metadata.name", "none"));
        else if (!to.objects.try_emplace(of, boost::json::serialize(content)).second)
            to.faults.push_back(
                fault(coinformer::errc::conflict, of, line, "one definition", "another one above"));
    }

    // Brings an object to the state that the files give it now. `path` is the file that has changed.
    void settle(key const& of, std::string const& path, bool is_defined)
    {
        auto& known = objects_[of];
        known.fault.reset();
        if (is_defined)
            known.files.insert(path);
        else
            known.files.erase(path);
        if (known.files.empty()) {
            if (known.state) report(coinformer::watch_event_type::deleted, decoded(known.json));
            objects_.erase(of);
            return;
        }
        auto const& first = *known.files.begin();
        auto const& json = files_.at(first).objects.at(of);
        if (known.files.size() > 1)
            known.fault = fault(coinformer::errc::conflict, of, first, "to be the only file with it",
                                "also " + *std::next(known.files.begin()));
        try {
            auto const type =
                known.state ? coinformer::watch_event_type::modified : coinformer::watch_event_type::added;
            if (!known.state || known.json != json) report(type, known.state = decoded(json));
            known.json = json;
        } catch (coinformer::api_error const& e) { // a member has the wrong type
            known.fault =
                fault(coinformer::errc::wrong_type, of, first, "an object that can be decoded", e.what());
        }
        if (known.fault) news_.emplace_back(*known.fault);
    }

    void report(coinformer::watch_event_type type, coinformer::object_ptr<T> object)
    {
        ++version_;
        news_.emplace_back(coinformer::watch_event<T>(type, std::move(object)));
    }

    // Decodes an object, with the version of the change that is about to be reported.
    coinformer::object_ptr<T> decoded(std::string const& json) const
    {
        auto content = boost::json::parse(json);
        content.as_object()["metadata"].as_object()["resourceVersion"] = std::to_string(version_ + 1);
        return coinformer::decode_object<T>(boost::json::serialize(content));
    }

    static coinformer::decode_fault fault(coinformer::errc code, key of, std::string where,
                                          std::string expected, std::string found)
    {
        return {code,
                std::move(where),
                std::move(expected),
                std::move(found),
                std::move(of.first),
                std::move(of.second)};
    }

    manifest_files directory_;
    manifest_directory_options options_;
    coinformer::resource of_;
    std::uint64_t version_ = 1; // the version of the last change
    std::map<std::string, file> files_;
    std::map<key, known_object> objects_;
    std::set<std::string> unread_;                  // files that have changed, or may have
    std::vector<coinformer::source_event<T>> news_; // changes that no watch has returned yet
};
