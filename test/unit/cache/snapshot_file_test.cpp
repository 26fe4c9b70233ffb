#include "item.hpp"
#include "saved.hpp"

#include "api/protobuf/same_content.hpp"

#include <coinformer/api/dynamic_object.hpp>
#include <coinformer/api/transform.hpp>

#include <algorithm>
#include <stdexcept>

#include "catch.hpp"

using namespace coinformer;
using detail::block_kind;
using detail::object_ref;
using detail::restored_snapshot;
using detail::snapshot_refusal;
using test::restored;
using test::saved;

namespace {

struct labelled_metadata {
    coinformer::labels labels;
};
BOOST_DESCRIBE_STRUCT(labelled_metadata, (), (labels))
struct labelled {
    labelled_metadata metadata;
    interned_text node;
    text note;
};
BOOST_DESCRIBE_STRUCT(labelled, (), (metadata, node, note))

object_ref labelled_object(int i, std::size_t note_size = 3, char note = 'x')
{
    auto const n = std::to_string(i);
    return decode_object<labelled>(R"({"metadata":{"namespace":"shop","name":"web-)" + n + R"(","uid":"u)" +
                                   n + R"(","resourceVersion":"1)" + n +
                                   R"(","labels":{"app":"web","tier":"t)" + n + R"("}},"node":"node-)" +
                                   std::to_string(i % 3) + R"(","note":")" + std::string(note_size, note) +
                                   "\"}")
        .ref();
}

std::vector<object_ref> some_objects(int n, std::size_t note_size = 3)
{
    std::vector<object_ref> all;
    for (int i = 0; i != n; ++i) all.push_back(labelled_object(i, note_size));
    return all;
}

bool same_objects(std::vector<object_ref> const& a, std::vector<object_ref> const& b)
{
    return std::ranges::equal(a, b, [](object_ref const& x, object_ref const& y) {
        return x->key() == y->key() && x->uid() == y->uid() &&
               x->resource_version() == y->resource_version() && detail::has_same_content(x, y);
    });
}

snapshot_refusal refusal_of(std::string_view bytes,
                            detail::snapshot_origin const& origin = test::usual_origin)
{
    auto const result = restored<labelled>(bytes, origin);
    REQUIRE(result.refusal);
    CHECK(result.objects.empty());
    CHECK(result.versions.empty());
    return *result.refusal;
}

} // namespace

TEST_CASE("a snapshot is the same after it went through a file")
{
    for (int const n : {0, 1, 3, 5000}) {
        auto const objects = some_objects(n);
        auto const read = restored<labelled>(saved<labelled>(objects, "4711"));
        CHECK_FALSE(read.refusal);
        CHECK(read.versions == std::vector<std::string>{"4711"});
        CHECK(same_objects(read.objects, objects));
    }
}

TEST_CASE("an object that is larger than a block has a block of its own")
{
    auto const objects = some_objects(5, 100'000);
    CHECK(same_objects(restored<labelled>(saved<labelled>(objects)).objects, objects));
}

TEST_CASE("the same snapshot gives the same bytes, in which nothing of the process is")
{
    auto const objects = some_objects(20);
    CHECK(saved<labelled>(objects) == saved<labelled>(restored<labelled>(saved<labelled>(objects)).objects));
}

TEST_CASE("free slots of the store are not saved")
{
    detail::store store;
    detail::store::replacement all{.gone = {}, .put = some_objects(3)};
    store.replace(all, "1");
    std::vector<detail::store::operation> batch{{.object = store.at(1), .erase = true}};
    store.apply(batch, "2");
    test::string_sink sink;
    auto const written =
        write_snapshot(store.snapshot(), {"2"}, detail::object_type_of<labelled>(), test::usual_origin, sink);
    CHECK(written.objects == 2);
    CHECK(written.bytes == sink.bytes().size());
    CHECK(sink.is_committed);
    CHECK(restored<labelled>(sink.bytes()).objects.size() == 2);
}

TEST_CASE("a file says which share its objects are of")
{
    CHECK(restored<labelled>(saved<labelled>(some_objects(3))).share.is_all());
    shard_ranges many;
    for (std::uint64_t i = 0; i != 500; ++i) many = many | shard_ranges::part(2 * i, 1000);
    for (auto const& share : {shard_ranges(), shard_ranges::part(1, 3), many}) {
        detail::store store;
        store.limit_to_share();
        detail::store::replacement all{.gone = {}, .put = some_objects(3)};
        all.share = std::make_shared<shard_ranges const>(share);
        store.replace(all, "1");
        test::string_sink sink;
        write_snapshot(store.snapshot(), {"1"}, detail::object_type_of<labelled>(), test::usual_origin, sink);
        auto const read = restored<labelled>(sink.bytes());
        CHECK_FALSE(read.refusal);
        CHECK(read.share == share);
    }
}

TEST_CASE("a footer with a share that is none is refused")
{
    detail::snapshot_footer footer;
    footer.share = shard_ranges::between(3, 5);
    auto bytes = encoded(footer);
    REQUIRE(detail::decoded_footer(bytes));
    auto const last = bytes.find(std::string("\x05\0\0\0\0\0\0\0", 8));
    REQUIRE(last != bytes.npos);
    bytes[last] = 2; // before the first hash
    CHECK_FALSE(detail::decoded_footer(bytes));
    bytes[last] = 5;
    bytes[last - 12] = 2; // two ranges, of which the second one would be the texts behind them
    CHECK_FALSE(detail::decoded_footer(bytes));
}

TEST_CASE("a file is read only for the collection whose objects it holds")
{
    auto const bytes = saved<labelled>(some_objects(3));
    auto const with = [&](auto member) {
        auto origin = test::usual_origin;
        origin.*member += "x";
        return refusal_of(bytes, origin);
    };
    CHECK(with(&detail::snapshot_origin::server) == snapshot_refusal::other_server);
    CHECK(with(&detail::snapshot_origin::resource) == snapshot_refusal::other_resource);
    CHECK(with(&detail::snapshot_origin::scope) == snapshot_refusal::other_scope);
    CHECK(restored<item>(bytes).refusal == snapshot_refusal::other_projection);
    auto other = test::usual_origin;
    other.server = "server-2";
    CHECK(restored<labelled>(bytes, other).details == "\"server-1\" in place of \"server-2\"");
}

TEST_CASE("each bit of a file counts")
{
    auto const objects = some_objects(3);
    auto const bytes = saved<labelled>(objects);
    for (std::size_t i = 0; i != bytes.size(); ++i)
        for (int bit = 0; bit != 8; ++bit) {
            auto flipped = bytes;
            flipped[i] = static_cast<char>(flipped[i] ^ 1 << bit);
            INFO("bit " << bit << " of byte " << i << " of " << bytes.size());
            auto const refusal = refusal_of(flipped);
            bool const is_expected = refusal == snapshot_refusal::damaged ||
                                     (i >= bytes.size() - 8 && refusal == snapshot_refusal::truncated) ||
                                     (i < 16 && refusal == snapshot_refusal::newer_format) ||
                                     (i == 8 && refusal == snapshot_refusal::other_projection);
            CHECK(is_expected);
        }
}

TEST_CASE("a file without its end is refused, and so is one with more behind it")
{
    auto const bytes = saved<labelled>(some_objects(3));
    for (std::size_t size = 0; size != bytes.size(); ++size) {
        INFO(size << " of " << bytes.size() << " bytes");
        CHECK(refusal_of(bytes.substr(0, size)) == snapshot_refusal::truncated);
    }
    CHECK(refusal_of(bytes + "x") == snapshot_refusal::truncated);
    CHECK(refusal_of(bytes + bytes) == snapshot_refusal::damaged);
}

TEST_CASE("a file that is too short for a snapshot is truncated, whatever is in it")
{
    constexpr std::size_t shortest =
        detail::file_head_bytes + sizeof(detail::block_head) + detail::trailer_bytes;
    for (std::size_t size = 0; size != shortest; ++size)
        CHECK(refusal_of(std::string(size, 'x')) == snapshot_refusal::truncated);
    CHECK(refusal_of(std::string(shortest, 'x')) == snapshot_refusal::damaged);
}

TEST_CASE("a file in which a part is zero, or of another file, is refused")
{
    auto const bytes = saved<labelled>(some_objects(2000));
    auto const other = saved<labelled>(some_objects(2000, 3), "1001");
    auto const later = saved<labelled>(some_objects(2000, 4));
    REQUIRE(bytes.size() == other.size());
    constexpr std::size_t sector = 512;
    for (std::size_t at = 0; at < bytes.size(); at += sector) {
        auto zeros = bytes, mixed = bytes;
        auto const size = std::min(sector, bytes.size() - at);
        zeros.replace(at, size, size, '\0');
        mixed.replace(at, size, later, at, size);
        INFO("sector at " << at);
        CHECK(restored<labelled>(zeros).refusal);
        CHECK((restored<labelled>(mixed).refusal || mixed == bytes));
    }
}

TEST_CASE("blocks in another order are refused")
{
    auto const bytes = saved<labelled>(some_objects(4000));
    auto const size_at = [&](std::size_t at) {
        detail::block_head head;
        std::memcpy(&head, bytes.data() + at, sizeof head);
        REQUIRE(head.kind == block_kind::objects);
        return sizeof head + head.bytes;
    };
    std::size_t const first = detail::file_head_bytes, first_size = size_at(first);
    auto const second = first + first_size;
    auto const second_size = size_at(second);
    auto swapped = bytes;
    swapped.replace(first, first_size + second_size,
                    bytes.substr(second, second_size) + bytes.substr(first, first_size));
    CHECK(refusal_of(swapped) == snapshot_refusal::damaged);
    auto const details = restored<labelled>(swapped).details;
    CHECK(details == "the block of objects at byte 16");
}

TEST_CASE("a sound block of another file is refused")
{
    auto objects = some_objects(4000);
    auto const bytes = saved<labelled>(objects);
    objects[7] = labelled_object(7, 3, 'y'); // in the first block, which has the same size
    auto mixed = saved<labelled>(objects);
    REQUIRE(mixed.size() == bytes.size());
    detail::block_head head;
    std::memcpy(&head, bytes.data() + detail::file_head_bytes, sizeof head);
    mixed.replace(detail::file_head_bytes, sizeof head + head.bytes, bytes, detail::file_head_bytes,
                  sizeof head + head.bytes);
    CHECK(refusal_of(mixed) == snapshot_refusal::damaged);
    CHECK(restored<labelled>(mixed).details == "the number or the order of its blocks");
}

TEST_CASE("a file with an empty block is refused")
{
    auto bytes = saved<labelled>({});
    detail::block_head const empty{0, block_kind::footer,
                                   detail::block_checksum(detail::file_head_bytes, block_kind::footer, {})};
    bytes.replace(detail::file_head_bytes, sizeof empty, reinterpret_cast<char const*>(&empty), sizeof empty);
    CHECK(refusal_of(bytes) == snapshot_refusal::damaged);
    CHECK(restored<labelled>(bytes).details == "the block of the footer at byte 16");
}

TEST_CASE("a file of a later format is not read")
{
    auto bytes = saved<labelled>(some_objects(3));
    bytes[8] = 4;
    CHECK(refusal_of(bytes) == snapshot_refusal::newer_format);
    CHECK(restored<labelled>(bytes).details == "format 4");
    bytes[8] = 1; // the format of the time before compressed objects could be saved
    CHECK(refusal_of(bytes) == snapshot_refusal::other_projection);
    bytes[8] = 2; // and that before a file said which share it is of
    CHECK(refusal_of(bytes) == snapshot_refusal::other_projection);
}

TEST_CASE("what cannot be restored is not saved")
{
    test::string_sink sink;
    auto const save = [&](detail::object_type const& type, std::string const& version) {
        try {
            write_snapshot(test::snapshot_of({}, version), {version}, type, test::usual_origin, sink);
        } catch (std::invalid_argument const& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    CHECK(save(detail::computed_type_of<int>(), "1")
              .starts_with("cannot save a snapshot of v1/items: they are computed by transform::derive()"));
    CHECK(save(detail::object_type_of<labelled>(), "") ==
          "cannot save a snapshot of v1/items: it has no resource version");
    CHECK_THROWS_AS(write_snapshot(test::snapshot_of(some_objects(1)), {"1000"},
                                   detail::object_type_of<item>(), test::usual_origin, sink),
                    std::invalid_argument);
    CHECK_FALSE(sink.is_committed);
    CHECK(detail::words_of(snapshot_refusal::truncated) == "truncated");
}
