// Contract: a snapshot whose checksums are right, and whose contents no informer can have saved, is refused
// as damaged, and the collection is listed. Somebody else could write to the file.

#include "unit/cache/saved.hpp"
#include "warm_start_world.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace {

// Returns the footer of the bytes of a snapshot, which are sound.
snapshot_footer footer_of(std::string const& bytes)
{
    byte_reader trailer(std::string_view(bytes).substr(bytes.size() - trailer_bytes));
    auto const block =
        std::string_view(bytes).substr(static_cast<std::size_t>(trailer.number<std::uint64_t>()));
    block_head head;
    REQUIRE(block.size() >= sizeof head);
    std::memcpy(&head, block.data(), sizeof head);
    REQUIRE(head.kind == block_kind::footer);
    auto const footer = decoded_footer(block.substr(sizeof head, head.bytes));
    REQUIRE(footer);
    return *footer;
}

// Returns an object that no server has.
object_ref forged_object(std::string const& name, std::string const& ns = "shop")
{
    return decode_object<config_map>(R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns +
                                     R"(","uid":"forged","resourceVersion":"1"},"data":{"v":"9"}})")
        .ref();
}

/// Forges the stored snapshot, which an informer of the same options has saved.
struct forged_storage : restarts {
    /// Saves a snapshot, and returns the versions in it.
    std::vector<std::string> save()
    {
        start();
        stop();
        saved = footer_of(storage->bytes.value());
        return saved.versions;
    }
    /// Puts another snapshot of the same origin in its place. Objects of one name may be among its objects:
    /// the store finds only those that it had before the batch, and so keeps each of them.
    void forge(std::vector<object_ref> objects, std::vector<std::string> versions)
    {
        auto const count = objects.size();
        test::string_sink sink;
        write_snapshot(test::snapshot_of(std::move(objects)), std::move(versions),
                       object_type_of<config_map>(), saved.origin, sink);
        auto const read = test::restored<config_map>(sink.bytes(), saved.origin);
        REQUIRE_FALSE(read.refusal); // nothing is wrong with its bytes
        REQUIRE(read.objects.size() == count);
        storage->bytes = sink.bytes();
    }
    /// Starts the next process, and checks that it has refused the snapshot for this reason.
    void check_refused(std::string_view details, std::size_t namespaces = 1)
    {
        auto& next = start();
        CHECK(has_logged("a snapshot was refused: it is damaged"));
        CHECK(has_logged(details));
        CHECK(lists_of_this_process() == namespaces);
        auto seen = next.seen;
        std::ranges::sort(seen);
        CHECK(seen == lines{"+i shop/a=1", "+i shop/b=1"});
    }

    snapshot_footer saved;
};

} // namespace

// So each of the next cases is refused for what is different in it.
TEST_CASE_METHOD(forged_storage,
                 "a snapshot whose contents could be true is restored, whoever has written it")
{
    auto const versions = save();
    forge({forged_object("c")}, versions);
    auto& next = start();
    CHECK(next.seen == lines{"+i shop/c=9"});
    CHECK(lists_of_this_process() == 0);
}

TEST_CASE_METHOD(forged_storage, "a snapshot with more versions than the informer has namespaces is refused")
{
    auto versions = save();
    versions.push_back(versions.front());
    forge({forged_object("a")}, versions);
    check_refused("details=the number of its versions");
}

TEST_CASE_METHOD(forged_storage, "a snapshot with a version that has no order is refused")
{
    (void)save();
    forge({forged_object("a")}, {"v1"});
    check_refused("details=what it has for a version");
}

TEST_CASE_METHOD(forged_storage, "a snapshot with two objects of one name is refused")
{
    auto const versions = save();
    forge({forged_object("a"), forged_object("b"), forged_object("a")}, versions);
    check_refused("details=two objects of one name");
}

TEST_CASE_METHOD(forged_storage, "a snapshot with an object of a namespace that is not read is refused")
{
    options.namespaces = {"lab", "shop"};
    auto const versions = save();
    REQUIRE(versions.size() == 2);
    forge({forged_object("a"), forged_object("b", "elsewhere")}, versions);
    check_refused("details=an object of another namespace", 2);
}

TEST_CASE_METHOD(forged_storage, "a snapshot with fewer versions than the informer has namespaces is refused")
{
    options.namespaces = {"lab", "shop"};
    auto const versions = save();
    forge({forged_object("a")}, {versions.front()});
    check_refused("details=the number of its versions", 2);
}
