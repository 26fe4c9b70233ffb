// The input is any bytes, or makes a list in JSON that nearly fits a projection with every kind of member. If
// Boost.JSON accepts the list, the decoder must give the same values, member by member, as a naive reading of
// Boost.JSON's document. If Boost.JSON refuses it, so must the decoder behind json_validator, which also
// reads what projections skip.

#include "generated_json.hpp"
#include "list_reading.hpp"
#include "projections.hpp"

#include "cut_bytes.hpp"

#include "api/json/validator.hpp"
#include "api/stream/json_list_decoder.hpp"

namespace {

std::string body_of(fuzz::input& in)
{
    auto const how = in.below(8);
    if (how == 7) return std::string(in.rest());
    coinformer::random_source random(in.below(256));
    auto body = fuzz::generated_list<fuzz::object>(in);
    return how < 5 ? body : test::damaged(std::move(body), random, "{}[]\"\"\"\\:,, \n0a-.eutfn\x01\xff");
}

bool is_valid(std::string_view body)
{
    coinformer::detail::json_validator validator;
    if (validator.feed(body) == body.size()) return true;
    auto const mistake = validator.mistake();
    fuzz::check(mistake.code() == coinformer::errc::malformed_json, "what is no JSON is called so",
                mistake.what());
    return false;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    auto const body = body_of(in);
    if (body.size() > 1 << 18) return 0; // a larger list would reach the limit of an object in memory
    coinformer::detail::json_list_decoder decoder(coinformer::detail::object_type_of<fuzz::object>(),
                                                  1 << 20);
    auto const actual = fuzz::read_list<fuzz::object>(decoder, {body});
    fuzz::check_json_list<fuzz::object, fuzz::metadata>(actual, body);

    auto const document = fuzz::parse_json(body);
    bool const valid = is_valid(body);
    if (document)
        fuzz::check_equal("validate_json refuses equal keys and nothing else that is JSON",
                          !has_equal_keys(*document), valid, body);
    else
        fuzz::check(!valid || actual.is_refused(), "with validate_json what is no JSON is refused", body);
    return 0;
}
