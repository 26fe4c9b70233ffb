#include "api/client/source_context.hpp"

#include "core/strand_of.hpp"

#include <random>

namespace coinformer::detail {

namespace {

environment with_seed(environment env)
{
    if (env.seed == 0) env.seed = std::random_device()();
    return env;
}

} // namespace

source_context::source_context(environment env, limits of, credential_files files,
                               std::function<void()> reread)
    : outer_(bound(env.ex)), env_(with_seed(with_strand(std::move(env)))), lists_(of.concurrent_lists),
      access_(env_, random_source(env_.seed).fork(), of.reconnect, std::move(files), std::move(reread),
              std::move(of.words)),
      max_faults_(of.max_faults_per_list)
{
}

} // namespace coinformer::detail
