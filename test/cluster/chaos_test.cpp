// Chaos on the way to a real kube-apiserver. The proxy dies, the plugin that issues certificates hangs, all
// certificates are exchanged, and the server is frozen and killed, while objects are written without a pause.
// Nothing may be lost, and nothing may come twice.

#include "observed.hpp"
#include "proxies/real_proxy.hpp"

namespace {

/// What a handler was shown of each object, and what of it cannot be true.
class story {
public:
    using object = object_ptr<config_map>;

    lines wrong;
    std::map<std::string, std::string> shown; ///< UID and version, by name

    handlers<config_map> handler()
    {
        return {.added = [this](object const& o, initial_list) { note({}, o); },
                .updated = [this](object const& was, object const& is) { note(was, is); },
                .deleted = [this](object const& o, final_state) { end(o); }};
    }

    static std::string identity(object const& o)
    {
        return std::string(o.uid()) + " " + std::string(o.resource_version());
    }

private:
    void note(object const& was, object const& is)
    {
        std::string const name(is.key().name);
        auto const had = shown.find(name);
        if (!was && had != shown.end()) wrong.push_back(name + " was added twice");
        if (was && had == shown.end()) wrong.push_back(name + " was updated, and was never added");
        if (was && had != shown.end() && had->second != identity(was))
            wrong.push_back(name + " was updated from a state that was not shown last");
        check_newer(name, is);
        shown[name] = identity(is);
    }
    void end(object const& o)
    {
        std::string const name(o.key().name);
        if (shown.erase(name) == 0) wrong.push_back(name + " was deleted twice");
        ended_.insert(std::string(o.uid()));
    }
    void check_newer(std::string const& name, object const& is)
    {
        auto const version = std::stoull(std::string(is.resource_version()));
        if (version <= newest_[name]) wrong.push_back(name + " came twice, or went back");
        if (ended_.contains(std::string(is.uid()))) wrong.push_back(name + " came back after its end");
        newest_[name] = version;
    }

    std::map<std::string, unsigned long long> newest_;
    std::set<std::string> ended_; // UIDs
};

// Prints the certificate and key of the files $2 and $3 as a credential that ends soon; but not while the
// file $1 exists.
constexpr char plugin[] = R"sh(
while [ -e "$1" ]; do sleep 0.1; done
pem() { awk '{ printf "%s\\n", $0 }' "$1"; }
printf '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{
    "expirationTimestamp":"%s","clientCertificateData":"%s","clientKeyData":"%s"}}' \
    "$(date -u -d '+6 seconds' +%Y-%m-%dT%H:%M:%SZ)" "$(pem "$2")" "$(pem "$3")"
)sh";

/// A way to the server through a proxy, with a certificate that a plugin issues for a few seconds.
struct chaotic_way {
    explicit chaotic_way(cluster const& c)
    {
        auto const quoted = [](std::string const& text) { return '"' + text + '"'; };
        auto const pki = c.directory + "/pki/admin";
        auto const arguments = quoted(files.write("plugin.sh", plugin)) + ", " + quoted(hang) + ", " +
                               quoted(pki + ".crt") + ", " + quoted(pki + ".key");
        kubeconfig = files.write(
            "kubeconfig",
            "apiVersion: v1\n"
            "kind: Config\n"
            "current-context: chaos\n"
            "contexts: [{name: chaos, context: {cluster: chaos, user: chaos}}]\n"
            "clusters:\n"
            "- name: chaos\n"
            "  cluster: {server: " +
                quoted(c.facts.at("URL")) + ", certificate-authority: " + quoted(c.facts.at("CA")) +
                ", proxy-url: " + quoted(proxy.url()) +
                "}\n"
                "users:\n"
                "- name: chaos\n"
                "  user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: sh, args: [" +
                arguments + "], interactiveMode: Never}}\n");
    }

    endpoint there() const { return load_endpoint({.kubeconfig = kubeconfig}); }
    void hangs(bool now) const
    {
        if (now)
            files.write("hang", "");
        else
            std::filesystem::remove(hang);
    }

    temporary_directory files;
    std::string hang = files.path("hang");
    real_proxy proxy{real_proxy::kind::tinyproxy};
    std::string kubeconfig;
};

/// An informer with its own client, and the story of its handler.
struct followed {
    followed(cluster& c, chaotic_way const& way, std::string const& in, http_version version)
        : ns(in), api(c.env, way.there(), options(version)), informer(api, observed::options(in))
    {
        informer.on_change(told.handler());
    }
    static client_options options(http_version version)
    {
        client_options o;
        o.http.version = version;
        return o;
    }
    std::string value_of(std::string const& name) const
    {
        auto const o = informer.snapshot().get(ns, name);
        return o ? std::string(o->data.value_or("v", "")) : std::string();
    }

    std::string ns;
    client api;
    shared_informer<config_map> informer;
    story told;
};

// Writes the object "mark", as often as it takes.
task<> write_mark(client& api, std::string ns, std::string value)
{
    for (;;) {
        bool written = true;
        try {
            co_await api.patch(config_maps, ns, "mark", merge_patch(R"({"data":{"v":")" + value + R"("}})"));
        } catch (api_error const&) {
            written = false;
        }
        if (written) co_return;
        co_await system_time().sleep_for(200ms);
    }
}

} // namespace

TEST_CASE_METHOD(cluster,
                 "proxy, plugin, certificates and server fail one after the other, and nothing is lost")
{
    if (!real_proxy::is_installed(real_proxy::kind::tinyproxy)) return;
    client admin(env, at("kubeconfig"));
    auto const ns = fresh_namespace(admin, "chaos");
    get(admin.create(config_maps, ns, json("mark", "0")));
    chaotic_way way(*this);
    std::vector<std::unique_ptr<followed>> all;
    std::vector<std::unique_ptr<running>> work;
    for (auto const version : {http_version::http1, http_version::automatic}) {
        all.push_back(std::make_unique<followed>(*this, way, ns, version));
        work.push_back(std::make_unique<running>(*this, all.back()->informer.run()));
    }
    for (auto const& f : all) testing::run(io, with_timeout(system_time(), 30s, f->informer.synced()));
    auto writing = std::make_unique<running>(*this, write_for_ever(admin, ns, 12, 50ms));

    auto const pass = [this](duration d) { until([] { return false; }, d); };
    int marks = 0;
    auto const recovered = [&](char const* from) {
        auto const began = std::chrono::steady_clock::now();
        auto const value = std::to_string(++marks);
        testing::run(io, with_timeout(system_time(), 60s, write_mark(admin, ns, value)));
        bool const fresh = until(
            [&] {
                return std::ranges::all_of(all, [&](auto const& f) { return f->value_of("mark") == value; });
            },
            60s);
        std::chrono::duration<double> const took = std::chrono::steady_clock::now() - began;
        std::cerr << from << ": fresh after " << took.count() << " s\n";
        return fresh;
    };

    pass(2s);
    way.proxy.kill();
    pass(3s);
    way.proxy.start();
    CHECK(recovered("the proxy died"));

    REQUIRE(script("signal-apiserver.sh STOP") == 0);
    pass(5s);
    REQUIRE(script("signal-apiserver.sh CONT") == 0);
    CHECK(recovered("the server was frozen"));

    way.hangs(true);
    REQUIRE(script_beside("rotate-certificates.sh") == 0);
    pass(8s); // the certificate of the plugin expires
    way.proxy.kill();
    pass(1s);
    way.proxy.start();
    pass(2s);
    way.hangs(false);
    CHECK(recovered("the plugin hung, certificates were exchanged, and the proxy died"));

    REQUIRE(script("kill-apiserver.sh") == 0);
    pass(2s);
    REQUIRE(script_beside("restart-apiserver.sh") == 0);
    CHECK(recovered("the server was killed"));

    way.hangs(true);
    REQUIRE(script("kill-apiserver.sh") == 0);
    way.proxy.kill();
    REQUIRE(script_beside("restart-apiserver.sh") == 0);
    way.proxy.start();
    way.hangs(false);
    CHECK(recovered("all of them at once"));

    writing.reset();
    CHECK(recovered("nothing more"));
    client fresh(env, at("kubeconfig"));
    auto const listed = get(fresh.list<config_map>(ns));
    std::map<std::string, std::string> truth;
    for (auto const& o : listed.objects) truth[std::string(o.key().name)] = story::identity(o);
    for (auto const& f : all) {
        CHECK(f->told.wrong == lines());
        CHECK(f->told.shown == truth);
        std::map<std::string, std::string> stored;
        for (auto const& o : f->informer.snapshot().list())
            stored[std::string(o.key().name)] = story::identity(o);
        CHECK(stored == truth);
        auto const status = get(f->informer.status());
        std::cerr << status.reflector.lists + status.reflector.streams << " lists, "
                  << status.reflector.watches << " watches\n";
    }
}
