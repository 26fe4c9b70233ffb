#include <coinformer/testing/api_server.hpp>

#include "core/keeping.hpp"
#include "testing/formats/yaml_body.hpp"
#include "testing/http/http_session.hpp"
#include "testing/http/wire_text.hpp"
#include "testing/store/builtin_resources.hpp"
#include "testing/store/manifest.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/memory_network.hpp>
#include <coinformer/testing/tcp_listener.hpp>
#include <coinformer/testing/tls_listener.hpp>

#include <boost/assert.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

namespace coinformer::testing {

using namespace detail;
using namespace coinformer::detail;

namespace {

// Returns the path for messages. It accepts any name, because the store says what is wrong with a name.
std::string path_for_message(resource const& r, std::string_view ns, std::string_view name,
                             std::string_view part)
{
    auto path = collection_path(r, ns);
    if (!name.empty()) path.append("/").append(name);
    if (!part.empty()) path.append("/").append(part);
    return path;
}

subresource subresource_named(std::string_view name, served_resource const& of)
{
    if (name.empty()) return subresource::none;
    if (name == "status" && of.has_status()) return subresource::status;
    if (name == "scale" && of.has_scale()) return subresource::scale;
    throw unknown_resource();
}

// Returns "use one of a, b".
template <class Names>
std::string choice(Names const& names)
{
    std::string text;
    for (std::string_view const name : names) text.append(text.empty() ? "use one of " : ", ").append(name);
    return text;
}

constexpr auto verbs = std::to_array<std::string_view>(
    {"get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"});

// Throws if the fault can meet no request, because its test would then test nothing.
void check_fits(fault const& f, api_store const& store)
{
    auto const known = [](auto const& names, std::string const& name) {
        return name.empty() || std::ranges::find(names, name) != names.end();
    };
    if (!known(verbs, f.verb))
        throw std::invalid_argument("api_server::inject: no request has the verb \"" + f.verb + "\"; " +
                                    choice(verbs));
    std::set<std::string> plurals, full_names;
    for (auto const* of : store.served()) {
        plurals.insert(of->plural);
        full_names.insert(of->plural + '.' + of->group);
    }
    auto const whole = f.resource.substr(0, f.resource.find('/'));
    if (!known(plurals, whole) && !full_names.contains(whole))
        throw std::invalid_argument("api_server::inject: the resource \"" + whole +
                                    "\" is not served (see serve()); " + choice(plurals));
}

} // namespace

/// The server and its state. Connections share it, because their tasks may be destroyed after the server,
/// with the io_context. Everything in it is called on the server's serial executor.
class api_server::impl : public std::enable_shared_from_this<impl> {
public:
    impl(environment env, api_server_options options) : state(std::move(env), std::move(options))
    {
        if (state.options.bookmark_interval <= duration::zero())
            throw std::invalid_argument("api_server: api_server_options::bookmark_interval is not positive");
        state.store.on_change([this](collection const& in) {
            for (auto* const session : state.sessions) session->changed(in);
        });
    }
    ~impl() { BOOST_ASSERT(state.sessions.empty()); }

    collection& find(resource const& r)
    {
        auto* const in = state.store.find(r.group, r.version, r.plural);
        if (!in) throw unknown_resource();
        return *in;
    }

    /// Returns the namespace for an object of a direct call: its own, "default" if it has none, or "" for a
    /// kind without namespaces.
    static std::string namespace_of_object(collection const& in, boost::json::object const& body)
    {
        if (in.resource().where == scope::cluster) return {};
        auto ns = metadata_text(body, "namespace");
        return ns.empty() ? "default" : ns;
    }

    /// Makes a direct call. Throws what the store refuses as an api_error, as a client would get it. `path`
    /// is read afterwards, because the call may learn more of it.
    template <class Call>
    std::string direct(std::string_view verb, std::string const& path, Call call)
    {
        try {
            return call();
        } catch (refusal const& why) {
            throw api_error(why.kind(), std::string(verb), path, why.status(), why.retry_after());
        }
    }

    task<> serve(std::unique_ptr<byte_stream> stream)
    {
        std::shared_ptr<server_state> const shared(shared_from_this(), &state);
        auto const session = std::make_shared<http_session>(shared, std::move(stream));
        co_await session->serve();
    }

    // Accepts connections and starts a task for each. A failed accept() ends it, and with it run().
    template <class Listener>
    task<> accept_connections(Listener& listener, nursery& connections) &
    {
        for (;;) {
            auto stream = co_await listener.accept();
            connections.start(keeping(shared_from_this(), serve(std::move(stream))));
        }
    }

    template <class Listener>
    task<> run(Listener& listener) &
    {
        nursery connections(state.env.ex);
        connections.start(keeping(shared_from_this(), accept_connections(listener, connections)));
        co_await connections.join();
    }

    server_state state;
};

api_server::api_server(environment env, api_server_options options)
    : impl_(std::make_shared<impl>(std::move(env), std::move(options)))
{
    for (auto const& known : builtin_resources()) serve(known.of);
    auto const& namespaces = find_builtin("", "namespaces")->of;
    for (std::string_view const name : {"default", "kube-node-lease", "kube-public", "kube-system"})
        create(namespaces, std::string("{\"metadata\":{\"name\":\"").append(name).append("\"}}"));
}

api_server::~api_server() = default;

void api_server::serve(resource const& r)
{
    impl_->state.store.serve(r);
}

std::string api_server::create(resource const& r, std::string_view json)
{
    auto path = collection_path(r);
    return impl_->direct("create", path, [&] {
        auto& in = impl_->find(r);
        auto body = parse_object(json);
        auto const ns = impl::namespace_of_object(in, body);
        path = collection_path(r, ns);
        return impl_->state.store.create(in, ns, std::move(body), origin::test)->text();
    });
}

std::size_t api_server::load(std::string_view manifest)
{
    std::vector<boost::json::object> objects;
    std::string path = "manifest";
    impl_->direct("load", path, [&] {
        objects = objects_of(manifest);
        for (auto& object : objects) {
            auto& in = collection_of(impl_->state.store, object);
            auto const ns = impl::namespace_of_object(in, object);
            auto const& of = in.resource();
            path = path_for_message({of.group, of.version, of.plural}, ns, metadata_text(object, "name"), "");
            impl_->state.store.create(in, ns, std::move(object), origin::test);
        }
        return std::string();
    });
    return objects.size();
}

std::string api_server::replace(resource const& r, std::string_view json, std::string_view subresource)
{
    auto path = collection_path(r);
    return impl_->direct("update", path, [&] {
        auto& in = impl_->find(r);
        auto const part = subresource_named(subresource, in.resource());
        auto body = parse_object(json);
        auto const ns = impl::namespace_of_object(in, body);
        auto const name = metadata_text(body, "name");
        path = path_for_message(r, ns, name, subresource);
        return shown(in.resource(), impl_->state.store.replace(in, ns, name, std::move(body), part), part);
    });
}

std::string api_server::patch(resource const& r, object_key key, std::string_view patch,
                              std::string_view subresource, patch_type type)
{
    return impl_->direct("patch", path_for_message(r, key.ns, key.name, subresource), [&] {
        auto& in = impl_->find(r);
        auto const part = subresource_named(subresource, in.resource());
        return shown(in.resource(), impl_->state.store.patch(in, key.ns, key.name, type, patch, part), part);
    });
}

std::string api_server::apply(resource const& r, std::string_view yaml, std::string_view field_manager,
                              apply_force force, std::string_view subresource)
{
    auto path = collection_path(r);
    return impl_->direct("patch", path, [&] {
        auto& in = impl_->find(r);
        auto const part = subresource_named(subresource, in.resource());
        auto config = parse_yaml_object(yaml);
        auto const ns = impl::namespace_of_object(in, config);
        auto const name = metadata_text(config, "name");
        path = path_for_message(r, ns, name, subresource);
        write_options how(origin::test);
        how.manager = field_manager;
        how.force = force == apply_force::yes;
        return impl_->state.store.apply(in, ns, name, std::move(config), part, how).object->text();
    });
}

std::string api_server::get(resource const& r, object_key key) const
{
    return impl_->direct("get", path_for_message(r, key.ns, key.name, ""),
                         [&] { return impl_->state.store.get(impl_->find(r), key.ns, key.name)->text(); });
}

std::string api_server::list(resource const& r, std::string_view ns) const
{
    return impl_->direct("list", collection_path(r, ns), [&] {
        auto const& in = impl_->find(r);
        collection_query query;
        query.ns = ns;
        list_answer const all{&in.resource(), impl_->state.store.list(in, query)};
        auto text = list_opening(all);
        for (auto const& item : all.list.page.items) {
            if (item != all.list.page.items.front()) text += ',';
            text.append(item->item_head()).append(item->item_tail());
        }
        return text + list_closing(all);
    });
}

void api_server::remove(resource const& r, object_key key)
{
    impl_->direct("delete", path_for_message(r, key.ns, key.name, ""), [&] {
        impl_->state.store.remove(impl_->find(r), key.ns, key.name, {});
        return std::string();
    });
}

void api_server::remove_collection(resource const& r, std::string_view ns, std::string_view label_selector)
{
    impl_->direct("deletecollection", collection_path(r, ns), [&] {
        collection_query query;
        query.ns = ns;
        query.label_selector = label_selector;
        impl_->state.store.remove_all(impl_->find(r), query, {});
        return std::string();
    });
}

std::string api_server::resource_version() const
{
    return std::to_string(impl_->state.store.now());
}

bool api_server::rotate_token(std::string_view old, std::string token)
{
    return impl_->state.access.rotate(old, std::move(token));
}

void api_server::compact()
{
    impl_->state.store.compact();
}

void api_server::disconnect()
{
    for (auto* const session : impl_->state.sessions) session->reset();
}

void api_server::restart()
{
    compact();
    disconnect();
}

std::shared_ptr<server_backup const> api_server::backup() const
{
    return std::make_shared<server_backup const>(impl_->state.store.backup());
}

void api_server::restore(server_backup const& then)
{
    impl_->state.store.restore(then);
    disconnect();
}

void api_server::lag(std::size_t versions) noexcept
{
    impl_->state.store.lag(versions);
}

void api_server::inject(fault f)
{
    check_fits(f, impl_->state.store);
    if (f.left != 0) impl_->state.faults.push_back(std::move(f));
}

std::size_t api_server::pending_faults() const noexcept
{
    return impl_->state.faults.size();
}

void api_server::heal() noexcept
{
    impl_->state.faults.clear();
}

std::size_t api_server::requests(std::string_view verb, resource const& r) const
{
    if (std::ranges::find(verbs, verb) == verbs.end())
        throw std::invalid_argument("api_server::requests: no request has the verb \"" + std::string(verb) +
                                    "\"; " + choice(verbs));
    auto const it = impl_->state.requests.find(counter_name(verb, r.group, r.version, r.plural));
    return it == impl_->state.requests.end() ? 0 : it->second;
}

std::vector<action> api_server::actions() const
{
    return {impl_->state.actions.begin(), impl_->state.actions.end()};
}

void api_server::forget_actions() noexcept
{
    impl_->state.actions.clear();
}

std::size_t api_server::open_watches() const
{
    auto const n = std::ranges::count_if(impl_->state.sessions, &http_session::watching);
    return static_cast<std::size_t>(n);
}

std::size_t api_server::open_connections() const
{
    auto const n = std::ranges::count_if(impl_->state.sessions, &http_session::is_connection);
    return static_cast<std::size_t>(n);
}

void api_server::intercept(interceptor answer)
{
    impl_->state.intercept = std::move(answer);
}

task<> api_server::serve_connection(std::unique_ptr<byte_stream> stream) &
{
    return keeping(impl_, impl_->serve(std::move(stream)));
}

task<> api_server::run(memory_network& network) &
{
    return keeping(impl_, impl_->run(network));
}

task<> api_server::run(tcp_listener& listener) &
{
    return keeping(impl_, impl_->run(listener));
}

task<> api_server::run(tls_listener& listener) &
{
    return keeping(impl_, impl_->run(listener));
}

} // namespace coinformer::testing
