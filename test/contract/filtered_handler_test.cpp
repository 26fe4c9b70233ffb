// Contract: for a filtered handler, only objects that its predicate accepts exist.

#include "world.hpp"

#include <stdexcept>

namespace {

bool is_even(config_map const& m)
{
    return std::stoi(m.data.at("v")) % 2 == 0;
}

task<> sleep(time_source& time, duration d)
{
    co_await time.sleep_for(d);
}

std::string name_of(config_map const& m)
{
    return std::string(m.metadata.name);
}

} // namespace

TEST_CASE_METHOD(
    informed,
    "an object that an update makes acceptable is added, and one that it makes unacceptable is deleted")
{
    lines even;
    informer.on_change(filtered(is_even, recording(even)));
    time.run_for(1s);
    CHECK(even.empty());
    auto const step = [&](std::string const& value) {
        set("a", value);
        time.run_for(1s);
        return std::exchange(even, {});
    };
    CHECK(step("2") == lines{"+ shop/a=2"});
    CHECK(step("4") == lines{"~ shop/a=2>4"});
    CHECK(step("5") == lines{"- shop/a"});
    CHECK(step("7").empty());
    CHECK(step("8") == lines{"+ shop/a=8"});
    remove("a");
    remove("b");
    put("c", "2");
    time.run_for(1s);
    CHECK(even == lines{"- shop/a", "+ shop/c=2"});
}

TEST_CASE_METHOD(informed,
                 "the last state that a filtered handler gets is the last one that the predicate accepted")
{
    set("a", "4");
    time.run_for(1s);
    std::string last;
    informer.on_change(
        filtered<config_map>(is_even, {.deleted = [&](config_map const& m) { last = m.data.at("v"); }}));
    time.run_for(1s);
    set("a", "5");
    time.run_for(1s);
    CHECK(last == "4");
}

TEST_CASE_METHOD(
    informed, "a deletion reaches a filtered handler that knows the object, whatever its very last state is")
{
    lines even;
    auto h = recording(even);
    h.added = [&](config_map const& m) {
        even.push_back("+ " + name_of(m));
        return sleep(time, 10s);
    };
    informer.on_change(filtered(is_even, std::move(h)), {.policy = overflow::merge, .capacity = 1});
    time.run_for(1s);
    set("a", "2");
    time.run_for(1s);
    set("a", "3"); // the handler is busy, so that these become one change
    set("a", "5");
    remove("a");
    time.run_for(1min);
    CHECK(even == lines{"+ a", "- shop/a"});
}

TEST_CASE_METHOD(informed,
                 "a filtered handler that is slow and merges gets the same, without the states in between")
{
    std::map<std::string, std::string> now; // the last state that the handler was told
    bool wrong = false;
    handlers<config_map> h;
    h.added = [&](config_map const& m) {
        wrong |= !now.emplace(name_of(m), m.data.at("v")).second || !is_even(m);
        return sleep(time, 10s);
    };
    h.updated = [&](config_map const& was, config_map const& is) {
        wrong |= now[name_of(is)] != was.data.at("v") || !is_even(is);
        now[name_of(is)] = is.data.at("v");
        return sleep(time, 10s);
    };
    h.deleted = [&](config_map const& m) { wrong |= now.erase(name_of(m)) == 0; };
    informer.on_change(filtered(is_even, std::move(h)), {.policy = overflow::merge, .capacity = 1});
    time.run_for(1s);
    for (int i = 2; i <= 31; ++i) {
        set(i % 3 == 0 ? "b" : "a", std::to_string(i));
        if (i % 10 == 5) {
            remove("b");
            put("b", std::to_string(i + 1));
        }
        time.run_for(3s);
    }
    time.run_for(1min);
    CHECK_FALSE(wrong);
    std::map<std::string, std::string> wanted;
    for (auto const& o : informer.snapshot().list())
        if (is_even(*o)) wanted[name_of(*o)] = o->data.at("v");
    CHECK(now == wanted);
}

TEST_CASE_METHOD(informed, "filters can be combined, and one that throws is a failure of the handler")
{
    lines both;
    auto const small = [](object_ptr<config_map> const& o) { return std::stoi(o->data.at("v")) < 10; };
    informer.on_change(filtered(small, filtered(is_even, recording(both))));
    auto const fails = [](config_map const&) -> bool { throw std::runtime_error("no answer"); };
    lines none;
    auto const failing = informer.on_change(filtered(fails, recording(none)));
    time.run_for(1s);
    for (auto const* value : {"8", "9", "10", "12"}) set("a", value);
    time.run_for(1s);
    CHECK(both == lines{"+ shop/a=8", "- shop/a"});
    CHECK(none.empty());
    CHECK(testing::run(io, time, failing.status()).failures == 6);
}

TEST_CASE_METHOD(informed, "a handler that is filtered twice sees the objects that both predicates accept")
{
    lines seen_by_it;
    auto is_large = [limit = std::make_unique<int>(10)](config_map const& m) {
        return std::stoi(m.data.at("v")) >= *limit;
    };
    informer.on_change(filtered(std::move(is_large), filtered(is_even, recording(seen_by_it))));
    for (auto const* value : {"2", "11", "12", "14", "4"}) {
        set("a", value);
        time.run_for(1s);
    }
    CHECK(seen_by_it == lines{"+ shop/a=12", "~ shop/a=12>14", "- shop/a"});
}

TEST_CASE_METHOD(informed,
                 "a filtered handler that returns a task may take each of its arguments by reference")
{
    lines told;
    auto const note = [](time_source& clock, lines& to, auto const& how, auto expected) -> task<> {
        co_await clock.sleep_for(1s);
        to.push_back(how == expected ? "as said" : "something else");
    };
    informer.on_change(filtered<config_map>(
        [](config_map const&) { return true; },
        {.added = [&](config_map const&,
                      initial_list const& how) { return note(time, told, how, initial_list::yes); },
         .deleted = [&](config_map const&,
                        final_state const& how) { return note(time, told, how, final_state::known); }}));
    time.run_for(5s);
    remove("a");
    time.run_for(2s);
    CHECK(told == lines{"as said", "as said", "as said"});
}
