// Shows what may be awaited in a condition, like gcc12_guards.cpp.

#include "idioms.hpp"

#include <optional>
#include <stdexcept>
#include <utility>

namespace {

// --- rule 2: no co_await in an if or switch ---

task<> condition_named_first()
{
    auto const n = co_await number(3);
    if (n < 2) throw std::runtime_error("too few");
    switch (n) {
    case 3: co_await tick(); break;
    default: throw std::runtime_error("another");
    }
}
task<> awaited_while_condition()
{
    int n = 0;
    while (co_await number(n) < 3) ++n;
    expect(n == 3);
}
struct item { // like an item of a work queue, it may not be copied
    explicit item(tracer t) : name(std::move(t)) {}
    item(item&&) = default;
    item& operator=(item&&) = default;
    tracer name;
};
task<std::optional<item>> pop(int& left)
{
    co_await tick();
    std::optional<item> got;
    if (left-- > 0) got.emplace(tracer());
    co_return got;
}
// The loop of a worker of a queue needs no variable outside of the loop.
task<> works(int& left, int& seen)
{
    while (auto got = co_await pop(left)) {
        co_await tick();
        if (got->name.size() == 60) ++seen;
    }
}
task<> works_and_catches(int& left, int& seen)
{
    while (auto got = co_await pop(left)) {
        try {
            auto made = co_await make();
            if (left == 1) throw std::runtime_error("on purpose");
            seen += made.size() == 60 && got->name.size() == 60;
        } catch (std::runtime_error const&) {
            ++seen;
        }
    }
}
task<> class_declared_in_a_while_condition()
{
    int left = 3, seen = 0;
    co_await works(left, seen);
    left = 3;
    co_await works_and_catches(left, seen);
    expect(seen == 6);
}
task<> short_circuit()
{
    bool const yes = true;
    bool const both = yes && co_await number(1) == 1;
    bool const either = !yes || co_await number(0) == 0;
    expect(both && either);
}

// --- rule 3: no co_await in ?: ---

task<> if_and_else_instead_of_a_conditional()
{
    bool const yes = true;
    std::string s;
    if (yes)
        s = co_await text();
    else
        s = "no";
    expect(s.size() == 60);
}
task<> value_or()
{
    auto maybe = []() -> task<std::optional<std::string>> {
        co_await tick();
        co_return std::optional<std::string>(std::string(40, 'q'));
    };
    auto const s = (co_await maybe()).value_or("none");
    expect(s.size() == 40);
}

} // namespace

void condition_idioms(idioms& all)
{
#define IDIOM(name) all.run(#name, name)
    // clang-format off
    IDIOM(condition_named_first); IDIOM(awaited_while_condition); IDIOM(class_declared_in_a_while_condition);
    IDIOM(short_circuit); IDIOM(if_and_else_instead_of_a_conditional); IDIOM(value_or);
    // clang-format on
}
