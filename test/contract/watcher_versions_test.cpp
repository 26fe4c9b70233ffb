// Contract: a watcher that is given no version says so, and not that the version is damaged.

#include "watched.hpp"

TEST_CASE_METHOD(watched, "a watcher without a version to begin at is an error of its own")
{
    auto const refusal = [this](std::string const& version) {
        try {
            watcher<config_map>(api, version);
        } catch (api_error const& e) {
            return e.code();
        }
        return error_code();
    };
    CHECK(refusal("") == errc::no_version);
    CHECK(refusal("0") == errc::no_version);
    CHECK(refusal("abc") == errc::bad_request);
    CHECK(refusal("-1") == errc::bad_request);
}
