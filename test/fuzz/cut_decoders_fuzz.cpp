// The input is any bytes, as the body of a list or a watch in JSON or protobuf. However the network cuts the
// bytes, each decoder must report the same, or refuse them at the same place, also if it is told a share of
// the objects.

#include "projections.hpp"
#include "shown.hpp"
#include "unit/api/decoder_transcript.hpp"

#include "api/stream/json_list_decoder.hpp"
#include "api/stream/json_watch_decoder.hpp"
#include "api/stream/proto_list_decoder.hpp"
#include "api/stream/proto_watch_decoder.hpp"

#include <cstdint>
#include <cstdlib>
#include <iostream>

namespace {

using namespace coinformer;
using namespace coinformer::detail;
using test::cutting;

coinformer::detail::proto_schema const& pod_fields()
{
    std::string reason;
    static auto const* const found = coinformer::detail::proto_schema::find(
        *coinformer::detail::object_type_of<fuzz::pod>().fields, {"v1", "Pod"}, reason);
    return *found;
}

struct terms {
    std::size_t limit;
    needed_objects need;
};

template <class T, class Decoder, class... Schema>
std::string read(std::string_view bytes, cutting how, terms const& on, Schema const&... schema)
{
    Decoder decoder(coinformer::detail::object_type_of<T>(), schema..., on.limit, on.need);
    return test::transcript<T>(decoder, bytes, how);
}

std::string said(unsigned which, std::string_view bytes, cutting how)
{
    static object_share const half(shard_field::uid, shard_ranges::part(1, 2));
    static object_share const half_of_namespaces(shard_field::ns, shard_ranges::part(0, 2));
    auto const* const share = which & 32 ? &half_of_namespaces : &half;
    terms const on{std::size_t(which & 8 ? 100 : 1 << 16), {nullptr, which & 16 ? share : nullptr}};
    switch (which % 5) {
    case 0: return read<fuzz::object, json_list_decoder>(bytes, how, on);
    case 1: return read<fuzz::object, json_watch_decoder>(bytes, how, on);
    case 2: return read<fuzz::pod, proto_list_decoder>(bytes, how, on, pod_fields());
    case 3: return read<fuzz::pod, proto_watch_decoder>(bytes, how, on, pod_fields());
    default: return test::is_valid(bytes, how) ? "valid so far" : "refused";
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    if (size < 2) return 0;
    std::string_view const body(reinterpret_cast<char const*>(data) + 2, size - 2);
    unsigned const which = data[0];
    auto const expected = said(which, body, cutting::whole());
    for (auto const how :
         {cutting::into_bytes(), cutting::at_random(data[1], 7), cutting::at_random(data[1], 200)})
        if (auto const other = said(which, body, how); other != expected) {
            std::cerr << "whole: " << expected << "\ncut: " << other << '\n';
            std::abort();
        }
    return 0;
}
