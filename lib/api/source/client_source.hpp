#pragma once

#include "api/client/client_impl.hpp"
#include "api/source/collection_source.hpp"
#include "api/source/shard_parameter.hpp"

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace coinformer::detail {

/// Reads a collection from the API of the client's server.
///
/// Lifetime   keeps the client's core alive.
class client_source final : public collection_source {
public:
    /// `tape` records lists, watches and confirmations; it may be null.
    client_source(std::shared_ptr<client::impl> api, resource of, object_type const& type,
                  std::shared_ptr<answer_tape> tape = {})
        : api_(std::move(api)), of_(interned(of)), type_(type), tape_(std::move(tape)),
          kind_check_(collection_path(of_, {}), of_.kind, *api_->env().log),
          shard_(collection_path(of_, {}), *api_->env().log)
    {
    }

    std::string name(std::string const& ns) const override { return collection_path(of_, ns); }
    /// Servers that do not stream refuse the request, and the reflector then reads pages.
    bool streams_lists() const override { return true; }
    bool lists_exact_versions() const override { return true; }
    [[nodiscard]] task<> ready() override;
    [[nodiscard]] task<> while_open(task<> pause) override
    {
        return api_->pause_while_open(std::move(pause));
    }
    [[nodiscard]] task<std::unique_ptr<list_reading>> list(page_request what, needed_objects need) override;
    [[nodiscard]] task<std::unique_ptr<watch_reading>> watch(watch_request what,
                                                             needed_objects need) override;
    [[nodiscard]] task<bool> confirm(std::string ns, std::string version) override;
    [[nodiscard]] task<std::string> server_identity() override { return api_->cluster(); }
    [[nodiscard]] task<std::unique_ptr<list_reading>> census(census_request what) override;

private:
    template <class Send>
    auto send_with_share(list_options options, object_share const* share, Send send)
        -> std::invoke_result_t<Send&, list_options>;
    template <class Page>
    task<Page> recorded(asked_question what, task<Page> sending);
    answer_track begin_track(asked_question const& what);

    std::shared_ptr<client::impl> api_;
    resource of_;
    object_type const& type_;
    std::shared_ptr<answer_tape> const tape_;
    kind_check kind_check_;
    shard_parameter shard_;
};

} // namespace coinformer::detail
