// Contract: if an object of a list cannot be named, deletions cannot be seen in that list. The log says so if
// the copy has objects that may have gone, and does not repeat itself; and such a list is no audit.

#include <coinformer/parts/reflector.hpp>

#include <algorithm>
#include <memory>
#include <optional>

#include "audited_world.hpp"
#include "cut_objects.hpp"
#include "test_share.hpp"

namespace {

constexpr std::string_view hidden_deletions = "deletions cannot be seen in a list";

} // namespace

TEST_CASE_METHOD(cut_objects, "a list in which deletions cannot be seen does not count as an audit")
{
    start(auditing(1h));
    auto const compared_at = [this] { return run(mine->informer.status()).audit.compared_at; };
    answer_lists_with_large_b(in_name_of_namespace);
    read_again_without_c();
    REQUIRE(listed(mine->informer) == lines{"a=2", "b=1", "c=1"}); // the copy differs from the server
    CHECK_FALSE(compared_at());

    server.intercept(nullptr);
    read_again();
    CHECK(compared_at());
}

TEST_CASE_METHOD(cut_objects, "the first list of a namespace hides no deletion")
{
    put("x", "1", "lab");
    int lists_of_shop = 0;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "list" || asked.ns != "shop") return std::nullopt;
        if (++lists_of_shop == 1) // so that the copy has the objects of the other namespace
            return testing::canned_answer{
                .status = 503, .content_type = "text/plain", .body = "service unavailable"};
        return list_with_large_b(in_front_of_name);
    });
    start(listing({.namespaces = {"lab", "shop"}}));
    time.run_for(1min);
    REQUIRE(lists_of_shop == 2);
    REQUIRE(mine->informer.snapshot().size() == 2); // x and a
    CHECK_FALSE(has_logged(hidden_deletions));

    read_again();
    REQUIRE(lists_of_shop == 3);
    CHECK(times_logged(hidden_deletions) == 1);
}

TEST_CASE_METHOD(cut_objects, "the list of a part that a share has gained hides no deletion")
{
    auto const share = std::make_shared<test_share>();
    share->hold(share_of(server, {"a"}));
    auto options = listing();
    options.shard = share;
    start(options);
    REQUIRE(listed(mine->informer) == lines{"a=1"});
    answer_lists_with_large_b(in_front_of_name);
    share->hold(share_of(server, {"a", "c"}));
    time.run_for(1s);
    auto const requests = server.actions();
    REQUIRE(std::ranges::count_if(requests, is_exact) == 1);
    REQUIRE(run(mine->informer.status()).reflector.faults == 1);
    CHECK_FALSE(has_logged(hidden_deletions));
}

TEST_CASE_METHOD(cut_objects, "lists in which deletions cannot be seen have few lines in the log")
{
    start();
    answer_lists_with_large_b(in_front_of_name);
    for (int i = 0; i != 3; ++i) read_again();
    CHECK(times_logged(hidden_deletions) == 1);
    time.run_for(10min);
    read_again();
    CHECK(times_logged(hidden_deletions) == 2);
    CHECK(has_logged("could not be named, 3 times since the last such line"));

    CHECK_FALSE(has_logged("deletions can be seen in lists again"));
    server.intercept(nullptr);
    read_again();
    CHECK(times_logged("deletions can be seen in lists again") == 1);
}

TEST_CASE_METHOD(cut_objects, "a reflector without a store says that deletions cannot be seen in a list")
{
    parts::delta_fifo<config_map> queue(env);
    parts::reflector<config_map> from(small, queue, listing());
    auto const running = fake_cluster::start(from.run());
    time.run_for(1s);
    auto const first = run(queue.pop());
    REQUIRE(first.size() == 1);
    CHECK(first[0].is_complete());
    CHECK_FALSE(has_logged(hidden_deletions));

    answer_lists_with_large_b(in_name_of_namespace);
    read_again_without_c();
    auto const second = run(queue.pop());
    REQUIRE(second.size() == 1);
    REQUIRE(second[0].kind() == parts::delta_kind::replaced);
    CHECK_FALSE(second[0].is_complete());
    CHECK(second[0].undecoded().empty());
    CHECK(times_logged(hidden_deletions) == 1);
}
