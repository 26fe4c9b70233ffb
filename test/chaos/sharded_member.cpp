// usage: chaos_sharded_member KUBECONFIG NAMESPACE IDENTITY SEED
// One member of a shard group of short Leases, as a process of its own. It reconciles its part of the
// ConfigMaps of the namespace: it writes a stamp into each object (sharded_member.hpp), which says who has
// seen which value, with which fencing number. A write names the resourceVersion at which the object's stamp
// was compared, so that no stamp with a smaller number can replace one with a greater number.
//
// Every other reconcile does not ask is_valid() before it writes, so that only the comparison protects the
// object. SEED decides that, and how long each reconcile takes.
//
// The program prints a line for each step (member_step), and every second how many objects of other shares it
// was sent: FOREIGN COUNT. The library's log lines are on stdout, too. SIGTERM lets it leave in order.

#include "sharded_member.hpp"

#include <coinformer/controller/controller.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/shard/shard_group.hpp>
#include <coinformer/transport/kubeconfig.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/describe.hpp>

#include <csignal>
#include <iostream>
#include <random>
#include <sys/prctl.h>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using namespace coinformer;

namespace {

struct annotated {
    labels annotations;
};
BOOST_DESCRIBE_STRUCT(annotated, (), (annotations))

struct stamped_map {
    annotated metadata;
    labels data;
};
BOOST_DESCRIBE_STRUCT(stamped_map, (), (metadata, data))

} // namespace

template <>
inline constexpr resource coinformer::resource_of<stamped_map>{
    .version = "v1", .plural = "configmaps", .kind = "ConfigMap"};

namespace {

/// Prints the lines of one reconcile: BEGIN in the constructor and END in the destructor, so that a reconcile
/// that is cancelled ends as well.
class shown_reconcile {
public:
    // The clock is read before the right is looked at. If the process is stopped between the two, the
    // reconcile has begun before the stop, and a right that is looked at afterwards counts from then on.
    shown_reconcile(object_name const& key, shard_fence const& fence, std::string_view value)
    {
        step_.time = chaos::shared_now();
        step_.hash = fence.hash();
        step_.number = fence.number();
        step_.name = key.name;
        step_.value = value;
        step_.is_valid = fence.is_valid();
        print("BEGIN");
    }
    shown_reconcile(shown_reconcile const&) = delete;
    ~shown_reconcile() { show("END"); }

    void show(char const* verb)
    {
        step_.time = chaos::shared_now();
        print(verb);
    }

private:
    void print(char const* verb)
    {
        step_.verb = verb;
        std::cout << step_.line() << std::endl;
    }

    chaos::member_step step_;
};

/// The reconciles of this process share this.
struct member_work {
    client& api;
    shared_informer<stamped_map> objects;
    std::string identity;
    std::mt19937 random;

    bool is_careless() { return random() % 2 == 0; }
    duration some_time() { return std::chrono::milliseconds(random() % (random() % 4 == 0 ? 1000 : 100)); }
};

object_patch patch_with(chaos::stamp const& s, std::string_view version)
{
    auto const entry = [](std::string_view key, std::string const& value) {
        return '"' + std::string(key) + "\":\"" + value + '"';
    };
    auto patch =
        merge_patch(R"({"metadata":{"annotations":{)" + entry(s.by_key, s.by) + ',' +
                    entry(s.number_key, std::to_string(s.number)) + ',' + entry(s.seen_key, s.seen) + "}}}");
    patch.at_version(version);
    return patch;
}

// Returns false if the object is not at this version any more.
task<bool> accepts(client& api, object_name key, object_patch patch)
{
    bool is_accepted = true;
    try {
        co_await api.patch<stamped_map>(key.ns, key.name, std::move(patch));
    } catch (api_error const& e) {
        if (e.code() != errc::conflict) throw;
        is_accepted = false;
    }
    co_return is_accepted;
}

// The right is one to a life of the object: there may be another object of this name by now, which may be
// another process's.
task<reconcile_result> put_stamp(member_work& work, object_name key, shard_fence fence)
{
    auto object = work.objects.snapshot().get(key.ns, key.name);
    if (object && shard_hash(object.uid()) != fence.hash()) object = {};
    chaos::stamp const own{work.identity, fence.number(),
                           std::string(object ? object->data.value_or("v", "-") : "-")};
    shown_reconcile shown(key, fence, own.seen);
    if (!object) shown.show("GONE");
    if (!object || chaos::stamp_of(object->metadata.annotations) == own) co_return reconcile_result::done();

    co_await system_time().sleep_for(work.some_time());
    if (!work.is_careless() && !fence.is_valid()) {
        shown.show("LATE");
        co_return reconcile_result::failed("the key is another process's");
    }
    auto const present = co_await work.api.get<stamped_map>(key.ns, key.name);
    if (present.uid() != object.uid()) co_return reconcile_result::failed("there is another object");
    if (chaos::stamp_of(present->metadata.annotations).number > own.number) {
        shown.show("REFUSED");
        co_return reconcile_result::failed("a later owner has written");
    }
    bool const is_accepted = co_await accepts(work.api, key, patch_with(own, present.resource_version()));
    shown.show(is_accepted ? "WRITTEN" : "CONFLICT");
    co_return is_accepted ? reconcile_result::done() : reconcile_result::failed("the object has changed");
}

task<> count_foreign(shared_informer<stamped_map> objects)
{
    for (;;) {
        co_await system_time().sleep_for(1s);
        auto const status = co_await objects.status();
        std::cout << "FOREIGN " << status.reflector.foreign << std::endl;
    }
}

// The grace ends long before another process takes over, also on a machine that is busy.
task<> take_part(client& api, environment env, std::string ns, std::string identity, unsigned seed)
{
    shard_group group(api, {.name = "chaos",
                            .ns = ns,
                            .identity = identity,
                            .lease_duration = 5s,
                            .renew_deadline = 3s,
                            .retry_period = 500ms});
    informer_options mine;
    mine.shard = group.share();
    mine.namespaces = {ns};
    member_work work{api, shared_informer<stamped_map>(api, mine), identity, std::mt19937(seed)};
    controller<> stamping(env,
                          [&](object_name key, shard_fence fence) { return put_stamp(work, key, fence); },
                          {.concurrency = 8, .grace = 500ms});
    stamping.shards(group.share(), work.objects);

    nursery all(co_await asio::this_coro::executor);
    all.start(group.run());
    all.start(work.objects.run());
    all.start(stamping.run());
    all.start(count_foreign(work.objects));
    co_await all.join();
}

endpoint server_of_member(std::string const& kubeconfig)
{
    endpoint_query file;
    file.kubeconfig = kubeconfig;
    return load_endpoint(file);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 5) return 2;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    asio::io_context io(1);
    stream_log log(std::cout);
    environment const env{.ex = io.get_executor(), .log = &log};
    client api(env, server_of_member(argv[1]));
    auto const seed = static_cast<unsigned>(std::stoul(argv[4]));
    return run_until_signal(io, take_part(api, env, argv[2], argv[3], seed));
}
