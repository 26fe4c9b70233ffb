// Contract: kubeconfigs of a directory and of Secrets become clusters. What cannot be used is logged once,
// and a Secret can neither run programs nor read files.

#include "fleet_world.hpp"
#include "transport/config/base64.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

namespace fs = std::filesystem;

std::string kubeconfig_of(std::string const& server, std::string const& user = "{}",
                          std::string const& more_of_cluster = {})
{
    return "apiVersion: v1\nkind: Config\ncurrent-context: c\n"
           "contexts: [{name: c, context: {cluster: k, user: u}}]\n"
           "clusters: [{name: k, cluster: {server: '" +
           server + "'" + more_of_cluster + "}}]\nusers: [{name: u, user: " + user + "}]\n";
}

struct directory_world : fleet_world {
    directory_world()
    {
        std::string made = fs::temp_directory_path() / "fleet-XXXXXX";
        REQUIRE(mkdtemp(made.data()) != nullptr);
        path = made;
    }
    ~directory_world() { fs::remove_all(path); }
    void write(std::string const& file, std::string const& text) const { std::ofstream(path / file) << text; }
    fs::path path;
};

// Says on which server the cluster of this name is worked on.
std::string server_of(fleet const& f, std::string const& name)
{
    auto const found = f.find(name);
    return found ? found->api().server().server : "none";
}

} // namespace

TEST_CASE_METHOD(directory_world,
                 "the files of a directory are clusters, which come, change and go with them")
{
    for (auto const* const name : {"east", "west", "north.shop", "south"}) make_site(name);
    write("east.yaml", kubeconfig_of("http://east"));
    write("north.shop.kubeconfig", kubeconfig_of("http://north"));
    write(".hidden", "no kubeconfig");
    fs::create_directory(path / "directory");
    fleet f(env, kubeconfig_directory(path), follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(f.status().size() == 2);
    CHECK(server_of(f, "east") == "http://east");
    CHECK(server_of(f, "north.shop") == "http://north");

    write("west", kubeconfig_of("http://west"));
    write("east.yaml", kubeconfig_of("http://east.new"));
    fs::remove(path / "north.shop.kubeconfig");
    time.run_for(10s);
    CHECK(f.status().size() == 2);
    CHECK(server_of(f, "east") == "http://east.new");
    CHECK(server_of(f, "west") == "http://west");
    CHECK(log_text.str() == "");

    take_events();
    time.run_for(10min); // nothing changes, so nothing begins anew
    CHECK(take_events().empty());

    write("west.yml", kubeconfig_of("http://other")); // behind "west" in the order of the names
    time.run_for(5min);
    CHECK(server_of(f, "west") == "http://west");
    CHECK(times_logged("another file names the same cluster") == 1);
}

TEST_CASE_METHOD(directory_world,
                 "a file that cannot be used is logged once and leaves its cluster as it was")
{
    make_site("east");
    make_site("west");
    write("east", kubeconfig_of("http://east"));
    write("west", "a: [kubeconfig");
    fleet f(env, kubeconfig_directory(path, {.max_bytes = 5000}), follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(state_of(f, "west") == "failed");
    CHECK_THAT(status_of(f, "west").last_failure, Catch::Contains("not valid YAML"));

    auto const broken = GENERATE(as<std::string>(), "", "a: [kubeconfig", "{}", "dangling", "large");
    auto const before = f.find("east");
    if (broken == "dangling") {
        fs::remove(path / "east");
        fs::create_symlink(path / "nothing", path / "east");
    } else {
        write("east", broken == "large" ? std::string(5001, '#') : broken);
    }
    time.run_for(5min);
    CHECK(f.find("east") == before);
    CHECK(state_of(f, "east") == "running");
    CHECK(status_of(f, "east").last_failure != "");
    CHECK(times_logged("cluster=east") == 1);
    CHECK(times_logged("cluster=west") == 1);

    fs::remove(path / "east");
    write("east", kubeconfig_of("http://east"));
    write("west", kubeconfig_of("http://west"));
    time.run_for(10s);
    CHECK(f.find("east") == before);
    CHECK(status_of(f, "east").last_failure == "");
    CHECK(server_of(f, "west") == "http://west");
}

TEST_CASE_METHOD(directory_world,
                 "a file may be as large as max_bytes, and no larger even if its size is unknown")
{
    make_site("east");
    auto const config = kubeconfig_of("http://east");
    write("east", config);
    fs::create_symlink("/proc/self/status", path / "west"); // its size is said to be 0, and it is longer
    fleet f(env, kubeconfig_directory(path, {.max_bytes = config.size()}), follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(server_of(f, "east") == "http://east");
    CHECK(state_of(f, "west") == "failed");
    CHECK_THAT(status_of(f, "west").last_failure, Catch::Contains("west: is larger than max_bytes"));
}

TEST_CASE_METHOD(directory_world, "a directory that cannot be read leaves the clusters as they are")
{
    make_site("east");
    write("east", kubeconfig_of("http://east"));
    fleet f(env, kubeconfig_directory(path), follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    auto const elsewhere = path.string() + ".elsewhere";
    fs::rename(path, elsewhere);
    time.run_for(5min);
    CHECK(server_of(f, "east") == "http://east");
    CHECK(times_logged("cannot be read, so the clusters stay") == 1);
    fs::rename(elsewhere, path);
    time.run_for(10s);
    CHECK(times_logged("can be read again") == 1);
    CHECK(take_events() == lines{"east begins"});
}

TEST_CASE_METHOD(directory_world, "a mounted Secret is a directory whose files change at once")
{
    make_site("east");
    make_site("west");
    fs::create_directory(path / "..1");
    write("..1/east", kubeconfig_of("http://east"));
    fs::create_symlink("..1", path / "..data");
    fs::create_symlink("..data/east", path / "east");
    fleet f(env, kubeconfig_directory(path), follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(server_of(f, "east") == "http://east");

    fs::create_directory(path / "..2");
    write("..2/east", kubeconfig_of("http://east.new"));
    write("..2/west", kubeconfig_of("http://west"));
    fs::create_symlink("..2", path / "..data_tmp");
    fs::rename(path / "..data_tmp", path / "..data");
    fs::create_symlink("..data/west", path / "west");
    time.run_for(10s);
    CHECK(server_of(f, "east") == "http://east.new");
    CHECK(server_of(f, "west") == "http://west");
    CHECK(f.status().size() == 2);
}

namespace {

struct secrets_world : directory_world {
    static constexpr resource secrets{
        .version = "v1", .plural = "secrets", .kind = "Secret", .where = scope::namespaced};

    secrets_world()
    {
        for (auto const* const name : {"east", "west", "evil"}) make_site(name);
    }
    void put_secret(std::string const& name, std::string const& kubeconfig, std::string const& label = "yes",
                    std::string const& key = "kubeconfig")
    {
        auto const object = R"({"metadata":{"name":")" + name +
                            R"(","namespace":"fleet","labels":{"cluster":")" + label + R"("}},"data":{")" +
                            key + R"(":")" + base64(kubeconfig) + R"("}})";
        try {
            home.server.remove(secrets, {"fleet", name});
        } catch (api_error const&) { // there was none
        }
        home.server.create(secrets, object);
    }

    site& home = make_site("home");
    client api{env, {.server = "http://home"}, {}, home.network.dialer()};
};

} // namespace

TEST_CASE_METHOD(secrets_world, "Secrets are clusters, which come, change and go with them")
{
    put_secret("east", kubeconfig_of("http://east"));
    put_secret("other", kubeconfig_of("http://other"), "no");
    put_secret("empty", kubeconfig_of("http://other"), "yes", "other-key");
    fleet f(env, kubeconfig_secrets(api, {.ns = "fleet", .label_selector = "cluster=yes"}),
            follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(f.status().size() == 1);
    CHECK(server_of(f, "east") == "http://east");

    put_secret("west", kubeconfig_of("http://west"));
    put_secret("east", kubeconfig_of("http://east.new"));
    time.run_for(1s);
    CHECK(server_of(f, "east") == "http://east.new");
    CHECK(server_of(f, "west") == "http://west");

    put_secret("west", "no kubeconfig");
    time.run_for(1s);
    CHECK(server_of(f, "west") == "http://west");
    CHECK_THAT(status_of(f, "west").last_failure, Catch::Contains("Secret fleet/west"));

    home.server.remove(secrets, {"fleet", "west"});
    time.run_for(1s);
    CHECK(f.status().size() == 1);
}

TEST_CASE_METHOD(secrets_world, "a Secret can neither run programs nor read files of this process")
{
    auto const mark = path / "was-run";
    write("token", "abc");
    auto const exec = "{exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: "
                      "/bin/sh, args: ['-c', 'touch " +
                      mark.string() + "']}}";
    auto const file = (path / "token").string();
    lines const users{exec, "{tokenFile: " + file + "}",
                      "{client-certificate: " + file + ", client-key-data: S0VZ}",
                      "{client-certificate-data: S0VZ, client-key: " + file + "}", "{}"};
    auto const which = GENERATE(0u, 1u, 2u, 3u, 4u);
    auto const text =
        kubeconfig_of("https://evil", users[which], which == 4 ? ", certificate-authority: " + file : "");
    put_secret("evil", text);
    put_secret("east", kubeconfig_of("http://east"));
    SECTION("by default it is refused, and the others go on")
    {
        fleet f(env, kubeconfig_secrets(api, {.ns = "fleet"}), follows_config_maps(), options());
        testing::background const running(io, time, f.run());
        time.run_for(1min);
        CHECK(state_of(f, "evil") == "failed");
        CHECK_FALSE(f.find("evil"));
        CHECK_THAT(status_of(f, "evil").last_failure,
                   Catch::Contains("Secret fleet/evil") && Catch::Contains("is not allowed here"));
        CHECK(server_of(f, "east") == "http://east");
        CHECK_FALSE(fs::exists(mark));
    }
    SECTION("a program that trusts its Secrets says so")
    {
        kubeconfig_secrets_options trusting{.ns = "fleet"};
        trusting.trust = kubeconfig_trust::full;
        fleet f(env, kubeconfig_secrets(api, trusting), not_followed(), options());
        testing::background const running(io, time, f.run());
        time.run_for(1s);
        // the "certificates" of this test are none, which is found when the client is made
        CHECK_THAT(status_of(f, "evil").last_failure, !Catch::Contains("is not allowed here"));
        if (which < 2) CHECK(server_of(f, "evil") == "https://evil");
    }
}

TEST_CASE_METHOD(secrets_world,
                 "a Secret whose entry is not base64, or longer than max_bytes, leaves its cluster as it was")
{
    auto const config = kubeconfig_of("http://east");
    put_secret("east", config);
    fleet f(env, kubeconfig_secrets(api, {.ns = "fleet", .max_bytes = config.size()}), follows_config_maps(),
            options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(server_of(f, "east") == "http://east");
    auto const before = f.find("east");
    bool const is_long = GENERATE(true, false);
    auto const entry = is_long ? base64(config + '\n') : std::string("no base64!");
    home.server.patch(secrets, {"fleet", "east"}, R"({"data":{"kubeconfig":")" + entry + R"("}})");
    time.run_for(1s);
    CHECK(f.find("east") == before);
    auto const* const why = is_long ? "is larger than max_bytes" : "is not base64";
    CHECK_THAT(status_of(f, "east").last_failure,
               Catch::Contains("Secret fleet/east") && Catch::Contains(why));
    CHECK(times_logged("cluster=east") == 1);
}

TEST_CASE_METHOD(secrets_world, "Secrets that may not be read are waited for, and then the clusters come")
{
    put_secret("east", kubeconfig_of("http://east"));
    home.server.inject(faults::forbidden().of("secrets").times(8));
    fleet f(env, kubeconfig_secrets(api, {.ns = "fleet"}), follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(f.status().empty());
    CHECK(times_logged("the Secrets with kubeconfigs cannot be read") == 1);
    time.run_for(10min);
    CHECK(server_of(f, "east") == "http://east");
}

TEST_CASE_METHOD(fleet_world, "a source that fails is followed again, and the clusters stay as they are")
{
    struct failing_source final : cluster_source {
        task<> follow(environment const&, cluster_set& clusters) override
        {
            clusters.put("east", {.server = "http://east"}, "1");
            if (++calls == 3) clusters.keep_only({});
            throw std::runtime_error("no inventory");
            co_return;
        }
        int calls = 0;
    };
    make_site("east");
    auto const failing = std::make_shared<failing_source>();
    fleet f(env, failing, follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(failing->calls == 1);
    auto const before = f.find("east");
    REQUIRE(before);
    while (failing->calls < 2) time.run_for(1s);
    CHECK(f.find("east") == before);
    while (failing->calls < 3) time.run_for(1s);
    CHECK_FALSE(f.find("east"));
    CHECK_THAT(log_text.str(), Catch::Contains("no inventory"));
}

TEST_CASE("a fleet that is cancelled ends, although its source switches cancellation off to clean up")
{
    struct cleaning_source final : cluster_source {
        task<> follow(environment const& env, cluster_set& clusters) override
        {
            ++calls;
            clusters.keep_only({});
            auto const clean_up = [&]() -> task<> {
                co_await asio::post(env.ex, asio::use_awaitable);
                has_cleaned_up = true;
            };
            wakeup nothing;
            co_await clean_up_after(nothing.wait(), clean_up());
        }
        int calls = 0;
        bool has_cleaned_up = false;
    };
    ::background running; // outlives the context, so that a fleet that does not end fails only this test
    fleet_world w;
    auto const cleaning = std::make_shared<cleaning_source>();
    fleet f(w.env, cleaning, fleet_world::not_followed(), w.options());
    running.start(w.io, f.run());
    w.time.run_for(1s);
    running.cancel();
    w.time.run_for(1h);
    CHECK(cleaning->has_cleaned_up);
    CHECK(cleaning->calls == 1);
    CHECK(running.ended);
    CHECK(running.code() == condition::cancelled);
}
