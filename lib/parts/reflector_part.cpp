#include "api/client/client_impl.hpp"
#include "api/source/client_source.hpp"
#include "api/source/own_source.hpp"
#include "cache/informer_core.hpp"
#include "core/exceptions.hpp"
#include "core/keeping.hpp"
#include "core/precondition_check.hpp"
#include "core/run_on.hpp"
#include "parts/delta_queue.hpp"
#include "parts/index_store.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/parts/reflector.hpp>

#include <optional>
#include <utility>

namespace coinformer::parts::detail {

using namespace coinformer::detail;

/// A reflector of an informer with what it needs beside the queue: its source, and a store that knows which
/// objects a list need not bring again. That store is empty unless skip_unchanged() was called.
///
/// States     Not run, running, ended; it can be run once.
/// Threads    the strand of its source. skip_unchanged() and on_cause() are called before run().
class reflector_part : public std::enable_shared_from_this<reflector_part> {
public:
    reflector_part(std::shared_ptr<source_context> context, std::unique_ptr<collection_source> source,
                   resource of, std::shared_ptr<delta_queue> to, informer_options options,
                   bool has_namespaces)
        : queue(std::move(to)), context_(std::move(context)), source_(std::move(source)),
          options_(normalized(of, std::move(options))), has_namespaces_(has_namespaces)
    {
        if (options_.namespaces.size() > 1)
            throw api_error(
                errc::bad_request, "parts::reflector of " + to_string(of),
                "it reads one namespace or all of them: make a reflector for each, with the same queue");
    }

    /// Throws errc::already_running if run() was called.
    void demand_not_run() const
    {
        if (started_)
            throw api_error(errc::already_running, "parts::reflector of " + name(),
                            "call this function before run()");
    }
    executor const& strand() const noexcept { return context_->env().ex; }

    task<> run()
    {
        if (started_) throw api_error(errc::already_running, "parts::reflector of " + name());
        make();
        nursery parts(strand());
        auto const self = shared_from_this();
        auto const start = [&](task<> one) { parts.start(keeping(self, std::move(one))); };
        start(started_->run(start)); // as informer_core does
        co_await parts.join();
    }

    task<reflector_status> status()
    {
        reflector_status now;
        if (started_) now = started_->status();
        co_return now;
    }

    std::shared_ptr<delta_queue> const queue;
    std::shared_ptr<index_store> known;             // null if a list brings everything
    std::function<bool(std::exception_ptr)> report; // null if causes are only logged

private:
    // Calls the user's function. An exception of it is logged, because it must not end the reflector.
    bool report_guarded(std::exception_ptr cause)
    {
        try {
            return report(std::move(cause));
        } catch (...) {
            context_->env().log->log(
                log_level::error, "the function of reflector::on_cause() has thrown an exception",
                {{"collection", name()}, {"error", message_of(std::current_exception())}});
            return false;
        }
    }
    std::string ns() const
    {
        return options_.namespaces.empty() ? std::string() : options_.namespaces.front();
    }
    std::string name() const { return source_->name(ns()); }
    void make()
    {
        auto told = [this](std::exception_ptr cause) { return report && report_guarded(std::move(cause)); };
        started_.emplace(*context_, *source_, ns(), options_, queue->fifo(),
                         known ? known->objects() : nothing_, told, nullptr, nullptr, has_namespaces_);
    }

    std::shared_ptr<source_context> const context_;
    std::unique_ptr<collection_source> const source_;
    informer_options const options_;
    bool const has_namespaces_; // see collection_origin
    store const nothing_;
    std::optional<coinformer::detail::reflector> started_;
};

namespace {

// Refuses options that take a whole informer: the parts of their owner would have to do what they promise.
void demand_no_informer(resource const& of, informer_options const& options)
{
    precondition_check const demand("parts::reflector of " + to_string(of));
    demand(!options.recorder, "informer_options::recorder is set: only an informer can be recorded");
    demand(!options.warm_start.is_set(),
           "informer_options::warm_start is set: only an informer has snapshots");
    demand(options.audit.interval == duration::zero(),
           "audit_options::interval is set: only an informer can be audited");
    demand(options.memory_budget == 0,
           "informer_options::memory_budget is set: only an informer counts its memory");
    demand(!options.shard || options.shard->is_fixed(),
           "informer_options::shard is a share that may change, and only an informer follows it: "
           "fixed_share() is allowed");
}

} // namespace

std::shared_ptr<reflector_part> make_reflector(client& api, resource of, untyped_transform by,
                                               std::shared_ptr<delta_queue> to, informer_options options)
{
    demand_no_informer(of, options);
    auto source = source_of(api, of, std::move(by), options);
    return std::make_shared<reflector_part>(std::move(source.context), std::move(source.reads), of,
                                            std::move(to), std::move(options), source.has_namespaces);
}

std::shared_ptr<reflector_part> make_reflector(environment env, std::unique_ptr<untyped_list_watch> from,
                                               resource of, untyped_transform by,
                                               std::shared_ptr<delta_queue> to, informer_options options)
{
    demand_no_informer(of, options);
    auto source = source_of(std::move(env), std::move(from), of, std::move(by), options);
    return std::make_shared<reflector_part>(std::move(source.context), std::move(source.reads), of,
                                            std::move(to), std::move(options), source.has_namespaces);
}

void skip_unchanged(reflector_part& in, std::shared_ptr<index_store> store)
{
    in.demand_not_run();
    in.known = std::move(store);
}

void on_cause(reflector_part& of, std::function<bool(std::exception_ptr)> report)
{
    of.demand_not_run();
    of.report = std::move(report);
}

task<> run(std::shared_ptr<reflector_part> what)
{
    return on_strand(what, &reflector_part::run);
}

task<reflector_status> status(std::shared_ptr<reflector_part> of)
{
    return on_strand(of, &reflector_part::status);
}

} // namespace coinformer::parts::detail
