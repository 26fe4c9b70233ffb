#include "api/json_validator.hpp"

#include <coinformer/core/error.hpp>

#include <boost/json/basic_parser_impl.hpp>

#include <cstddef>
#include <string>

namespace coinformer {

namespace {

constexpr std::size_t deepest = 500; // schemas of custom resources are dozens deep; each takes stack

struct nobody { // who listens
    using size = std::size_t;
    using text = boost::json::string_view;
    using code = boost::json::error_code;
    static constexpr size max_object_size = size(-1), max_array_size = size(-1), max_key_size = size(-1),
                          max_string_size = size(-1);

    bool on_document_begin(code&) { return true; }
    bool on_document_end(code&) { return true; }
    bool on_object_begin(code&) { return true; }
    bool on_object_end(size, code&) { return true; }
    bool on_array_begin(code&) { return true; }
    bool on_array_end(size, code&) { return true; }
    bool on_key_part(text, size, code&) { return true; }
    bool on_key(text, size, code&) { return true; }
    bool on_string_part(text, size, code&) { return true; }
    bool on_string(text, size, code&) { return true; }
    bool on_number_part(text, code&) { return true; }
    bool on_int64(std::int64_t, text, code&) { return true; }
    bool on_uint64(std::uint64_t, text, code&) { return true; }
    bool on_double(double, text, code&) { return true; }
    bool on_bool(bool, code&) { return true; }
    bool on_null(code&) { return true; }
    bool on_comment_part(text, code&) { return true; }
    bool on_comment(text, code&) { return true; }
};

boost::json::parse_options deep()
{
    boost::json::parse_options options;
    options.max_depth = deepest;
    return options;
}

} // namespace

struct json_validator::parser : boost::json::basic_parser<nobody> {
    parser() : basic_parser(deep()) {}
};

json_validator::json_validator() : parser_(std::make_unique<parser>()) {}
json_validator::~json_validator() = default;

void json_validator::feed(std::string_view piece)
{
    while (!piece.empty()) {
        boost::json::error_code wrong;
        auto const n = parser_->write_some(true, piece.data(), piece.size(), wrong);
        if (wrong)
            throw api_error(errc::malformed_json, "validate",
                            "at byte " + std::to_string(fed_ + n) + ": " + wrong.message());
        fed_ += n;
        piece.remove_prefix(n);
        if (parser_->done()) parser_->reset(); // the next one begins
    }
}

} // namespace coinformer
