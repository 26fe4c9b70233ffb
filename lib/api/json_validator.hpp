#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace coinformer {

/// Reads JSON texts, one behind another, as they arrive, and says whether they are JSON: what a projection skips, too.
class json_validator {
public:
    json_validator();
    json_validator(json_validator const&) = delete;
    ~json_validator();

    /// Cut anywhere. Errors: errc::malformed_json, with the byte (of all that was fed) and what is wrong there.
    void feed(std::string_view piece);

private:
    struct parser;
    std::unique_ptr<parser> parser_;
    std::uint64_t fed_ = 0;
};

} // namespace coinformer
