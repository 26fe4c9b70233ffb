#include <coinformer/testing/manual_source.hpp>

#include <coinformer/core/wakeup.hpp>

#include <boost/json.hpp>

#include <map>
#include <stdexcept>

namespace coinformer::testing::detail {

namespace json = boost::json;
using coinformer::detail::object_ref;
using coinformer::detail::untyped_event;
using coinformer::detail::untyped_part;
using coinformer::detail::untyped_source_event;

namespace {

using full_name = std::pair<std::string, std::string>; // namespace and name

full_name name_of(object_ref const& object)
{
    return {std::string(object->key().ns), std::string(object->key().name)};
}

// Returns the JSON of an object that has nothing but its namespace and its name.
json::value name_only(full_name const& of)
{
    json::object metadata, object;
    metadata["namespace"] = of.first;
    metadata["name"] = of.second;
    object["metadata"] = std::move(metadata);
    return object;
}

bool is_in(std::string const& ns, full_name const& of)
{
    return ns.empty() || ns == of.first;
}

} // namespace

/// A watch that has begun: the events that nobody has taken yet, and how it ended.
class manual_store::watch {
public:
    explicit watch(std::string of) : ns(std::move(of)) {}

    std::string ns; // empty for all namespaces
    std::vector<untyped_source_event> events;
    std::exception_ptr failure;
    bool ended = false;
    wakeup changed;
};

/// The objects that the source holds now, and the changes that it remembers.
struct manual_store::contents {
    struct event {
        std::uint64_t version;
        full_name of;
        untyped_source_event what;
    };

    explicit contents(coinformer::detail::object_type const& t) : type(t) {}

    void add(full_name of, untyped_source_event what)
    {
        changes.push_back({version, of, what});
        for (auto& open : live()) {
            if (!is_in(open->ns, of)) continue;
            open->events.push_back(what);
            open->changed.notify();
        }
    }
    std::vector<std::shared_ptr<watch>> live()
    {
        std::erase_if(open, [](auto const& w) { return w.expired(); });
        std::vector<std::shared_ptr<watch>> all;
        for (auto const& w : open) all.push_back(w.lock());
        return all;
    }
    // Decodes an object, with the version of the change that is about to happen. The last state of an object
    // that is deleted has the version of the deletion, as with Kubernetes.
    object_ref with_next_version(json::value& document) const
    {
        auto& metadata = document.as_object()["metadata"];
        if (!metadata.is_object()) metadata.emplace_object();
        metadata.as_object()["resourceVersion"] = std::to_string(version + 1);
        return coinformer::detail::decode_object(type, json::serialize(document));
    }
    // Returns the last state of an object that was only reported as a fault, so that there is no document:
    // it has nothing but its name. Returns null if the type has members that every object needs.
    object_ref only_named(full_name const& of) const
    {
        auto document = name_only(of);
        try {
            return with_next_version(document);
        } catch (api_error const&) {
            return {};
        }
    }
    void throw_failure()
    {
        if (failures == 0) return;
        --failures;
        std::rethrow_exception(failure);
    }

    coinformer::detail::object_type const& type;
    std::uint64_t version = 1;   // the version of the last change, or of an empty source
    std::uint64_t forgotten = 0; // changes up to this version are forgotten
    std::map<full_name, object_ref> objects;
    std::map<full_name, json::value> documents; // what `objects` were decoded from
    std::map<full_name, decode_fault> faults;
    std::vector<event> changes;
    std::vector<std::weak_ptr<watch>> open;
    std::exception_ptr failure;
    std::size_t failures = 0; // the number of calls that will fail
    std::size_t lists = 0, watches = 0;
};

manual_store::manual_store(coinformer::detail::object_type const& type)
    : contents_(std::make_unique<contents>(type))
{
}
manual_store::~manual_store() = default;

void manual_store::put(std::string_view text)
{
    boost::system::error_code bad;
    auto document = json::parse(text, bad);
    if (bad || !document.is_object())
        throw api_error(errc::malformed_json, "manual_source::put()", bad.message());
    auto object = contents_->with_next_version(document);
    auto of = name_of(object);
    ++contents_->version;
    bool const existed = contents_->objects.contains(of);
    contents_->objects[of] = object;
    contents_->documents[of] = std::move(document);
    contents_->faults.erase(of);
    contents_->add(
        std::move(of),
        untyped_event(existed ? watch_event_type::modified : watch_event_type::added, std::move(object)));
}

void manual_store::remove(std::string_view ns, std::string_view of)
{
    full_name const key{ns, of};
    auto const found = contents_->documents.find(key);
    bool const exists = found != contents_->documents.end();
    if (!exists && !contents_->faults.contains(key))
        throw std::invalid_argument("manual_source::remove(): there is no object " + key.first + '/' +
                                    key.second);
    auto last = exists ? contents_->with_next_version(found->second) : contents_->only_named(key);
    contents_->objects.erase(key);
    contents_->documents.erase(key);
    contents_->faults.erase(key);
    // Without a last state there is no event to report, so everybody has to list again.
    if (!last) return forget_changes();
    ++contents_->version;
    contents_->add(key, untyped_event(watch_event_type::deleted, std::move(last)));
}

void manual_store::report(decode_fault fault)
{
    full_name of{fault.ns, fault.name};
    ++contents_->version;
    contents_->faults[of] = fault;
    contents_->add(std::move(of), std::move(fault));
}

void manual_store::send_bookmark()
{
    for (auto& open : contents_->live()) {
        open->events.emplace_back(bookmark(version()));
        open->changed.notify();
    }
}

void manual_store::forget_changes()
{
    ++contents_->version;
    contents_->forgotten = contents_->version;
    contents_->changes.clear();
    end_watches(
        std::make_exception_ptr(api_error(errc::expired, "manual source", "the changes are forgotten")));
}

void manual_store::fail(std::exception_ptr why, std::size_t times)
{
    contents_->failure = std::move(why);
    contents_->failures = times;
}

void manual_store::end_watches(std::exception_ptr why)
{
    for (auto& open : contents_->live()) {
        open->failure = why;
        open->ended = true;
        open->changed.notify();
    }
}

std::string manual_store::version() const
{
    return std::to_string(contents_->version);
}

std::size_t manual_store::lists() const noexcept
{
    return contents_->lists;
}

std::size_t manual_store::watches() const noexcept
{
    return contents_->watches;
}

// A continue token is the number of objects on the pages before.
untyped_part manual_store::list(list_request const& what)
{
    ++contents_->lists;
    contents_->throw_failure();
    if (!what.not_older_than.empty() && std::stoull(what.not_older_than) > std::stoull(version()))
        throw api_error(errc::version_too_large, "manual source");
    untyped_part part;
    part.resource_version = version();
    std::size_t const skipped = what.continue_token.empty() ? 0 : std::stoull(what.continue_token);
    std::size_t matching = 0;
    for (auto const& [of, object] : contents_->objects) {
        if (!is_in(what.ns, of) || contents_->faults.contains(of) || matching++ < skipped) continue;
        if (what.limit == 0 || part.objects.size() != what.limit) part.objects.push_back(object);
    }
    auto const shown = skipped + part.objects.size();
    if (shown < matching) {
        part.continue_token = std::to_string(shown);
        part.remaining = matching - shown;
        return part;
    }
    for (auto const& [of, fault] : contents_->faults)
        if (is_in(what.ns, of)) part.faults.push_back(fault);
    return part;
}

std::shared_ptr<manual_store::watch> manual_store::begin_watch(watch_request const& what)
{
    ++contents_->watches;
    contents_->throw_failure();
    auto const after = std::stoull(what.after);
    if (after < contents_->forgotten)
        throw api_error(errc::expired, "manual source", "the changes after " + what.after + " are forgotten");
    auto opened = std::make_shared<watch>(what.ns);
    for (auto const& change : contents_->changes)
        if (change.version > after && is_in(what.ns, change.of)) opened->events.push_back(change.what);
    contents_->open.push_back(opened);
    return opened;
}

task<std::vector<untyped_source_event>> manual_store::next(std::shared_ptr<watch> of)
{
    while (of->events.empty() && !of->ended) co_await of->changed.wait();
    if (of->events.empty() && of->failure) std::rethrow_exception(of->failure);
    co_return std::exchange(of->events, {});
}

} // namespace coinformer::testing::detail
