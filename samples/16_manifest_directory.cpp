// An informer without a cluster: its objects come from YAML and JSON files. The program prints the ConfigMaps
// of a directory, and what changes when the files change. See manifest_directory.hpp for how such a source is
// written.
//
//     manifest_directory DIRECTORY     until Ctrl-C
//     manifest_directory --demo        on a directory of its own, in which it changes files; then it ends

#include "manifest_directory.hpp"

#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <boost/asio.hpp>
#include <boost/describe.hpp>

#include <fstream>
#include <iostream>

namespace fs = std::filesystem;

struct config_map {
    std::map<std::string, std::string> data;
};
BOOST_DESCRIBE_STRUCT(config_map, (), (data))
template <>
inline constexpr coinformer::resource coinformer::resource_of<config_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};
using config_maps = coinformer::shared_informer<config_map>;

void print(char sign, coinformer::object_ptr<config_map> const& map)
{
    std::cout << sign << ' ' << to_string(map.key());
    for (auto const& [name, value] : map->data) std::cout << ' ' << name << '=' << value;
    std::cout << std::endl;
}

// Makes an informer that prints all changes. It logs files that cannot be read.
config_maps informer_of(fs::path const& directory, coinformer::executor const& ex)
{
    config_maps maps({.ex = ex}, std::make_shared<manifest_directory<config_map>>(directory));
    using map = coinformer::object_ptr<config_map>;
    maps.on_change({.added = [](map const& is) { print('+', is); },
                    .updated = [](map const&, map const& is) { print('~', is); },
                    .deleted = [](map const& last) { print('-', last); }});
    return maps;
}

coinformer::task<> serve(fs::path directory)
{
    auto maps = informer_of(directory, co_await boost::asio::this_coro::executor);
    co_await maps.run();
}

namespace {

// Writes a file as an editor does: under another name first, so that nobody reads half of it.
void write(fs::path const& file, std::string_view text)
{
    auto const beside = file.parent_path() / ".being-written";
    std::ofstream(beside) << text;
    fs::rename(beside, file);
}

std::string text_of(std::string const& color)
{
    return "{apiVersion: v1, kind: ConfigMap, metadata: {name: web, namespace: shop}, data: {color: " +
           color + "}}\n";
}

// Waits until the ConfigMap shop/web has this color; with an empty one, until it does not exist.
coinformer::task<> until_color(config_maps const& maps, std::string color)
{
    auto is_it = [&color](coinformer::snapshot<config_map> const& now) {
        auto const web = now.get("shop", "web");
        return web ? web->data.at("color") == color : color.empty();
    };
    co_await coinformer::with_timeout(coinformer::system_time(), std::chrono::seconds(30), maps.until(is_it));
}

coinformer::task<> change_files(config_maps maps, fs::path directory, coinformer::nursery& all)
{
    co_await until_color(maps, "blue");
    write(directory / "web.yaml", text_of("green"));
    co_await until_color(maps, "green");
    // it is logged; the rest goes on
    write(directory / "broken.yaml", "kind: ConfigMap\ndata: {never: closed\n");
    write(directory / "web.yaml", text_of("red"));
    co_await until_color(maps, "red");
    fs::remove(directory / "web.yaml");
    co_await until_color(maps, "");
    all.request_stop();
}

coinformer::task<> demo(fs::path directory)
{
    coinformer::executor const ex = co_await boost::asio::this_coro::executor;
    write(directory / "web.yaml", text_of("blue"));
    auto maps = informer_of(directory, ex);
    coinformer::nursery all(ex);
    all.start(maps.run());
    all.start(change_files(maps, directory, all));
    co_await all.join();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: manifest_directory DIRECTORY | --demo\n";
        return 2;
    }
    boost::asio::io_context io;
    if (argv[1] != std::string_view("--demo")) return coinformer::run_until_signal(io, serve(argv[1]));
    std::string directory = fs::temp_directory_path() / "manifests-XXXXXX";
    if (!mkdtemp(directory.data())) {
        std::cerr << "cannot make the directory " << directory << '\n';
        return 1;
    }
    int const code = coinformer::run_until_signal(io, demo(directory));
    fs::remove_all(directory);
    return code;
}
