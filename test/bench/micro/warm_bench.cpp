// Measures snapshot files: what it takes to save the pods of a store, projected to ten fields or compressed,
// and to restore them, from memory and from a file. Restoring is measured with memory that the process got
// back from the system before, and with memory that the system has to give it, as at the start of a program.

#include "cache/store/store.hpp"
#include "cache/warm/file_sink.hpp"
#include "cache/warm/file_storage.hpp"
#include "cache/warm/snapshot_reader.hpp"
#include "cache/warm/snapshot_writer.hpp"
#include "memory_source.hpp"
#include "micro.hpp"
#include "pod_json.hpp"

#include <coinformer/api/interned_text.hpp>
#include <coinformer/api/labels.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe/class.hpp>

#include <cstdlib>
#include <memory>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace {

using namespace coinformer;
using namespace coinformer::detail;

struct saved_annotations {
    key<"checksum/config", text> checksum;
};
BOOST_DESCRIBE_STRUCT(saved_annotations, (), (checksum))
struct saved_metadata {
    coinformer::labels labels;
    saved_annotations annotations;
};
BOOST_DESCRIBE_STRUCT(saved_metadata, (), (labels, annotations))
struct saved_container {
    interned_text name;
    text image;
};
BOOST_DESCRIBE_STRUCT(saved_container, (), (name, image))
struct saved_spec {
    interned_text nodeName;
    list<saved_container> containers;
};
BOOST_DESCRIBE_STRUCT(saved_spec, (), (nodeName, containers))
struct saved_condition {
    interned_text status;
};
BOOST_DESCRIBE_STRUCT(saved_condition, (), (status))
struct saved_status {
    interned_text phase;
    text podIP;
    element<"type", "Ready", saved_condition> conditions;
};
BOOST_DESCRIBE_STRUCT(saved_status, (), (phase, podIP, conditions))
/// Ten fields with name, namespace and UID.
struct saved_pod {
    saved_metadata metadata;
    saved_spec spec;
    saved_status status;
};
BOOST_DESCRIBE_STRUCT(saved_pod, (), (metadata, spec, status))

struct compressed_pod {
    compressed_object all;
};
BOOST_DESCRIBE_STRUCT(compressed_pod, (), (all))

snapshot_origin const origin_of_pods{"server", "v1/pods", "all"};

template <class T>
snapshot_ref pods_of(std::size_t n)
{
    store made;
    store::replacement all{.gone = {}, .put = {}};
    for (std::size_t i = 0; i != n; ++i)
        all.put.push_back(decode_object<T>(micro::pod_json(static_cast<unsigned>(i), true)).ref());
    made.replace(all, "1000000");
    return made.snapshot();
}

class buffer_sink final : public snapshot_sink {
public:
    void append(std::string_view more) override { bytes += more; }
    void commit() override {}
    std::string bytes;
};

// The pods of the largest number that was asked for last, and their file.
struct saved_pods {
    std::size_t count;
    snapshot_ref pods;
    std::string bytes;
};

template <class T>
saved_pods const& saved_pods_of(std::size_t n)
{
    static std::unique_ptr<saved_pods> kept;
    if (!kept || kept->count != n) {
        kept.reset();
        kept.reset(new saved_pods{n, pods_of<T>(n), {}});
        buffer_sink sink;
        write_snapshot(kept->pods, {kept->pods.version()}, object_type_of<T>(), origin_of_pods, sink);
        kept->bytes = std::move(sink.bytes);
    }
    return *kept;
}

std::string file_name()
{
    char const* const directory = std::getenv("TMPDIR");
    return std::string(directory ? directory : "/tmp") + "/coinformer-micro-snapshot";
}

void set_counters(benchmark::State& state, saved_pods const& of)
{
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(of.count));
    state.counters["file_MB"] = static_cast<double>(of.bytes.size()) / 1e6;
}

template <class T>
void save_to_memory(benchmark::State& state, std::size_t n)
{
    auto const& of = saved_pods_of<T>(n);
    for (auto _ : state) {
        buffer_sink sink;
        sink.bytes.reserve(of.bytes.size());
        write_snapshot(of.pods, {of.pods.version()}, object_type_of<T>(), origin_of_pods, sink);
        if (sink.bytes != of.bytes) return micro::fail(state, "another file");
    }
    set_counters(state, of);
}

template <class T>
void save_to_file(benchmark::State& state, std::size_t n)
{
    auto const& of = saved_pods_of<T>(n);
    for (auto _ : state) {
        file_sink sink(file_name());
        write_snapshot(of.pods, {of.pods.version()}, object_type_of<T>(), origin_of_pods, sink);
    }
    std::remove(file_name().c_str());
    set_counters(state, of);
}

void give_memory_back()
{
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

// Restores again and again. The objects are freed while the clock stands still.
template <class T, class Read>
void restore(benchmark::State& state, std::size_t n, bool new_memory, Read read)
{
    auto const& of = saved_pods_of<T>(n);
    for (auto _ : state) {
        if (new_memory) {
            state.PauseTiming();
            give_memory_back();
            state.ResumeTiming();
        }
        auto restored = read(of);
        state.PauseTiming();
        if (restored.objects.size() != n) return micro::fail(state, "another number of objects");
        restored = {};
        state.ResumeTiming();
    }
    set_counters(state, of);
}

template <class T>
restored_snapshot from_memory(saved_pods const& of)
{
    memory_source source(of.bytes);
    return read_snapshot(source, object_type_of<T>(), origin_of_pods);
}

template <class T>
void restore_from_file(benchmark::State& state, std::size_t n)
{
    {
        file_sink sink(file_name());
        sink.append(saved_pods_of<T>(n).bytes);
        sink.commit();
    }
    restore<T>(state, n, true, [](saved_pods const&) {
        snapshot_file_storage storage(file_name());
        return read_snapshot(storage, object_type_of<T>(), origin_of_pods);
    });
    std::remove(file_name().c_str());
}

template <class Run>
void add_warm_case(std::string const& name, std::size_t n, Run run)
{
    benchmark::RegisterBenchmark(("warm/" + name + '/' + std::to_string(n)).c_str(),
                                 [=](benchmark::State& state) { run(state, n); })
        ->Unit(benchmark::kMillisecond);
}

template <class T>
void add_warm_cases(std::string const& prefix, std::size_t n)
{
    using state = benchmark::State;
    add_warm_case(prefix + "save", n, save_to_memory<T>);
    add_warm_case(prefix + "save_file", n, save_to_file<T>);
    add_warm_case(prefix + "restore", n,
                  [](state& s, std::size_t of) { restore<T>(s, of, false, from_memory<T>); });
    add_warm_case(prefix + "restore_new_memory", n,
                  [](state& s, std::size_t of) { restore<T>(s, of, true, from_memory<T>); });
    add_warm_case(prefix + "restore_file", n, restore_from_file<T>);
}

} // namespace

void micro::add_warm(sizes const& how_many)
{
    for (auto const n : how_many.read_objects) {
        add_warm_cases<saved_pod>("", n);
        add_warm_cases<compressed_pod>("compressed_", n);
    }
}
