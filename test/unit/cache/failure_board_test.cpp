#include "cache/handlers/failure_board.hpp"

#include <stdexcept>
#include <string>

#include "catch.hpp"

using namespace coinformer::detail;

namespace {

std::exception_ptr cause(char const* what)
{
    return std::make_exception_ptr(std::runtime_error(what));
}

/// Returns the text of the cause that this wait is told now, or an empty text.
std::string news(failure_board::waiter const& w)
{
    try {
        w.throw_new_cause();
    } catch (std::exception const& e) {
        return e.what();
    }
    return {};
}

// Returns the cause that is in the error after the end; an empty text if no error was thrown.
std::string shown(failure_board const& board)
{
    std::string const before = "its last failure was: ";
    try {
        board.throw_stopped("store");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::stopped);
        std::string const text = e.what();
        auto const at = text.find(before);
        return at == text.npos ? text : text.substr(at + before.size());
    }
    return {};
}

} // namespace

TEST_CASE("each waiter receives a cause, and a group that has received it does not receive it again")
{
    failure_board board(1);
    int one = 0, other = 0; // two groups
    {
        failure_board::waiter const first(board, &one), second(board, &one);
        CHECK(news(first).empty());
        board.report(0, cause("away"));
        CHECK(news(first) == "away");
        CHECK(news(second) == "away");
    }
    CHECK(news(failure_board::waiter(board, &one)).empty());
    CHECK(news(failure_board::waiter(board, &other)) == "away");

    board.report(0, cause("still away"));
    CHECK(news(failure_board::waiter(board, &one)) == "still away");
}

TEST_CASE("a cause ends when its source recovers, and that of another source takes its place")
{
    failure_board board(3);
    int group = 0;
    board.report(0, cause("first"));
    board.report(2, cause("second"));
    CHECK(shown(board) == "second");
    board.clear(2);
    CHECK(shown(board) == "first");
    CHECK(news(failure_board::waiter(board, &group)) == "first");
    board.clear(1); // source 1 has no cause
    CHECK(shown(board) == "first");
    board.clear(0);
    CHECK(shown(board).empty());
    CHECK(news(failure_board::waiter(board, &group)).empty());
}

TEST_CASE("the board knows whether there are waiters")
{
    failure_board board(1);
    CHECK_FALSE(board.has_waiters());
    {
        failure_board::waiter const some(board, &board), more(board, nullptr);
        CHECK(board.has_waiters());
    }
    CHECK_FALSE(board.has_waiters());
}

TEST_CASE("after forget() a group receives the cause as if it were new")
{
    failure_board board(1);
    int group = 0;
    board.report(0, cause("away"));
    CHECK(news(failure_board::waiter(board, &group)) == "away");
    board.forget(&group);
    CHECK(news(failure_board::waiter(board, &group)) == "away"); // another group at the same address
}
