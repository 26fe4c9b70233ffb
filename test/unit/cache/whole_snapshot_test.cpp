// Snapshots of whole and of compressed objects, in JSON and in protobuf. A file is written by another
// process, which has other dictionaries under the same numbers.

#include "image_of.hpp"
#include "saved.hpp"
#include "whole_pods.hpp"

#include "api/object/zstd_dictionary.hpp"
#include "api/protobuf/same_content.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>

#include <sys/wait.h>
#include <unistd.h>

#include "catch.hpp"

using namespace test::whole;
using detail::dictionary_bytes;
using detail::has_zstd;
using detail::snapshot_refusal;
using detail::zstd_dictionary;
using test::restored;
using test::saved;
using test::images::image_of;

namespace {

template <class T>
void check_same(std::vector<object_ref> const& read, std::vector<object_ref> const& expected)
{
    REQUIRE(read.size() == expected.size());
    for (std::size_t i = 0; i != read.size(); ++i) {
        INFO(i);
        CHECK(read[i]->key() == expected[i]->key());
        CHECK(read[i]->uid() == expected[i]->uid());
        CHECK(read[i]->resource_version() == expected[i]->resource_version());
        CHECK(detail::has_same_content(read[i], expected[i]));
        CHECK(everything_of(whole_of<T>(read[i])) == everything_of(whole_of<T>(expected[i])));
    }
}

std::size_t bytes_of(std::vector<object_ref> const& objects)
{
    std::size_t all = 0;
    for (auto const& object : objects) all += object->size_bytes();
    return all;
}

/// Returns what a function returns in another process, whose memory is a copy of this one's.
std::string in_another_process(std::function<std::string()> const& make)
{
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    auto const child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        auto const bytes = make();
        for (std::string_view left = bytes; !left.empty();) {
            auto const count = ::write(ends[1], left.data(), left.size());
            if (count <= 0) ::_exit(1);
            left.remove_prefix(static_cast<std::size_t>(count));
        }
        ::_exit(0); // without the destructors of this process
    }
    ::close(ends[1]);
    std::string bytes;
    char some[4096];
    for (auto count = ::read(ends[0], some, sizeof some); count > 0;
         count = ::read(ends[0], some, sizeof some))
        bytes.append(some, static_cast<std::size_t>(count));
    ::close(ends[0]);
    int status = 1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(status == 0);
    return bytes;
}

template <class T>
void check_restart(bool is_protobuf)
{
    auto const file =
        in_another_process([&] { return saved<T>(whole_pods<T>(is_protobuf, 2 * enough_for_dictionary)); });
    auto const bytes_there = in_another_process(
        [&] { return std::to_string(bytes_of(whole_pods<T>(is_protobuf, 2 * enough_for_dictionary))); });
    // this process has a dictionary of its own under the number that the other one has used
    whole_pods<compressed_pod<100>>(false, enough_for_dictionary);
    auto const read = restored<T>(file);
    INFO(read.details);
    REQUIRE_FALSE(read.refusal);
    auto const decoded = whole_pods<plain_pod>(is_protobuf, 2 * enough_for_dictionary);
    REQUIRE(read.objects.size() == decoded.size());
    for (std::size_t i = 0; i < decoded.size(); i += 17) {
        INFO(i);
        CHECK(read.objects[i]->uid() == decoded[i]->uid());
        CHECK(read.objects[i]->resource_version() == decoded[i]->resource_version());
        CHECK(everything_of(whole_of<T>(read.objects[i])) == everything_of(whole_of<plain_pod>(decoded[i])));
    }
    auto const listed = whole_pods<T>(is_protobuf, 2 * enough_for_dictionary);
    check_same<T>(read.objects, listed);
    CHECK(std::to_string(bytes_of(read.objects)) == bytes_there);
    CHECK(saved<T>(read.objects).size() == file.size());
}

} // namespace

TEST_CASE("whole and compressed objects of another process are read as it had them")
{
    SECTION("compressed, JSON")
    {
        check_restart<compressed_pod<1>>(false);
    }
    SECTION("compressed, protobuf")
    {
        check_restart<compressed_pod<2>>(true);
    }
    SECTION("whole, JSON")
    {
        check_restart<plain_pod>(false);
    }
    SECTION("whole, protobuf")
    {
        check_restart<plain_pod>(true);
    }
}

TEST_CASE("objects that are decoded after a restart use the dictionaries of the snapshot")
{
    if (!has_zstd()) return;
    for (bool const is_protobuf : {false, true}) {
        auto const count = enough_for_dictionary;
        using pods = compressed_pod<3>;
        auto const file =
            in_another_process([&] { return saved<pods>(whole_pods<pods>(is_protobuf, count)); });
        auto const small = restored<pods>(file).objects.back()->size_bytes();
        auto const dictionaries = dictionary_bytes();
        auto const next = whole_pods<pods>(is_protobuf, count, count);
        CHECK(next.front()->size_bytes() < small * 110 / 100);
        CHECK(dictionary_bytes() == dictionaries); // and no more are made for the same objects
        restored<pods>(file);
        CHECK(dictionary_bytes() == dictionaries);
    }
}

TEST_CASE("each bit of a file with compressed objects counts")
{
    for (bool const is_protobuf : {false, true}) {
        auto all = whole_pods<compressed_pod<4>>(is_protobuf, enough_for_dictionary);
        auto const bytes = saved<compressed_pod<4>>({all.front(), all.back()});
        for (std::size_t i = 0; i < bytes.size(); i += i < 2000 ? 1 : 97) {
            auto flipped = bytes;
            flipped[i] = static_cast<char>(flipped[i] ^ 1 << i % 8);
            INFO("byte " << i << " of " << bytes.size());
            CHECK(restored<compressed_pod<4>>(flipped).refusal);
            CHECK(restored<compressed_pod<4>>(bytes.substr(0, i)).refusal == snapshot_refusal::truncated);
        }
    }
}

namespace {

// Gives the reader an image with any byte changed, and without its end. Each object that it makes is read.
template <class T>
void check_damage(object_ref const& object)
{
    image_of<T> const image(object);
    auto const whole = everything_of(whole_of<T>(object));
    std::size_t made = 0, refused = 0;
    for (std::size_t i = 0; i != image.bytes.size(); ++i)
        for (int const value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
            auto damaged = image.bytes;
            damaged[i] = static_cast<char>(value);
            auto const read = image.read(damaged);
            ++(read ? made : refused);
            if (!read) continue;
            (void)detail::has_same_content(read, object);
            try {
                (void)everything_of(whole_of<T>(read));
            } catch (api_error const& e) {
                // the fields of a message are not looked at before they are read, here as after a list
                CHECK(e.code() == errc::malformed_protobuf);
            }
            std::string again;
            CHECK(detail::image_writer(image.plan).append(*read.get(), again) == "");
        }
    CHECK(made > 0);
    CHECK(refused > 0);
    for (std::size_t size = 0; size != image.bytes.size(); ++size)
        CHECK_FALSE(image.read(std::string(image.bytes, 0, size)));
}

} // namespace

TEST_CASE("an image of a whole or compressed object with any byte changed is an object or none")
{
    for (bool const is_protobuf : {false, true}) {
        check_damage<plain_pod>(whole_pod<plain_pod>(is_protobuf, 3));
        auto const pods = whole_pods<compressed_pod<5>>(is_protobuf, enough_for_dictionary);
        check_damage<compressed_pod<5>>(pods.front()); // without a dictionary
        check_damage<compressed_pod<5>>(pods.back());
    }
}

TEST_CASE("a whole object that names a message which is not there is refused")
{
    image_of<plain_pod> image(whole_pod<plain_pod>(true, 1));
    auto const number = coinformer::detail::proto_names::of(pod_message).number();
    auto const at =
        image.bytes.find({'\1', static_cast<char>(number & 0xff), static_cast<char>(number >> 8)});
    REQUIRE(at != image.bytes.npos);
    REQUIRE(image.read(image.bytes));
    auto const with_number = [&](std::size_t n) {
        image.bytes[at + 1] = static_cast<char>(n & 0xff);
        image.bytes[at + 2] = static_cast<char>(n >> 8);
        return static_cast<bool>(image.read(image.bytes));
    };
    auto const& messages = detail::all_proto_messages();
    CHECK_FALSE(with_number(messages.size()));
    CHECK_FALSE(with_number(0xffff));
}

TEST_CASE("a compressed object is refused if what was compressed is no object")
{
    if (!has_zstd()) return;
    std::vector<coinformer::detail::image_dictionary> const none;
    coinformer::detail::whole_checker checker(none);
    auto const& type = *object_type_of<compressed_pod<8>>().fields->root().whole()->type;
    auto const is_taken = [&](std::string kept) {
        bool const plain = checker.check(type, kept.data(), kept.size()).has_value();
        auto frame = coinformer::detail::zstd_compress(kept, nullptr);
        CHECK(checker.check(type, frame.data(), frame.size()).has_value() == plain);
        return plain;
    };
    CHECK(is_taken(pod(1)));
    CHECK_FALSE(is_taken(pod(1) + '}'));
    CHECK_FALSE(is_taken(pod(1).substr(1)));
    CHECK_FALSE(is_taken("[1]"));
    CHECK_FALSE(is_taken("\1"));
    CHECK(is_taken(std::string("\1\0\0", 3)));
    CHECK_FALSE(is_taken(std::string("\1\0\0\x0a\x7f", 5))); // a field that is longer than the message
    CHECK_FALSE(is_taken("\1\xff\xff"));
}

TEST_CASE("a frame that names a dictionary which the file lacks is refused")
{
    if (!has_zstd()) return;
    auto const pods = whole_pods<compressed_pod<6>>(false, enough_for_dictionary);
    image_of<compressed_pod<6>> image(pods.back());
    REQUIRE(image.tables.dictionaries.size() == 1);
    REQUIRE(image.read(image.bytes));
    image.tables.dictionaries.clear();
    CHECK_FALSE(image.read(image.bytes));
}

TEST_CASE("a frame that claims more than an object may have is refused")
{
    if (!has_zstd()) return;
    std::string plain;
    // a content size of 8 bytes, and no block
    std::string const claims("\x28\xb5\x2f\xfd\xe0\xff\xff\xff\xff\xff\x00\x00\x00\x01\x00\x00", 16);
    CHECK_FALSE(detail::try_zstd_decompress(claims, plain, detail::largest_compressed));
    CHECK(plain.capacity() < 1000);
    auto const frame = detail::zstd_compress(std::string(10'000, 'x'), nullptr);
    CHECK(detail::try_zstd_decompress(frame, plain, 10'000));
    CHECK_FALSE(detail::try_zstd_decompress(frame, plain, 9'999));
    CHECK_FALSE(detail::try_zstd_decompress(frame + frame, plain, 100'000));
}

TEST_CASE("a dictionary of another process gets a number of this one, and only once")
{
    if (!has_zstd()) return;
    whole_pods<compressed_pod<7>>(false, enough_for_dictionary);
    auto const* const mine = zstd_dictionary::numbered(zstd_dictionary::first_number);
    REQUIRE(mine);
    std::string bytes(mine->bytes());
    bytes[4] = '\x7f'; // a byte of the number
    CHECK(zstd_dictionary::adopt(bytes) == mine);
    bytes.back() = static_cast<char>(bytes.back() + 1);
    auto const* const other = zstd_dictionary::adopt(bytes);
    REQUIRE(other);
    CHECK(other != mine);
    CHECK(zstd_dictionary::adopt(bytes) == other);
    auto const frame = detail::zstd_compress(pod(1), other);
    CHECK(detail::dictionary_of(frame) == other->number());
    CHECK(detail::zstd_decompress(frame) == pod(1));

    CHECK_FALSE(zstd_dictionary::adopt(""));
    CHECK_FALSE(zstd_dictionary::adopt(std::string(5000, 'x')));
    CHECK_FALSE(zstd_dictionary::adopt(bytes.substr(0, 100)));
    CHECK_FALSE(zstd_dictionary::adopt(bytes + std::string(zstd_dictionary::most_bytes, 'x')));
}

namespace {

// Returns a file without objects that has this number of dictionaries, each with another last byte.
std::string file_with_dictionaries(std::string bytes, unsigned count, unsigned step = 1)
{
    using namespace coinformer::detail;
    std::string block, file(snapshot_magic);
    for (unsigned i = 0; i != count; ++i) {
        bytes.back() = static_cast<char>(i);
        append_number(block, std::uint32_t(1 + i * step));
        append_text(block, bytes);
    }
    append_number(file, snapshot_format);
    append_number(file, std::uint32_t(0));
    auto const append_block = [&](block_kind kind, std::string const& of) {
        block_head const head{static_cast<std::uint32_t>(of.size()), kind,
                              block_checksum(file.size(), kind, of)};
        file.append(reinterpret_cast<char const*>(&head), sizeof head).append(of);
        return chained(0, head.checksum);
    };
    snapshot_footer footer{
        image_plan_of(object_type_of<compressed_pod<9>>()).hash, {"1"}, {}, test::usual_origin, {}};
    for (auto& group : footer.groups) group.end = file_head_bytes;
    auto const chain = append_block(block_kind::dictionaries, block);
    footer.groups[3] = {.end = file.size(), .entries = count, .chain = chain};
    auto const place = std::uint64_t(file.size());
    append_block(block_kind::footer, encoded(footer));
    append_number(file, place);
    return file.append(snapshot_end);
}

} // namespace

TEST_CASE("a file has a limited number of dictionaries, in the order of their numbers")
{
    if (!has_zstd()) return;
    whole_pods<compressed_pod<9>>(false, enough_for_dictionary);
    std::string const one(zstd_dictionary::numbered(zstd_dictionary::first_number)->bytes());
    auto const refusal = [](std::string const& file) { return restored<compressed_pod<9>>(file).refusal; };
    CHECK_FALSE(refusal(file_with_dictionaries(one, 64)));
    CHECK(refusal(file_with_dictionaries(one, 65)) == snapshot_refusal::no_room);
    CHECK(refusal(file_with_dictionaries(one, 2, 0)) == snapshot_refusal::damaged);
    CHECK(refusal(file_with_dictionaries("no dictionary", 1)) == snapshot_refusal::damaged);
}
