#include <coinformer/status_page/status_page.hpp>

#include "core/run_on.hpp"
#include "status_page/page_state.hpp"

#include <utility>

namespace coinformer {

using namespace detail;

status_page::status_page(environment env, status_page_options options)
    : state_(std::make_shared<page_state>(std::move(env), std::move(options)))
{
}

status_page::~status_page() = default;

void status_page::show(informer_factory& factory)
{
    state_->show(factory_view(factory));
}

void status_page::show(untyped_informer informer)
{
    state_->show(std::move(informer));
}

void status_page::ask_for_keys(std::string name, oldest_keys_of keys)
{
    state_->show_keys(std::move(name), std::move(keys));
}

task<> status_page::run()
{
    return on_strand(state_, &page_state::run);
}

status_page_answer status_page::answer(std::string_view target) const
{
    return state_->answer(target);
}

} // namespace coinformer
