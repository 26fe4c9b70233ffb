#pragma once

#include <coinformer/testing/fault.hpp>

/// Returns the answer of a server that does not have the version yet which a request names.
inline coinformer::testing::canned_answer lagging_answer()
{
    return {
        .status = 504,
        .body =
            R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"Timeout: Too large resource)"
            R"( version: 9, current: 7","reason":"Timeout","details":{"causes":[{"reason":)"
            R"("ResourceVersionTooLarge","message":"Too large resource version"}],"retryAfterSeconds":1},)"
            R"("code":504})"};
}
