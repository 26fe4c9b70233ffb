#include "cache/handlers/backlog.hpp"
#include "cache/store/store.hpp"
#include "item.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
using change_kind = change::kind;

namespace {

std::string shown_stretch(change_span const& work)
{
    std::string s;
    for (auto const& c : work.changes) {
        auto const version = std::string(c.cur->resource_version());
        if (!s.empty()) s += ' ';
        if (c.what == change_kind::added) s += (c.initial == initial_list::yes ? "+i" : "+");
        if (c.what == change_kind::updated) s += c.old == c.cur ? "=" : "~";
        if (c.what == change_kind::deleted) s += "-";
        s += std::string(c.cur->key().name) + version;
    }
    return s;
}

/// A store, a log, and one handler's backlog.
struct backlog_fixture {
    void append(std::vector<change> changes)
    {
        auto const since = time_point(std::chrono::seconds(log.end() + changes.size()));
        log.append(std::move(changes), objects.version(), since, b ? 1 : 0);
        if (b && b->is_merging()) b->merge();
    }
    change apply(std::string const& name, std::string const& version, bool erase, std::string uid = {})
    {
        std::vector<store::operation> batch;
        batch.push_back({.object = make("n/" + name, version, 0, "g", std::move(uid)), .erase = erase});
        objects.apply(batch, version);
        auto const what = erase               ? change_kind::deleted
                          : batch.front().old ? change_kind::updated
                                              : change_kind::added;
        return {.what = what, .old = batch.front().old, .cur = batch.front().object};
    }
    void put(std::string const& name, std::string const& version)
    {
        std::vector<change> one;
        one.push_back(apply(name, version, false));
        append(std::move(one));
    }
    void remove(std::string const& name, std::string const& version)
    {
        std::vector<change> one;
        one.push_back(apply(name, version, true));
        append(std::move(one));
    }
    void begin()
    {
        b.emplace(log, log.end(), replaced_objects::as_delete_and_add);
        b->begin(objects.snapshot(), time_point(1h));
    }
    void resync() { b->resync(objects.snapshot(), time_point(2h)); }
    std::string take()
    {
        work = b->take();
        return work ? shown_stretch(*work) : "nothing";
    }
    std::string rest()
    {
        std::string all;
        for (auto next = take(); next != "nothing"; next = take()) all += (all.empty() ? "" : " | ") + next;
        return all;
    }

    store objects;
    change_log log;
    std::optional<backlog> b;
    std::shared_ptr<change_span const> work;
};

} // namespace

TEST_CASE_METHOD(
    backlog_fixture,
    "a backlog hands out the present objects, then the log; the progress is known with the last object")
{
    put("a", "1");
    put("b", "2");
    begin();
    put("a", "3");
    CHECK(b->size() == 3);
    CHECK(b->log_size() == 1);

    CHECK(take() == "+ia1 +ib2");
    CHECK(work->end == 3);
    CHECK(work->version == "2");
    CHECK(take() == "~a3");
    CHECK(work->end == 4);
    CHECK(take() == "nothing");
    CHECK(b->size() == 0);
}

TEST_CASE_METHOD(backlog_fixture, "a resync comes behind the changes that waited, and before later ones")
{
    begin();
    put("a", "1");
    put("b", "2");
    resync();
    put("c", "3");
    remove("a", "4");
    CHECK(rest() == "+a1 | +b2 | =a1 =b2 | +c3 | -a4");
}

TEST_CASE_METHOD(backlog_fixture,
                 "a resync keeps its place when the backlog is merged, and adds no object that waits already")
{
    put("a", "1");
    put("b", "2");
    put("c", "3");
    begin();
    CHECK(take() == "+ia1 +ib2 +ic3");
    put("a", "4");
    resync();
    put("c", "5");
    remove("b", "6");
    b->merge();
    CHECK(rest() == "~a4 -b6 ~c5");
}

TEST_CASE_METHOD(backlog_fixture,
                 "a resync of a merging backlog is merged as well; a replay that is not over goes before it")
{
    put("a", "1");
    put("b", "2");
    begin();
    take();
    put("a", "3");
    b->merge();
    resync();
    remove("a", "4");
    CHECK(rest() == "-a4 =b2");

    for (int i = 0; i < 300; ++i) put("o" + std::to_string(i), "5");
    rest();
    resync();
    CHECK(take().substr(0, 3) == "=o0"); // the first object of the store
    put("b", "9");
    b->merge();
    resync(); // does nothing: a resync is waiting
    auto const all = rest();
    CHECK(all.substr(all.size() - 6) == " | ~b9");
    CHECK(std::count(all.begin(), all.end(), '=') == 301 - 256);
}

TEST_CASE_METHOD(backlog_fixture,
                 "what a merging backlog hands out has the progress of the oldest change that still waits")
{
    begin();
    for (int i = 0; i < 300; ++i) put("o" + std::to_string(i), std::to_string(i + 1));
    b->merge();
    CHECK(b->size() == 300);
    CHECK(*b->oldest() == time_point(2s));
    take();
    CHECK(work->end == 257); // positions of the log begin with 2
    REQUIRE_FALSE(work->version.empty());
    CHECK(std::stoi(work->version) <= 256); // the newest one up to there, of those that are remembered
    CHECK(std::stoi(work->version) > 192);
    CHECK(*b->oldest() == time_point(258s));
    take();
    CHECK(work->end == 301);
    CHECK(work->version == "300");
    CHECK_FALSE(b->oldest());
}

TEST_CASE_METHOD(backlog_fixture, "a resync whose objects still wait in a merging backlog holds back neither "
                                  "the position nor the version of the changes before it")
{
    for (int i = 0; i < 300; ++i) put("o" + std::to_string(i), "300");
    begin();
    rest();
    put("o0", "301");
    b->merge();
    resync();
    REQUIRE(b->size() == 300);
    CHECK(take().starts_with("~o0301 =o1"));
    REQUIRE(b->size() != 0);
    CHECK(work->end == log.end());
    CHECK(work->version == "301");
}

TEST_CASE_METHOD(backlog_fixture, "a handler that wants replaced objects as updates gets each delete and add "
                                  "as one update, other handlers get both")
{
    begin();
    put("a", "1");
    put("b", "2");
    rest();
    std::vector<change> changes;
    changes.push_back(apply("b", "3", true));
    auto const a = objects.snapshot().find({"n", "a"});
    changes.push_back({.what = change_kind::deleted, .final = final_state::unknown, .old = a, .cur = a});
    changes.push_back({.what = change_kind::added, .old = {}, .cur = apply("a", "4", false, "another").cur});
    auto const from = log.end();
    log.append(std::move(changes), "4", {}, 2);
    backlog joined(log, from, replaced_objects::as_update);

    CHECK(rest() == "-b3 -a1 +a4");
    work = joined.take();
    CHECK(shown_stretch(*work) == "-b3 ~a4");
    CHECK(work->end == log.end());
    CHECK(work->changes.back().old == a);
    CHECK(log.segments() == 0);
}

TEST_CASE_METHOD(backlog_fixture, "a draining handler gets what the log holds, and no later changes")
{
    begin();
    put("a", "1");
    put("b", "2");
    b->ends_here();
    log.append({apply("c", "3", false)}, "3", {}, 0); // the handler is no reader of this segment
    CHECK(b->size() == 2);
    CHECK(rest() == "+a1 | +b2");
}
