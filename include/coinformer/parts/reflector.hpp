#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/api/list_watch.hpp>
#include <coinformer/api/projection.hpp>
#include <coinformer/api/transform.hpp>
#include <coinformer/cache/informer_options.hpp>
#include <coinformer/parts/delta_fifo.hpp>
#include <coinformer/parts/indexer.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace coinformer::parts {

namespace detail {

class reflector_part; // a reflector without the type of its objects

std::shared_ptr<reflector_part> make_reflector(client& api, resource of,
                                               coinformer::detail::untyped_transform by,
                                               std::shared_ptr<delta_queue> to, informer_options options);
std::shared_ptr<reflector_part> make_reflector(environment env,
                                               std::unique_ptr<coinformer::detail::untyped_list_watch> from,
                                               resource of, coinformer::detail::untyped_transform by,
                                               std::shared_ptr<delta_queue> to, informer_options options);
void skip_unchanged(reflector_part& in, std::shared_ptr<index_store> store);
void on_cause(reflector_part& of, std::function<bool(std::exception_ptr)> report);
[[nodiscard]] task<> run(std::shared_ptr<reflector_part> what);
[[nodiscard]] task<reflector_status> status(std::shared_ptr<reflector_part> of);

} // namespace detail

/// Reads a collection, watches it, and queues what it finds: client-go's Reflector. It is the reflector that
/// every informer has inside. It resumes, backs off, and lists again as an informer does.
///
///     parts::delta_fifo<pod> deltas(env);
///     parts::reflector<pod> pods(api, deltas);
///     work.start(pods.run());
///
/// Threads    run() works on the client's strand (or, for a source of one's own, on a strand of the
///            environment's executor). The queue belongs to the same thread of control: either one thread
///            runs the io_context, or the executor that was given to the client, to the queue and to the
///            other parts is the same boost::asio::strand, on which also the code runs that uses these parts.
/// Lifetime   A handle: copies refer to the same reflector.
template <class T>
class reflector {
public:
    /// Reads from the client's server. Of the options, those that concern handlers have no effect
    /// (`resync`), and neither have those of the queue (`queue_capacity` and `order`): it has its own.
    ///
    /// Errors     as shared_informer; errc::bad_request if there is more than one namespace: make a reflector
    ///            for each, with the same queue; errc::bad_request, too, for `recorder`, `warm_start`,
    ///            `audit`, `memory_budget` and a `shard` that may change, which need a whole informer.
    reflector(client& api, delta_fifo<T> const& to, informer_options options = {},
              resource of = resource_of<T>)
        : reflector(api, to, transform<T>(), std::move(options), of)
    {
    }
    /// Queues what a transform makes of the received objects.
    template <class Received>
    reflector(client& api, delta_fifo<T> const& to, transform<T, Received> const& before_store,
              informer_options options = {}, resource of = resource_of<Received>)
        : part_(detail::make_reflector(api, of, before_store.internals(), to.internals(), std::move(options)))
    {
    }
    /// Reads from a source of one's own: see list_watch.
    reflector(environment env, std::shared_ptr<list_watch<T>> from, delta_fifo<T> const& to,
              informer_options options = {}, resource of = resource_of<T>)
        : reflector(std::move(env), std::move(from), to, transform<T>(), std::move(options), of)
    {
    }
    /// The same with a transform.
    template <class Received>
    reflector(environment env, std::type_identity_t<std::shared_ptr<list_watch<Received>>> from,
              delta_fifo<T> const& to, transform<T, Received> const& before_store,
              informer_options options = {}, resource of = resource_of<Received>)
        : part_(detail::make_reflector(
              std::move(env),
              std::make_unique<coinformer::detail::erased_list_watch<Received>>(std::move(from)), of,
              before_store.internals(), to.internals(), std::move(options)))
    {
    }

    /// A list need not bring objects again that the indexer has in the same version: they are not decoded,
    /// and are missing in delta::objects(). Call it before run(), and only if every delta of the queue is
    /// applied to this indexer.
    void skip_unchanged(indexer<T> const& store) { detail::skip_unchanged(*part_, store.internals()); }

    /// `report` is called with the cause why the collection cannot be read, when waiters ought to know: at
    /// once if time will not cure it, otherwise when it has lasted for informer_options::unreachable_after.
    /// It is called with null when that is over. It returns true if somebody was told; then the cause is not
    /// logged a second time. Call on_cause() before run(). fan_out::report() is such a function.
    void on_cause(std::function<bool(std::exception_ptr)> report)
    {
        detail::on_cause(*part_, std::move(report));
    }

    /// Reads and watches, until it is cancelled. It survives every failure of the server and of the network.
    ///
    /// Errors     condition::cancelled; errc::already_running.
    /// Cancel     at any time.
    [[nodiscard]] task<> run() { return detail::run(part_); }

    /// Returns what the reflector has done, and what is wrong now.
    [[nodiscard]] task<reflector_status> status() const { return detail::status(part_); }

private:
    std::shared_ptr<detail::reflector_part> part_;
};

} // namespace coinformer::parts
