// The source of samples/16_manifest_directory survives what happens to files.

#include "manifest_world.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

TEST_CASE("files that are written, renamed and removed are changes of their objects")
{
    manifest_world w;
    w.write("a.yaml", map_text("a", "1"));
    w.start_and_list();
    w.expect({"+a=1"});
    SECTION("written in place")
    {
        w.write("a.yaml", map_text("a", "2"));
        w.expect({"~a=2"});
    }
    SECTION("written by rename")
    {
        w.replace("a.yaml", map_text("a", "2"));
        w.expect({"~a=2"});
        w.replace("b.yml", map_text("b", "1"));
        w.expect({"+b=1"});
    }
    SECTION("removed")
    {
        fs::remove(w.file("a.yaml"));
        w.expect({"-a=1"});
    }
    SECTION("moved away, under another name, and back")
    {
        fs::rename(w.file("a.yaml"), w.outside.path() / "a.yaml");
        w.expect({"-a=1"});
        fs::rename(w.outside.path() / "a.yaml", w.file("z.json"));
        w.expect({"+a=1"});
        fs::rename(w.file("z.json"), w.file("z.json~"));
        w.expect({"-a=1"});
    }
    SECTION("made by a link")
    {
        std::ofstream(w.outside.path() / "c.yaml") << map_text("c", "1");
        fs::create_symlink(w.outside.path() / "c.yaml", w.file("c.yaml"));
        w.expect({"+c=1"});
        fs::create_hard_link(w.outside.path() / "c.yaml", w.file("a.yaml~"));
        fs::rename(w.file("a.yaml~"), w.file("a.yaml"));
        w.expect({"-a=1"}); // and c is in two files
    }
    CHECK(w.status().lists == 1);
    auto const now = w.informer.snapshot();
    CHECK(std::stoi(std::string(now.resource_version())) > 2); // deletions have versions, too
}

TEST_CASE("an editor that renames the old file and then writes the new one deletes nothing")
{
    manifest_world w({}, {.settle = 1s});
    w.write("a.yaml", map_text("a", "1"));
    w.start_and_list();
    w.expect({"+a=1"});
    w.wait([&] { return w.status().now == phase::watching; });
    fs::rename(w.file("a.yaml"), w.file("a.yaml~"));
    w.turn(); // the source has seen that
    w.write("a.yaml", map_text("a", "2"));
    w.expect({"~a=2"});
}

TEST_CASE("a half-written file keeps its objects, and is named with the line until it is complete")
{
    manifest_world w;
    w.write("a.yaml", map_text("a", "1"));
    w.write("b.yaml", map_text("b", "1"));
    w.start_and_list();
    w.expect({"+a=1", "+b=1"});
    w.write("a.yaml", map_text("a", "2") + "  w: \"half");
    w.expect_fault({"a.yaml", "line 6"});
    w.write("b.yaml", map_text("b", "2"));
    w.expect({"~b=2"});
    w.write("a.yaml", "");
    w.expect_fault({"a.yaml", "empty"});
    CHECK(w.changes.empty());
    CHECK(w.informer.snapshot().get("shop", "a"));
    w.write("a.yaml", map_text("a", "2") + "  w: \"half and half\"\n");
    w.expect({"~a=2"});
    CHECK(w.status().lists == 1);
}

TEST_CASE("each bad file of a list is named, and the other files count")
{
    manifest_world w({}, {.most_bytes_of_a_file = 1000});
    w.write("bad.yaml", "a: [1, 2");
    w.write("large.yaml", map_text("large", std::string(1000, 'x')));
    w.write("nameless.yaml", "apiVersion: v1\nkind: ConfigMap\n---\n" + map_text("named", "1"));
    w.write("scalar.yaml", "hello\n");
    w.write("merged.yaml", map_text("merged", "1") + "<<: {a: 1}\n");
    w.write("wrong.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: wrong}, data: {v: [1]}}");
    REQUIRE(mkfifo(w.file("pipe.yaml").c_str(), 0600) == 0);
    fs::create_symlink("nowhere", w.file("dangling.yaml"));
    w.write("other.yaml", "{apiVersion: v1, kind: Secret, metadata: {name: other}, data: {v: '1'}}");
    w.write("good.yaml", map_text("good", "1"));
    w.start_and_list();
    w.expect({"+good=1", "+named=1"});
    auto faults = w.faults;
    std::sort(faults.begin(), faults.end());
    REQUIRE(faults.size() == 7);
    for (auto const& fault : faults) UNSCOPED_INFO(fault);
    auto const told = [&](std::string const& file, std::string const& why) {
        return std::any_of(faults.begin(), faults.end(), [&](std::string const& f) {
            return f.find(file) != std::string::npos && f.find(why) != std::string::npos;
        });
    };
    CHECK(told("/bad.yaml", "line 1"));
    CHECK(told("/large.yaml", "larger than 1000 bytes"));
    CHECK(told("/nameless.yaml:1", "metadata.name"));
    CHECK(told("/scalar.yaml", "no object"));
    CHECK(told("/merged.yaml", "merge keys"));
    CHECK(told("default/wrong: ", "wrong.yaml"));
    CHECK(told("/pipe.yaml", "no regular file"));
}

TEST_CASE("an object whose member gets a wrong type keeps its last state")
{
    manifest_world w;
    w.write("a.yaml", map_text("a", "1"));
    w.start_and_list();
    w.expect({"+a=1"});
    w.write("a.yaml", map_text("a", "1") + "  w: [1]\n");
    w.expect_fault({"shop/a", "a.yaml", "data"});
    CHECK(w.informer.snapshot().get("shop", "a")->data.at("v") == "1");
    fs::remove(w.file("a.yaml"));
    w.expect({"-a=1"});
}

TEST_CASE("an object that gets another name is deleted under the old one")
{
    manifest_world w;
    w.write("a.yaml", map_text("a", "1") + "---\n" + map_text("b", "1"));
    w.start_and_list();
    w.expect({"+a=1", "+b=1"});
    w.replace("a.yaml", map_text("c", "1") + "---\n" + map_text("b", "1"));
    w.expect({"-a=1", "+c=1"});
}

TEST_CASE("of two files with one object the first counts, and both are named")
{
    manifest_world w;
    w.write("2.yaml", map_text("a", "2"));
    w.start_and_list();
    w.expect({"+a=2"});
    w.write("1.yaml", map_text("a", "1"));
    w.expect_fault({"shop/a", "1.yaml", "2.yaml"});
    w.expect({"~a=1"});
    w.write("2.yaml", map_text("a", "3"));
    w.expect_fault({"shop/a", "1.yaml", "2.yaml"});
    CHECK(w.changes.empty());
    fs::remove(w.file("1.yaml"));
    w.expect({"~a=3"});
    w.write("2.yaml", map_text("a", "4") + "---\n" + map_text("a", "5"));
    w.expect_fault({"shop/a", "2.yaml:7", "another one above"});
    w.expect({"~a=4"});
}

TEST_CASE("directories below the directory come and go")
{
    manifest_world w;
    fs::create_directories(w.file("below/deep"));
    w.write("below/deep/a.yaml", map_text("a", "1"));
    fs::create_directory(w.file(".git"));
    w.write(".git/b.yaml", map_text("b", "1"));
    w.start_and_list();
    w.expect({"+a=1"});
    w.write("below/deep/a.yaml", map_text("a", "2"));
    w.expect({"~a=2"});
    fs::create_directories(w.outside.path() / "ready/deep");
    std::ofstream(w.outside.path() / "ready/deep/b.yaml") << map_text("b", "1");
    fs::rename(w.outside.path() / "ready", w.file("ready"));
    w.expect({"+b=1"});
    w.write("ready/deep/b.yaml", map_text("b", "2"));
    w.expect({"~b=2"});
    fs::rename(w.file("ready"), w.outside.path() / "ready");
    w.expect({"-b=2"});
    fs::remove_all(w.file("below"));
    w.expect({"-a=2"});
    w.write(".git/c.yaml", map_text("c", "1"));
    w.write(".c.yaml", map_text("c", "1"));
    w.write("d.yaml", map_text("d", "1"));
    w.expect({"+d=1"});
    CHECK(w.status().lists == 1);
}

TEST_CASE("a directory that is removed and made again is listed again, and its state is kept meanwhile")
{
    informer_options quick{.unreachable_after = 1ms};
    manifest_world w(quick);
    w.write("a.yaml", map_text("a", "1"));
    w.write("b.yaml", map_text("b", "1"));
    w.start_and_list();
    w.expect({"+a=1", "+b=1"});
    SECTION("it is away for a while, and waiters are told")
    {
        bool const renamed = GENERATE(true, false);
        if (renamed)
            fs::rename(w.root(), w.outside.path() / "old");
        else
            fs::remove_all(w.root());
        CHECK_THAT(w.error_of(w.informer.at_least("1000")), Catch::Contains("No such file or directory"));
        CHECK(w.informer.snapshot().get("shop", "a"));
        w.changes.clear(); // the files were perhaps seen to be removed one by one
        fs::create_directory(w.root());
    }
    SECTION("it is replaced at once")
    {
        auto const other = w.outside.path() / "other";
        fs::create_directory(other);
        fs::rename(w.root(), w.outside.path() / "old");
        fs::rename(other, w.root());
    }
    w.write("bad.yaml", "a: [1, 2");
    w.write("a.yaml", map_text("a", "2"));
    w.wait([&] {
        return w.informer.snapshot().get("shop", "a") &&
               w.informer.snapshot().get("shop", "a")->data.at("v") == "2";
    });
    CHECK(w.informer.snapshot().size() == 1); // a bad file does not hide that b is gone
    w.expect_fault({"bad.yaml"});
    w.write("a.yaml", map_text("a", "3"));
    w.wait([&] { return w.informer.snapshot().get("shop", "a")->data.at("v") == "3"; });
}

TEST_CASE("a directory whose parent is renamed is missed as soon as the informer asks")
{
    manifest_world w({.silence = 100ms});
    fs::create_directories(w.outside.path() / "etc/manifests");
    auto const path = w.outside.path() / "link";
    fs::create_directory_symlink("etc/manifests", path);
    fs::remove(w.root());
    fs::create_directory_symlink("link", w.root());
    w.write("a.yaml", map_text("a", "1"));
    w.start_and_list();
    w.expect({"+a=1"});
    w.wait([&] { return w.status().now == phase::watching; });
    fs::rename(w.outside.path() / "etc", w.outside.path() / "old");
    fs::create_directories(w.outside.path() / "etc/manifests");
    w.write("a.yaml", map_text("a", "2"));
    w.expect({"~a=2"});
}

TEST_CASE("a mounted ConfigMap, whose files are replaced at once by a link, is followed")
{
    manifest_world w;
    fs::create_directory(w.file("..2026_1"));
    w.write("..2026_1/a.yaml", map_text("a", "1"));
    w.write("..2026_1/b.yaml", map_text("b", "1"));
    fs::create_directory_symlink("..2026_1", w.file("..data"));
    fs::create_symlink("..data/a.yaml", w.file("a.yaml"));
    fs::create_symlink("..data/b.yaml", w.file("b.yaml"));
    w.start_and_list();
    w.expect({"+a=1", "+b=1"});

    // as the kubelet does: pkg/volume/util/atomic_writer.go
    fs::create_directory(w.file("..2026_2"));
    w.write("..2026_2/a.yaml", map_text("a", "2"));
    w.write("..2026_2/c.yaml", map_text("c", "2"));
    fs::create_directory_symlink("..2026_2", w.file("..data_tmp"));
    fs::rename(w.file("..data_tmp"), w.file("..data"));
    fs::create_symlink("..data/c.yaml", w.file("c.yaml"));
    fs::remove(w.file("b.yaml"));
    fs::remove_all(w.file("..2026_1"));
    w.expect({"~a=2", "-b=1", "+c=2"});
    CHECK(w.status().lists == 1);
}

TEST_CASE("events that inotify loses end the watch, and a list finds what was missed")
{
    std::size_t most = 0;
    std::ifstream("/proc/sys/fs/inotify/max_queued_events") >> most;
    if (most == 0 || most > 200'000) {
        WARN("the queue of inotify is too long to fill it: " << most);
        return;
    }
    manifest_world w;
    w.write("a.yaml", map_text("a", "1"));
    w.write("b.yaml", map_text("b", "1"));
    w.write("c.yaml", map_text("c", "1"));
    w.start_and_list();
    w.expect({"+a=1", "+b=1", "+c=1"});
    for (std::size_t i = 0; i <= most / 2 + 1;
         ++i) // equal events in a row are merged, so two files take turns
        for (auto const* const name : {"a.yaml", "b.yaml"})
            REQUIRE(utimensat(AT_FDCWD, w.file(name).c_str(), nullptr, 0) == 0);
    w.replace("c.yaml", map_text("c", "2"));
    w.expect({"~c=2"});
    CHECK(w.status().lists == 2);
    w.replace("c.yaml", map_text("c", "3"));
    w.expect({"~c=3"});
}

TEST_CASE("a directory that cannot be read any more loses no object")
{
    manifest_world w;
    w.write("a.yaml", map_text("a", "1"));
    w.start_and_list();
    w.expect({"+a=1"});
    w.wait([&] { return w.status().now == phase::watching; });
    rlimit usual = {};
    REQUIRE(getrlimit(RLIMIT_NOFILE, &usual) == 0);
    rlimit none = usual;
    none.rlim_cur = 0; // no file can be opened from now on
    REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
    fs::create_directory(w.file("below")); // so that all files are looked for
    w.wait([&] { return w.status().failures != 0; });
    REQUIRE(setrlimit(RLIMIT_NOFILE, &usual) == 0);
    CHECK(w.informer.snapshot().get("shop", "a"));
    w.write("a.yaml", map_text("a", "2"));
    w.expect({"~a=2"});
}

TEST_CASE("ten thousand files are read in small turns, and their changes as well")
{
    manifest_world w;
    for (int i = 0; i != 10'000; ++i)
        w.write(std::to_string(i) + ".yaml", map_text("m" + std::to_string(i), "1"));
    w.start();
    std::size_t turns = 0;
    w.wait([&] { return ++turns, w.changes.size() == 10'000; });
    CHECK(turns > 500); // others on the executor had as many
    CHECK(w.informer.snapshot().size() == 10'000);
    w.changes.clear();
    for (int i = 0; i != 1'000; ++i)
        w.replace(std::to_string(i * 10) + ".yaml", map_text("m" + std::to_string(i * 10), "2"));
    turns = 0;
    w.wait([&] { return ++turns, w.changes.size() == 1'000; });
    CHECK(turns > 50);
    w.changes.clear();
    for (int i = 0; i != 5'000; ++i) fs::remove(w.file(std::to_string(i) + ".yaml"));
    w.wait([&] { return w.changes.size() == 5'000; });
    CHECK(w.informer.snapshot().size() == 5'000);
    CHECK(w.status().lists == 1);
}

TEST_CASE("a list comes in pages")
{
    manifest_world w({.page_size = 3});
    words all;
    for (auto const* const name : {"a", "b", "c", "d", "e", "f", "g"}) {
        w.write(std::string(name) + ".yaml", map_text(name, "1"));
        all.push_back(std::string("+") + name + "=1");
    }
    w.start_and_list();
    w.expect(all);
    list_request what;
    what.limit = 3;
    std::vector<std::size_t> sizes;
    do {
        auto const page = w.result_of(w.source->list(what));
        sizes.push_back(page.objects.size());
        what.continue_token = page.continue_token;
    } while (!what.continue_token.empty());
    CHECK(sizes == std::vector<std::size_t>{3, 3, 1});
}

TEST_CASE("a watch from another version than the present one is expired")
{
    manifest_world w;
    w.write("a.yaml", map_text("a", "1"));
    list_request const everything;
    auto const page = w.result_of(w.source->list(everything));
    watch_request what;
    what.after = page.resource_version;
    CHECK(w.result_of(w.source->watch(what)));
    what.after = "1";
    CHECK_THROWS_WITH(w.result_of(w.source->watch(what)), Catch::Contains("not remembered"));
    fs::remove_all(w.root());
    CHECK_THROWS_WITH(w.result_of(w.source->watch(what)), Catch::Contains("No such file"));
}

TEST_CASE("a namespace or a selector is refused, because this source does not know them")
{
    manifest_world w({.namespaces = {"shop"}});
    w.start();
    CHECK_THAT(w.error_of(w.informer.synced()), Catch::Contains("no namespaces and no selectors"));
}

TEST_CASE("the source and its informer may be destroyed after their io_context")
{
    temporary_directory outside;
    std::ofstream(outside.path() / "a.yaml") << map_text("a", "1");
    auto io = std::make_unique<asio::io_context>();
    auto source = std::make_shared<manifest_directory<config_map>>(outside.path());
    auto informer = std::make_unique<shared_informer<config_map>>(
        environment{.ex = io->get_executor(), .log = &no_log(), .seed = 1}, source);
    asio::co_spawn(*io, informer->run(), [](std::exception_ptr) {});
    while (informer->snapshot().size() == 0) io->run_one();
    io->run_for(10ms); // the watch is open
    io.reset();
    CHECK(informer->snapshot().size() == 1);
    informer.reset();
    source.reset();
}
