#pragma once

#include "manifest_directory.hpp"

#include <coinformer/api/object_meta.hpp>
#include <coinformer/cache/shared_informer.hpp>

#include <boost/asio.hpp>
#include <boost/describe.hpp>

#include <cstdlib>
#include <fstream>

#include "catch.hpp"

namespace fs = std::filesystem;
namespace asio = boost::asio;
using namespace coinformer;
using namespace std::chrono_literals;

struct config_map {
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (data))
template <>
inline constexpr resource coinformer::resource_of<config_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

using words = std::vector<std::string>;

inline std::string map_text(std::string const& name, std::string const& value)
{
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name +
           ", namespace: shop}\ndata:\n  v: \"" + value + "\"\n";
}

/// A directory for one test, which is removed at the end.
class temporary_directory {
public:
    temporary_directory()
    {
        std::error_code failed; // ten thousand files take their time on a disk
        auto const room = fs::space("/dev/shm", failed).available;
        auto const place = failed || room < 200'000'000 ? fs::temp_directory_path() : fs::path("/dev/shm");
        std::string name = place / "coinformer-manifests-XXXXXX";
        REQUIRE(mkdtemp(name.data()));
        path_ = name;
    }
    temporary_directory(temporary_directory const&) = delete;
    ~temporary_directory()
    {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    fs::path const& path() const { return path_; }

private:
    fs::path path_;
};

/// An informer of a directory, in real time, and what it has told. A test changes files and then waits for
/// what the informer makes of that; it never sleeps.
class manifest_world {
public:
    explicit manifest_world(informer_options options = {}, manifest_directory_options of_source = {})
        : source(std::make_shared<manifest_directory<config_map>>(root(), of_source)),
          informer(environment{.ex = io.get_executor(), .log = &no_log(), .seed = 1}, source,
                   reporting(options))
    {
        fs::create_directory(root());
        using map = object_ptr<config_map>;
        auto const shown = [](map const& m) { return std::string(m.key().name) + '=' + m->data.at("v"); };
        informer.on_change(
            {.added = [=, this](map const& is) { changes.push_back('+' + shown(is)); },
             .updated = [=, this](map const&, map const& is) { changes.push_back('~' + shown(is)); },
             .deleted = [=, this](map const& last) { changes.push_back('-' + shown(last)); }});
    }
    ~manifest_world()
    {
        if (!is_started_) return;
        stop_.emit(asio::cancellation_type::terminal);
        for (auto const end = std::chrono::steady_clock::now() + 20s;
             !ended && std::chrono::steady_clock::now() < end;)
            turn();
        CHECK(ended); // or a wait of the source cannot be cancelled
    }

    fs::path root() const { return outside.path() / "manifests"; }
    fs::path file(std::string const& name) const { return root() / name; }

    /// Writes into the file itself, as `echo … > file` does.
    void write(std::string const& name, std::string const& text) const { std::ofstream(file(name)) << text; }
    /// Writes another file and renames it, as many editors do.
    void replace(std::string const& name, std::string const& text) const
    {
        auto const beside = outside.path() / "beside";
        std::ofstream(beside) << text;
        fs::rename(beside, file(name));
    }

    void start()
    {
        is_started_ = true;
        asio::co_spawn(
            io, informer.run(),
            asio::bind_cancellation_slot(stop_.slot(), [this](std::exception_ptr) { ended = true; }));
    }
    void start_and_list()
    {
        start();
        wait([&] { return !informer.snapshot().resource_version().empty(); });
    }
    /// Runs one handler of the io_context, or waits for one.
    void turn()
    {
        io.restart();
        io.run_one_for(100ms);
    }
    template <class Condition>
    void wait(Condition holds)
    {
        for (auto const end = std::chrono::steady_clock::now() + 40s; !holds(); turn())
            REQUIRE(std::chrono::steady_clock::now() < end);
    }
    /// Waits until the handler has seen exactly these changes since the last call, in any order.
    void expect(words wanted)
    {
        INFO(Catch::Detail::stringify(wanted));
        std::sort(wanted.begin(), wanted.end());
        wait([&] { return changes.size() >= wanted.size(); });
        std::sort(changes.begin(), changes.end());
        CHECK(std::exchange(changes, {}) == wanted);
    }
    /// Waits for a fault whose message has all of these words, and forgets all faults.
    void expect_fault(words const& parts)
    {
        INFO(Catch::Detail::stringify(parts));
        auto const has_all = [&](std::string const& message) {
            return std::all_of(parts.begin(), parts.end(),
                               [&](auto const& part) { return message.find(part) != std::string::npos; });
        };
        wait([&] { return std::any_of(faults.begin(), faults.end(), has_all); });
        faults.clear();
    }
    template <class T>
    T result_of(task<T> body)
    {
        T result;
        std::exception_ptr failure;
        bool done = false;
        asio::co_spawn(io, std::move(body), [&](std::exception_ptr e, T value) {
            failure = e;
            result = std::move(value);
            done = true;
        });
        wait([&] { return done; });
        if (failure) std::rethrow_exception(failure);
        return result;
    }
    /// Begins a wait that should fail, and waits for the message of its error.
    std::string error_of(task<> body)
    {
        std::string told;
        asio::co_spawn(io, std::move(body), [&](std::exception_ptr e) {
            try {
                if (e) std::rethrow_exception(e);
                told = "no error";
            } catch (std::exception const& why) {
                told = why.what();
            }
        });
        wait([&] { return !told.empty(); });
        return told;
    }
    reflector_status status() { return result_of(informer.status()).reflector; }

    temporary_directory outside;
    words changes, faults;
    asio::io_context io;
    std::shared_ptr<manifest_directory<config_map>> source;
    shared_informer<config_map> informer;
    bool ended = false;

private:
    informer_options reporting(informer_options options)
    {
        options.on_fault = [this](decode_fault const& f) { faults.push_back(f.message()); };
        return options;
    }

    asio::cancellation_signal stop_;
    bool is_started_ = false;
};
