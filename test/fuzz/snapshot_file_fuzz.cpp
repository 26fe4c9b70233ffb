// The input is a snapshot file, of a projection with a member of each type or of compressed objects: any
// bytes; generated objects, saved, with damage that has the right checksums; or any bytes as images in a file
// that is otherwise right. The reader must refuse it, or return objects that are safe to use: every member is
// looked at, and the objects can be saved again and are then the same. Files without damage are restored as
// they were.
//
// FUZZ_WRITE_SEEDS=DIRECTORY makes the program write its seeds there, and end.

#include "input.hpp"
#include "projections.hpp"
#include "report.hpp"

#include "api/protobuf/object_reader.hpp"
#include "api/protobuf/same_content.hpp"
#include "cache/store/store.hpp"
#include "cache/warm/snapshot_reader.hpp"
#include "cache/warm/snapshot_writer.hpp"
#include "memory_source.hpp"
#include "unit/api/proto_encoder.hpp"

#include <boost/json.hpp>

#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace coinformer::detail;

snapshot_origin const origin{"server", "v1/things", "all"};

class string_sink final : public coinformer::snapshot_sink {
public:
    void append(std::string_view more) override { bytes += more; }
    void commit() override {}
    std::string bytes;
};

struct compressed {
    coinformer::compressed_object all;
};
BOOST_DESCRIBE_STRUCT(compressed, (), (all))

/// The projection of the present input.
object_type const* now = nullptr;

object_type const& type()
{
    return *now;
}
bool is_compressed()
{
    return now == &object_type_of<compressed>();
}

/// Returns an object that came in protobuf.
object_ref from_protobuf(std::string const& name, std::string const& value)
{
    static proto_message const message{"v1", "ConfigMap"};
    static std::string reason;
    static auto const* const fields =
        proto_schema::find(*object_type_of<compressed>().fields, message, reason);
    fuzz::check(fields, "a compressed object can be kept in protobuf", reason);
    boost::json::object const json{
        {"metadata", {{"name", name}, {"namespace", "shop"}, {"labels", {{"app", value}}}}},
        {"data", {{"first", value}, {"second", std::string(300, 'x') + value}}}};
    proto_reader reader(object_type_of<compressed>(), *fields, 1 << 24);
    fuzz::check(reader.read(test::proto_of(json, message)) == proto_reader::outcome::object,
                "an object in protobuf is read", "");
    return reader.take();
}

/// Makes dictionaries for both forms, so that each run of the program has the same ones.
void make_dictionaries()
{
    std::string text;
    for (unsigned i = 0; i != 1200; ++i) {
        text = std::to_string(i * 2'654'435'761U) + std::string(i % 300, 'a');
        from_protobuf("n" + std::to_string(i), text);
        coinformer::decode_object<compressed>(R"({"metadata":{"name":"n","labels":{"app":")" + text +
                                              R"("}},"spec":{"containers":[{"name":"a","image":")" + text +
                                              "\"}]}}");
    }
}

/// Returns the JSON of an object, which is the simplest one if no bytes are left.
std::string generated_object(fuzz::input& in, unsigned number)
{
    auto const text = [&in] {
        return std::string(in.pick({"", "a", "Ready", "a\\nb", "0123456789012345678901"}));
    };
    auto const maybe = [&in](std::string member) { return in.one_in(2) ? "," + member : std::string(); };
    return R"({"metadata":{"name":"n)" + std::to_string(number) + R"(","namespace":")" + text() +
           R"(","resourceVersion":"7","uid":")" +
           std::string(in.pick({"u", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"})) + '"' +
           maybe(R"("labels":{"app":")" + text() + R"(","tier":"x"})") +
           maybe(R"("annotations":{"a.b/c":")" + text() + R"(","n":")" + text() + "\"}") +
           maybe(R"("ownerReferences":[{"name":")" + text() + R"("},{"controller":true}])") +
           R"(},"spec":{"real":1)" +
           maybe(R"("containers":[{"name":"a","image":")" + text() + R"(","args":["x",")" + text() +
                 R"("],"ports":[{"name":"a","containerPort":7}],"command":[")" + text() + R"("]}])") +
           maybe(R"("view":{"device_":{"main":{"protocol":"p"},"capacity":{"m":"1Gi"}},"devices":{"d":{}},)"
                 R"("loose":{"l":[1,{"a":")" +
                 text() + R"("}]},"rows":[{},{"main":{}}],"any":[true],"amount":"5"})") +
           maybe(R"("table":{"one":1,")" + text() +
                 R"(":2},"nodeSelector":{"k":"v"},"value":"v","flag":true)") +
           R"(},"status":{"phase":")" + text() + '"' + maybe(R"("raw":{"x":")" + text() + "\"}") +
           maybe(R"("conditions":[{"type":"Ready","status":")" + text() + R"(","reason":"r"}])") + "}}";
}

std::string saved(std::vector<object_ref> objects)
{
    store made;
    store::replacement all{.gone = {}, .put = std::move(objects)};
    made.replace(all, "7");
    string_sink sink;
    write_snapshot(made.snapshot(), {"7"}, type(), origin, sink);
    return std::move(sink.bytes);
}

restored_snapshot restored(std::string_view bytes)
{
    memory_source source(bytes);
    return read_snapshot(source, type(), origin);
}

/// The blocks of a file, without their heads.
struct parts {
    std::map<block_kind, std::vector<std::string>> blocks;
    snapshot_footer footer;
};

parts parts_of(std::string_view file)
{
    parts found;
    for (std::size_t at = file_head_bytes; at != file.size() - trailer_bytes;) {
        block_head head;
        std::memcpy(&head, file.data() + at, sizeof head);
        found.blocks[head.kind].emplace_back(file.substr(at + sizeof head, head.bytes));
        at += sizeof head + head.bytes;
    }
    found.footer = *decoded_footer(found.blocks[block_kind::footer].front());
    return found;
}

/// Returns a file of these parts, with the right checksums. The counts are those of the footer.
std::string file_of(parts const& from)
{
    std::string file(snapshot_magic);
    append_number(file, snapshot_format);
    append_number(file, std::uint32_t(0));
    auto const append = [&file](block_kind kind, std::string const& bytes, std::uint64_t& chain) {
        block_head const head{static_cast<std::uint32_t>(bytes.size()), kind,
                              block_checksum(file.size(), kind, bytes)};
        chain = chained(chain, head.checksum);
        file.append(reinterpret_cast<char const*>(&head), sizeof head).append(bytes);
    };
    auto footer = from.footer;
    for (auto const kind :
         {block_kind::objects, block_kind::texts, block_kind::key_sets, block_kind::dictionaries}) {
        auto& group = footer.groups[static_cast<std::size_t>(kind) - 1];
        group.chain = 0;
        if (auto const some = from.blocks.find(kind); some != from.blocks.end())
            for (auto const& bytes : some->second) append(kind, bytes, group.chain);
        group.end = file.size();
    }
    std::uint64_t const place = file.size();
    std::uint64_t unused = 0;
    append(block_kind::footer, encoded(footer), unused);
    append_number(file, place);
    return file.append(snapshot_end);
}

bool same_objects(std::vector<object_ref> const& a, std::vector<object_ref> const& b)
{
    bool same = a.size() == b.size();
    for (std::size_t i = 0; same && i != a.size(); ++i)
        same = a[i]->identity() == b[i]->identity() && has_same_content(a[i], b[i]);
    return same;
}

coinformer::whole_object const& whole_of(object_ref const& object)
{
    if (is_compressed()) return static_cast<compressed const*>(object->object())->all;
    return static_cast<fuzz::object const*>(object->object())->all;
}

void look_at(coinformer::whole_object const& whole)
{
    std::string room;
    try {
        (void)whole.text_at("/spec/containers/0/image", room);
        (void)whole.label("app", room);
        (void)whole.json_at("");
    } catch (coinformer::api_error const& e) {
        // the fields of a message are checked when they are read
        fuzz::check(e.code() == coinformer::errc::malformed_protobuf, "only a message cannot be read",
                    e.what());
    }
}

// The objects of a damaged file may have equal names, which a store does not take: they are looked at one by
// one.
void check_safe(std::vector<object_ref> const& objects)
{
    for (auto const& object : objects) {
        fuzz::check(has_same_content(object, object), "an object is equal to itself", "");
        look_at(whole_of(object));
        auto const again = restored(saved({object}));
        fuzz::check(!again.refusal && same_objects(again.objects, {object}),
                    "what was restored can be saved and restored again", again.details);
    }
}

std::vector<object_ref> generated_objects(fuzz::input& in)
{
    std::vector<object_ref> objects;
    for (auto n = in.below(4) + 1; n != 0; --n) {
        auto const number = static_cast<unsigned>(objects.size());
        if (is_compressed() && in.one_in(2))
            objects.push_back(
                from_protobuf("n" + std::to_string(number), std::string(in.pick({"", "a", "0123456789"}))));
        else
            objects.push_back(decode_object(type(), generated_object(in, number)));
    }
    return objects;
}

// Changes some bytes of one block.
void damage(parts& file, fuzz::input& in)
{
    static constexpr block_kind kinds[]{block_kind::objects, block_kind::objects,  block_kind::objects,
                                        block_kind::texts,   block_kind::key_sets, block_kind::dictionaries};
    for (auto n = in.below(4) + 1; n != 0; --n) {
        auto const blocks = file.blocks.find(kinds[in.below(6)]);
        if (blocks == file.blocks.end()) continue;
        auto& bytes = blocks->second.front();
        if (bytes.empty()) continue;
        auto const at = in.below(bytes.size());
        auto const how = in.below(8);
        if (how == 6)
            bytes.resize(at);
        else if (how == 7)
            bytes.insert(at, in.bytes(8));
        else
            bytes[at] =
                how < 3 ? static_cast<char>(in.byte()) : static_cast<char>(bytes[at] + (how == 3 ? 1 : -1));
    }
    if (in.one_in(8)) file.footer.groups[in.below(4)].entries = in.number();
}

void check_file(std::string_view bytes)
{
    auto const read = restored(bytes);
    if (read.refusal)
        fuzz::check(read.objects.empty(), "a refused file gives no objects", read.details);
    else
        check_safe(read.objects);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    auto const how_of = in.below(8);
    now = how_of < 4 ? &object_type_of<fuzz::object>() : &object_type_of<compressed>();
    auto const how = how_of % 4;
    if (how == 3) {
        check_file(in.rest());
        return 0;
    }
    auto const objects = generated_objects(in);
    auto const file = saved(objects);
    auto parts = parts_of(file);
    fuzz::check(file_of(parts) == file, "this program writes files as the library does", "");
    if (how == 0) {
        auto const read = restored(file);
        fuzz::check(!read.refusal && same_objects(read.objects, objects),
                    "a file is restored as it was saved", read.details);
    } else if (how == 1) {
        damage(parts, in);
        check_file(file_of(parts));
    } else {
        parts.footer.groups[0].entries = 1;
        parts.blocks[block_kind::objects] = {std::string(in.rest())};
        check_file(file_of(parts));
    }
    return 0;
}

extern "C" int LLVMFuzzerInitialize(int*, char***)
{
    make_dictionaries();
    char const* const directory = std::getenv("FUZZ_WRITE_SEEDS");
    if (!directory) return 0;
    auto const write = [&](std::string const& name, std::string const& bytes) {
        std::ofstream(std::string(directory) + '/' + name, std::ios::binary) << bytes;
    };
    for (unsigned i = 0; i != 8; ++i) {
        now = i < 4 ? &object_type_of<fuzz::object>() : &object_type_of<compressed>();
        auto const how = [&](int n) { return static_cast<char>(i < 4 ? n : n + 4); };
        std::string decisions; // for generated_objects(): one object
        decisions += '\0';
        for (unsigned k = 0; k != 40; ++k) decisions += static_cast<char>(i == 0 ? 0 : (k * i + i) % 7);
        auto const n = std::to_string(i);
        write("sound_" + n, how(0) + decisions);
        write("damaged_" + n, how(1) + decisions + std::string("\x02\x00\x10\x03\x01", 5));
        fuzz::input in(decisions);
        auto const file = saved(generated_objects(in));
        write("image_" + n, how(2) + decisions + parts_of(file).blocks[block_kind::objects].front());
        if (file.size() < 2000) write("file_" + n, how(3) + file); // run.sh takes no longer ones
    }
    std::exit(0);
}
