// The input is any bytes, or makes a list of Pods in protobuf, perhaps with damage. Wherever the bytes are
// cut, the decoder must find the same objects, faults, version and continue token as a plain reader, or
// refuse the list for the same reason.

#include "generated_pod.hpp"
#include "projections.hpp"
#include "reference_proto_list.hpp"

#include "cut_bytes.hpp"

#include "api/stream/proto_list_decoder.hpp"

namespace {

namespace pb = test::pb;

std::string generated_list(fuzz::input& in)
{
    auto const meta = [&] {
        return pb::bytes(1, "") + pb::bytes(2, in.pick({"12", "", "9007199254740993"})) +
               pb::bytes(3, in.pick({"", "next\n"})) +
               (in.one_in(3) ? pb::integer(4, static_cast<std::int64_t>(in.below(300))) : "") +
               (in.one_in(4) ? pb::bytes(5, pb::bytes(1, in.pick({"", "shardRange()"}))) : "");
    };
    std::string list = in.one_in(8) ? "" : pb::bytes(1, meta());
    do {
        auto item = test::proto_of(fuzz::pod_generator(in, fuzz::integers::any).make(), fuzz::pod_message);
        if (in.one_in(8)) item += pb::integer(2, 7); // another type than the table says
        if (in.one_in(8)) item += pb::bytes(3, "") + pb::bytes(3, "");
        list += pb::bytes(2, item);
        if (in.one_in(8)) list += pb::bytes(7, "new");
    } while (in.one_in(2));
    if (in.one_in(8)) list += pb::bytes(1, meta());
    return pb::envelope("v1", in.pick({"PodList", "PodList", "PodList", "Pod", "List"}), list);
}

std::string body_of(fuzz::input& in)
{
    auto const how = in.below(6);
    if (how == 5) return std::string("k8s\0", 4) + std::string(in.rest());
    if (how == 4) return std::string(in.rest());
    coinformer::random_source random(in.below(256));
    auto body = generated_list(in);
    constexpr std::string_view characters("\0\x01\x02\x08\x0a\x0a\x12\x12\x1a\x22\x7f\x80\xff", 13);
    return how < 2 ? body : test::damaged(std::move(body), random, characters);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace coinformer::detail;
    static auto const& type = object_type_of<fuzz::pod>();
    static std::string reason;
    static auto const* const schema = proto_schema::find(*type.fields, fuzz::pod_message, reason);
    fuzz::check(schema != nullptr, "a Pod can be read from protobuf", reason);

    fuzz::input in(data, size);
    auto const limit = in.one_in(4) ? std::size_t(in.below(300)) : std::size_t(1) << 16;
    auto const body = body_of(in);
    auto const cut = in.below(1 << 16) % (body.size() + 1);
    std::string_view const all = body;
    coinformer::detail::proto_list_decoder decoder(type, *schema, limit);
    auto const actual = fuzz::read_list<fuzz::pod>(decoder, {all.substr(0, cut), all.substr(cut)});
    auto expected =
        fuzz::proto_list_reference<fuzz::pod, fuzz::metadata>(fuzz::pod_message, {limit}).read(body);
    if (expected.is_refused()) expected.end = actual.end;
    fuzz::check_equal("a list in protobuf is read as the reference reads it", expected, actual, "the input");
    return 0;
}
