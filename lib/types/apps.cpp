// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/apps/v1/controller_revision.hpp>
#include <coinformer/types/apps/v1/daemon_set.hpp>
#include <coinformer/types/apps/v1/deployment.hpp>
#include <coinformer/types/apps/v1/replica_set.hpp>
#include <coinformer/types/apps/v1/stateful_set.hpp>

namespace coinformer::detail {

namespace here = types::apps;

constexpr member v1_controller_revision_rows[] = {COINFORMER_ROW(v1::controller_revision, metadata),
    COINFORMER_ROW(v1::controller_revision, data), COINFORMER_ROW(v1::controller_revision, revision)};
constinit member_type const compiled_members<here::v1::controller_revision>::type =
    record_of<here::v1::controller_revision>(v1_controller_revision_rows);
constexpr member v1_controller_revision_summary_rows[] = {COINFORMER_ROW(v1::controller_revision_summary, metadata),
    COINFORMER_ROW(v1::controller_revision_summary, revision)};
constinit member_type const compiled_members<here::v1::controller_revision_summary>::type =
    record_of<here::v1::controller_revision_summary>(v1_controller_revision_summary_rows);
constexpr member v1_rolling_update_daemon_set_rows[] = {COINFORMER_ROW(v1::rolling_update_daemon_set, maxUnavailable),
    COINFORMER_ROW(v1::rolling_update_daemon_set, maxSurge)};
constinit member_type const compiled_members<here::v1::rolling_update_daemon_set>::type =
    record_of<here::v1::rolling_update_daemon_set>(v1_rolling_update_daemon_set_rows);
constexpr member v1_daemon_set_update_strategy_rows[] = {COINFORMER_ROW(v1::daemon_set_update_strategy, type),
    COINFORMER_ROW(v1::daemon_set_update_strategy, rollingUpdate)};
constinit member_type const compiled_members<here::v1::daemon_set_update_strategy>::type =
    record_of<here::v1::daemon_set_update_strategy>(v1_daemon_set_update_strategy_rows);
constexpr member v1_daemon_set_spec_rows[] = {COINFORMER_ROW(v1::daemon_set_spec, selector),
    COINFORMER_ROW(v1::daemon_set_spec, template_), COINFORMER_ROW(v1::daemon_set_spec, updateStrategy),
    COINFORMER_ROW(v1::daemon_set_spec, minReadySeconds), COINFORMER_ROW(v1::daemon_set_spec, revisionHistoryLimit)};
constinit member_type const compiled_members<here::v1::daemon_set_spec>::type =
    record_of<here::v1::daemon_set_spec>(v1_daemon_set_spec_rows);
constexpr member v1_daemon_set_condition_rows[] = {COINFORMER_ROW(v1::daemon_set_condition, type),
    COINFORMER_ROW(v1::daemon_set_condition, status), COINFORMER_ROW(v1::daemon_set_condition, lastTransitionTime),
    COINFORMER_ROW(v1::daemon_set_condition, reason), COINFORMER_ROW(v1::daemon_set_condition, message)};
constinit member_type const compiled_members<here::v1::daemon_set_condition>::type =
    record_of<here::v1::daemon_set_condition>(v1_daemon_set_condition_rows);
constexpr member v1_daemon_set_status_rows[] = {COINFORMER_ROW(v1::daemon_set_status, currentNumberScheduled),
    COINFORMER_ROW(v1::daemon_set_status, numberMisscheduled), COINFORMER_ROW(v1::daemon_set_status,
    desiredNumberScheduled), COINFORMER_ROW(v1::daemon_set_status, numberReady), COINFORMER_ROW(v1::daemon_set_status,
    observedGeneration), COINFORMER_ROW(v1::daemon_set_status, updatedNumberScheduled),
    COINFORMER_ROW(v1::daemon_set_status, numberAvailable), COINFORMER_ROW(v1::daemon_set_status, numberUnavailable),
    COINFORMER_ROW(v1::daemon_set_status, collisionCount), COINFORMER_ROW(v1::daemon_set_status, conditions)};
constinit member_type const compiled_members<here::v1::daemon_set_status>::type =
    record_of<here::v1::daemon_set_status>(v1_daemon_set_status_rows);
constexpr member v1_daemon_set_rows[] = {COINFORMER_ROW(v1::daemon_set, metadata), COINFORMER_ROW(v1::daemon_set,
    spec), COINFORMER_ROW(v1::daemon_set, status)};
constinit member_type const compiled_members<here::v1::daemon_set>::type =
    record_of<here::v1::daemon_set>(v1_daemon_set_rows);
constexpr member v1_daemon_set_summary_container_rows[] = {COINFORMER_ROW(v1::daemon_set_summary::container, name),
    COINFORMER_ROW(v1::daemon_set_summary::container, image)};
constinit member_type const compiled_members<here::v1::daemon_set_summary::container>::type =
    record_of<here::v1::daemon_set_summary::container>(v1_daemon_set_summary_container_rows);
constexpr member v1_daemon_set_summary_pod_spec_rows[] = {COINFORMER_ROW(v1::daemon_set_summary::pod_spec,
    nodeSelector), COINFORMER_ROW(v1::daemon_set_summary::pod_spec, containers)};
constinit member_type const compiled_members<here::v1::daemon_set_summary::pod_spec>::type =
    record_of<here::v1::daemon_set_summary::pod_spec>(v1_daemon_set_summary_pod_spec_rows);
constexpr member v1_daemon_set_summary_pod_template_spec_rows[] =
    {COINFORMER_ROW(v1::daemon_set_summary::pod_template_spec, spec)};
constinit member_type const compiled_members<here::v1::daemon_set_summary::pod_template_spec>::type =
    record_of<here::v1::daemon_set_summary::pod_template_spec>(v1_daemon_set_summary_pod_template_spec_rows);
constexpr member v1_daemon_set_summary_daemon_set_spec_rows[] =
    {COINFORMER_ROW(v1::daemon_set_summary::daemon_set_spec, selector),
    COINFORMER_ROW(v1::daemon_set_summary::daemon_set_spec, template_)};
constinit member_type const compiled_members<here::v1::daemon_set_summary::daemon_set_spec>::type =
    record_of<here::v1::daemon_set_summary::daemon_set_spec>(v1_daemon_set_summary_daemon_set_spec_rows);
constexpr member v1_daemon_set_summary_daemon_set_status_rows[] =
    {COINFORMER_ROW(v1::daemon_set_summary::daemon_set_status, desiredNumberScheduled),
    COINFORMER_ROW(v1::daemon_set_summary::daemon_set_status, currentNumberScheduled),
    COINFORMER_ROW(v1::daemon_set_summary::daemon_set_status, numberReady),
    COINFORMER_ROW(v1::daemon_set_summary::daemon_set_status, updatedNumberScheduled),
    COINFORMER_ROW(v1::daemon_set_summary::daemon_set_status, numberAvailable)};
constinit member_type const compiled_members<here::v1::daemon_set_summary::daemon_set_status>::type =
    record_of<here::v1::daemon_set_summary::daemon_set_status>(v1_daemon_set_summary_daemon_set_status_rows);
constexpr member v1_daemon_set_summary_rows[] = {COINFORMER_ROW(v1::daemon_set_summary, metadata),
    COINFORMER_ROW(v1::daemon_set_summary, spec), COINFORMER_ROW(v1::daemon_set_summary, status)};
constinit member_type const compiled_members<here::v1::daemon_set_summary>::type =
    record_of<here::v1::daemon_set_summary>(v1_daemon_set_summary_rows);
constexpr member v1_rolling_update_deployment_rows[] = {COINFORMER_ROW(v1::rolling_update_deployment, maxUnavailable),
    COINFORMER_ROW(v1::rolling_update_deployment, maxSurge)};
constinit member_type const compiled_members<here::v1::rolling_update_deployment>::type =
    record_of<here::v1::rolling_update_deployment>(v1_rolling_update_deployment_rows);
constexpr member v1_deployment_strategy_rows[] = {COINFORMER_ROW(v1::deployment_strategy, type),
    COINFORMER_ROW(v1::deployment_strategy, rollingUpdate)};
constinit member_type const compiled_members<here::v1::deployment_strategy>::type =
    record_of<here::v1::deployment_strategy>(v1_deployment_strategy_rows);
constexpr member v1_deployment_spec_rows[] = {COINFORMER_ROW(v1::deployment_spec, replicas),
    COINFORMER_ROW(v1::deployment_spec, selector), COINFORMER_ROW(v1::deployment_spec, template_),
    COINFORMER_ROW(v1::deployment_spec, strategy), COINFORMER_ROW(v1::deployment_spec, minReadySeconds),
    COINFORMER_ROW(v1::deployment_spec, revisionHistoryLimit), COINFORMER_ROW(v1::deployment_spec, paused),
    COINFORMER_ROW(v1::deployment_spec, progressDeadlineSeconds)};
constinit member_type const compiled_members<here::v1::deployment_spec>::type =
    record_of<here::v1::deployment_spec>(v1_deployment_spec_rows);
constexpr member v1_deployment_condition_rows[] = {COINFORMER_ROW(v1::deployment_condition, type),
    COINFORMER_ROW(v1::deployment_condition, status), COINFORMER_ROW(v1::deployment_condition, reason),
    COINFORMER_ROW(v1::deployment_condition, message), COINFORMER_ROW(v1::deployment_condition, lastUpdateTime),
    COINFORMER_ROW(v1::deployment_condition, lastTransitionTime)};
constinit member_type const compiled_members<here::v1::deployment_condition>::type =
    record_of<here::v1::deployment_condition>(v1_deployment_condition_rows);
constexpr member v1_deployment_status_rows[] = {COINFORMER_ROW(v1::deployment_status, observedGeneration),
    COINFORMER_ROW(v1::deployment_status, replicas), COINFORMER_ROW(v1::deployment_status, updatedReplicas),
    COINFORMER_ROW(v1::deployment_status, availableReplicas), COINFORMER_ROW(v1::deployment_status,
    unavailableReplicas), COINFORMER_ROW(v1::deployment_status, conditions), COINFORMER_ROW(v1::deployment_status,
    readyReplicas), COINFORMER_ROW(v1::deployment_status, collisionCount), COINFORMER_ROW(v1::deployment_status,
    terminatingReplicas)};
constinit member_type const compiled_members<here::v1::deployment_status>::type =
    record_of<here::v1::deployment_status>(v1_deployment_status_rows);
constexpr member v1_deployment_rows[] = {COINFORMER_ROW(v1::deployment, metadata), COINFORMER_ROW(v1::deployment,
    spec), COINFORMER_ROW(v1::deployment, status)};
constinit member_type const compiled_members<here::v1::deployment>::type =
    record_of<here::v1::deployment>(v1_deployment_rows);
constexpr member v1_deployment_summary_container_rows[] = {COINFORMER_ROW(v1::deployment_summary::container, name),
    COINFORMER_ROW(v1::deployment_summary::container, image)};
constinit member_type const compiled_members<here::v1::deployment_summary::container>::type =
    record_of<here::v1::deployment_summary::container>(v1_deployment_summary_container_rows);
constexpr member v1_deployment_summary_pod_spec_rows[] = {COINFORMER_ROW(v1::deployment_summary::pod_spec,
    containers)};
constinit member_type const compiled_members<here::v1::deployment_summary::pod_spec>::type =
    record_of<here::v1::deployment_summary::pod_spec>(v1_deployment_summary_pod_spec_rows);
constexpr member v1_deployment_summary_pod_template_spec_rows[] =
    {COINFORMER_ROW(v1::deployment_summary::pod_template_spec, spec)};
constinit member_type const compiled_members<here::v1::deployment_summary::pod_template_spec>::type =
    record_of<here::v1::deployment_summary::pod_template_spec>(v1_deployment_summary_pod_template_spec_rows);
constexpr member v1_deployment_summary_deployment_spec_rows[] =
    {COINFORMER_ROW(v1::deployment_summary::deployment_spec, replicas),
    COINFORMER_ROW(v1::deployment_summary::deployment_spec, selector),
    COINFORMER_ROW(v1::deployment_summary::deployment_spec, template_)};
constinit member_type const compiled_members<here::v1::deployment_summary::deployment_spec>::type =
    record_of<here::v1::deployment_summary::deployment_spec>(v1_deployment_summary_deployment_spec_rows);
constexpr member v1_deployment_summary_deployment_status_rows[] =
    {COINFORMER_ROW(v1::deployment_summary::deployment_status, replicas),
    COINFORMER_ROW(v1::deployment_summary::deployment_status, readyReplicas),
    COINFORMER_ROW(v1::deployment_summary::deployment_status, updatedReplicas),
    COINFORMER_ROW(v1::deployment_summary::deployment_status, availableReplicas)};
constinit member_type const compiled_members<here::v1::deployment_summary::deployment_status>::type =
    record_of<here::v1::deployment_summary::deployment_status>(v1_deployment_summary_deployment_status_rows);
constexpr member v1_deployment_summary_rows[] = {COINFORMER_ROW(v1::deployment_summary, metadata),
    COINFORMER_ROW(v1::deployment_summary, spec), COINFORMER_ROW(v1::deployment_summary, status)};
constinit member_type const compiled_members<here::v1::deployment_summary>::type =
    record_of<here::v1::deployment_summary>(v1_deployment_summary_rows);
constexpr member v1_replica_set_spec_rows[] = {COINFORMER_ROW(v1::replica_set_spec, replicas),
    COINFORMER_ROW(v1::replica_set_spec, selector), COINFORMER_ROW(v1::replica_set_spec, template_),
    COINFORMER_ROW(v1::replica_set_spec, minReadySeconds)};
constinit member_type const compiled_members<here::v1::replica_set_spec>::type =
    record_of<here::v1::replica_set_spec>(v1_replica_set_spec_rows);
constexpr member v1_replica_set_condition_rows[] = {COINFORMER_ROW(v1::replica_set_condition, type),
    COINFORMER_ROW(v1::replica_set_condition, status), COINFORMER_ROW(v1::replica_set_condition, lastTransitionTime),
    COINFORMER_ROW(v1::replica_set_condition, reason), COINFORMER_ROW(v1::replica_set_condition, message)};
constinit member_type const compiled_members<here::v1::replica_set_condition>::type =
    record_of<here::v1::replica_set_condition>(v1_replica_set_condition_rows);
constexpr member v1_replica_set_status_rows[] = {COINFORMER_ROW(v1::replica_set_status, replicas),
    COINFORMER_ROW(v1::replica_set_status, fullyLabeledReplicas), COINFORMER_ROW(v1::replica_set_status,
    observedGeneration), COINFORMER_ROW(v1::replica_set_status, readyReplicas), COINFORMER_ROW(v1::replica_set_status,
    availableReplicas), COINFORMER_ROW(v1::replica_set_status, conditions), COINFORMER_ROW(v1::replica_set_status,
    terminatingReplicas)};
constinit member_type const compiled_members<here::v1::replica_set_status>::type =
    record_of<here::v1::replica_set_status>(v1_replica_set_status_rows);
constexpr member v1_replica_set_rows[] = {COINFORMER_ROW(v1::replica_set, metadata), COINFORMER_ROW(v1::replica_set,
    spec), COINFORMER_ROW(v1::replica_set, status)};
constinit member_type const compiled_members<here::v1::replica_set>::type =
    record_of<here::v1::replica_set>(v1_replica_set_rows);
constexpr member v1_replica_set_summary_container_rows[] = {COINFORMER_ROW(v1::replica_set_summary::container, name),
    COINFORMER_ROW(v1::replica_set_summary::container, image)};
constinit member_type const compiled_members<here::v1::replica_set_summary::container>::type =
    record_of<here::v1::replica_set_summary::container>(v1_replica_set_summary_container_rows);
constexpr member v1_replica_set_summary_pod_spec_rows[] = {COINFORMER_ROW(v1::replica_set_summary::pod_spec,
    containers)};
constinit member_type const compiled_members<here::v1::replica_set_summary::pod_spec>::type =
    record_of<here::v1::replica_set_summary::pod_spec>(v1_replica_set_summary_pod_spec_rows);
constexpr member v1_replica_set_summary_pod_template_spec_rows[] =
    {COINFORMER_ROW(v1::replica_set_summary::pod_template_spec, spec)};
constinit member_type const compiled_members<here::v1::replica_set_summary::pod_template_spec>::type =
    record_of<here::v1::replica_set_summary::pod_template_spec>(v1_replica_set_summary_pod_template_spec_rows);
constexpr member v1_replica_set_summary_replica_set_spec_rows[] =
    {COINFORMER_ROW(v1::replica_set_summary::replica_set_spec, replicas),
    COINFORMER_ROW(v1::replica_set_summary::replica_set_spec, selector),
    COINFORMER_ROW(v1::replica_set_summary::replica_set_spec, template_)};
constinit member_type const compiled_members<here::v1::replica_set_summary::replica_set_spec>::type =
    record_of<here::v1::replica_set_summary::replica_set_spec>(v1_replica_set_summary_replica_set_spec_rows);
constexpr member v1_replica_set_summary_replica_set_status_rows[] =
    {COINFORMER_ROW(v1::replica_set_summary::replica_set_status, replicas),
    COINFORMER_ROW(v1::replica_set_summary::replica_set_status, readyReplicas)};
constinit member_type const compiled_members<here::v1::replica_set_summary::replica_set_status>::type =
    record_of<here::v1::replica_set_summary::replica_set_status>(v1_replica_set_summary_replica_set_status_rows);
constexpr member v1_replica_set_summary_rows[] = {COINFORMER_ROW(v1::replica_set_summary, metadata),
    COINFORMER_ROW(v1::replica_set_summary, spec), COINFORMER_ROW(v1::replica_set_summary, status)};
constinit member_type const compiled_members<here::v1::replica_set_summary>::type =
    record_of<here::v1::replica_set_summary>(v1_replica_set_summary_rows);
constexpr member v1_rolling_update_stateful_set_strategy_rows[] =
    {COINFORMER_ROW(v1::rolling_update_stateful_set_strategy, partition),
    COINFORMER_ROW(v1::rolling_update_stateful_set_strategy, maxUnavailable)};
constinit member_type const compiled_members<here::v1::rolling_update_stateful_set_strategy>::type =
    record_of<here::v1::rolling_update_stateful_set_strategy>(v1_rolling_update_stateful_set_strategy_rows);
constexpr member v1_stateful_set_update_strategy_rows[] = {COINFORMER_ROW(v1::stateful_set_update_strategy, type),
    COINFORMER_ROW(v1::stateful_set_update_strategy, rollingUpdate)};
constinit member_type const compiled_members<here::v1::stateful_set_update_strategy>::type =
    record_of<here::v1::stateful_set_update_strategy>(v1_stateful_set_update_strategy_rows);
constexpr member v1_stateful_set_persistent_volume_claim_retention_policy_rows[] =
    {COINFORMER_ROW(v1::stateful_set_persistent_volume_claim_retention_policy, whenDeleted),
    COINFORMER_ROW(v1::stateful_set_persistent_volume_claim_retention_policy, whenScaled)};
constinit member_type const compiled_members<here::v1::stateful_set_persistent_volume_claim_retention_policy>::type =
    record_of<here::v1::stateful_set_persistent_volume_claim_retention_policy>(v1_stateful_set_persistent_volume_claim_retention_policy_rows);
constexpr member v1_stateful_set_ordinals_rows[] = {COINFORMER_ROW(v1::stateful_set_ordinals, start)};
constinit member_type const compiled_members<here::v1::stateful_set_ordinals>::type =
    record_of<here::v1::stateful_set_ordinals>(v1_stateful_set_ordinals_rows);
constexpr member v1_stateful_set_spec_rows[] = {COINFORMER_ROW(v1::stateful_set_spec, replicas),
    COINFORMER_ROW(v1::stateful_set_spec, selector), COINFORMER_ROW(v1::stateful_set_spec, template_),
    COINFORMER_ROW(v1::stateful_set_spec, volumeClaimTemplates), COINFORMER_ROW(v1::stateful_set_spec, serviceName),
    COINFORMER_ROW(v1::stateful_set_spec, podManagementPolicy), COINFORMER_ROW(v1::stateful_set_spec, updateStrategy),
    COINFORMER_ROW(v1::stateful_set_spec, revisionHistoryLimit), COINFORMER_ROW(v1::stateful_set_spec,
    minReadySeconds), COINFORMER_ROW(v1::stateful_set_spec, persistentVolumeClaimRetentionPolicy),
    COINFORMER_ROW(v1::stateful_set_spec, ordinals)};
constinit member_type const compiled_members<here::v1::stateful_set_spec>::type =
    record_of<here::v1::stateful_set_spec>(v1_stateful_set_spec_rows);
constexpr member v1_stateful_set_condition_rows[] = {COINFORMER_ROW(v1::stateful_set_condition, type),
    COINFORMER_ROW(v1::stateful_set_condition, status), COINFORMER_ROW(v1::stateful_set_condition,
    lastTransitionTime), COINFORMER_ROW(v1::stateful_set_condition, reason),
    COINFORMER_ROW(v1::stateful_set_condition, message)};
constinit member_type const compiled_members<here::v1::stateful_set_condition>::type =
    record_of<here::v1::stateful_set_condition>(v1_stateful_set_condition_rows);
constexpr member v1_stateful_set_status_rows[] = {COINFORMER_ROW(v1::stateful_set_status, observedGeneration),
    COINFORMER_ROW(v1::stateful_set_status, replicas), COINFORMER_ROW(v1::stateful_set_status, readyReplicas),
    COINFORMER_ROW(v1::stateful_set_status, currentReplicas), COINFORMER_ROW(v1::stateful_set_status,
    updatedReplicas), COINFORMER_ROW(v1::stateful_set_status, currentRevision),
    COINFORMER_ROW(v1::stateful_set_status, updateRevision), COINFORMER_ROW(v1::stateful_set_status, collisionCount),
    COINFORMER_ROW(v1::stateful_set_status, conditions), COINFORMER_ROW(v1::stateful_set_status, availableReplicas)};
constinit member_type const compiled_members<here::v1::stateful_set_status>::type =
    record_of<here::v1::stateful_set_status>(v1_stateful_set_status_rows);
constexpr member v1_stateful_set_rows[] = {COINFORMER_ROW(v1::stateful_set, metadata),
    COINFORMER_ROW(v1::stateful_set, spec), COINFORMER_ROW(v1::stateful_set, status)};
constinit member_type const compiled_members<here::v1::stateful_set>::type =
    record_of<here::v1::stateful_set>(v1_stateful_set_rows);
constexpr member v1_stateful_set_summary_container_rows[] = {COINFORMER_ROW(v1::stateful_set_summary::container,
    name), COINFORMER_ROW(v1::stateful_set_summary::container, image)};
constinit member_type const compiled_members<here::v1::stateful_set_summary::container>::type =
    record_of<here::v1::stateful_set_summary::container>(v1_stateful_set_summary_container_rows);
constexpr member v1_stateful_set_summary_pod_spec_rows[] = {COINFORMER_ROW(v1::stateful_set_summary::pod_spec,
    containers)};
constinit member_type const compiled_members<here::v1::stateful_set_summary::pod_spec>::type =
    record_of<here::v1::stateful_set_summary::pod_spec>(v1_stateful_set_summary_pod_spec_rows);
constexpr member v1_stateful_set_summary_pod_template_spec_rows[] =
    {COINFORMER_ROW(v1::stateful_set_summary::pod_template_spec, spec)};
constinit member_type const compiled_members<here::v1::stateful_set_summary::pod_template_spec>::type =
    record_of<here::v1::stateful_set_summary::pod_template_spec>(v1_stateful_set_summary_pod_template_spec_rows);
constexpr member v1_stateful_set_summary_stateful_set_spec_rows[] =
    {COINFORMER_ROW(v1::stateful_set_summary::stateful_set_spec, replicas),
    COINFORMER_ROW(v1::stateful_set_summary::stateful_set_spec, template_)};
constinit member_type const compiled_members<here::v1::stateful_set_summary::stateful_set_spec>::type =
    record_of<here::v1::stateful_set_summary::stateful_set_spec>(v1_stateful_set_summary_stateful_set_spec_rows);
constexpr member v1_stateful_set_summary_stateful_set_status_rows[] =
    {COINFORMER_ROW(v1::stateful_set_summary::stateful_set_status, replicas),
    COINFORMER_ROW(v1::stateful_set_summary::stateful_set_status, readyReplicas)};
constinit member_type const compiled_members<here::v1::stateful_set_summary::stateful_set_status>::type =
    record_of<here::v1::stateful_set_summary::stateful_set_status>(v1_stateful_set_summary_stateful_set_status_rows);
constexpr member v1_stateful_set_summary_rows[] = {COINFORMER_ROW(v1::stateful_set_summary, metadata),
    COINFORMER_ROW(v1::stateful_set_summary, spec), COINFORMER_ROW(v1::stateful_set_summary, status)};
constinit member_type const compiled_members<here::v1::stateful_set_summary>::type =
    record_of<here::v1::stateful_set_summary>(v1_stateful_set_summary_rows);

} // namespace coinformer::detail
