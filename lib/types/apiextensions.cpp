// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/apiextensions/v1/custom_resource_definition.hpp>

namespace coinformer::detail {

namespace here = types::apiextensions;

constexpr member v1_custom_resource_definition_names_rows[] = {COINFORMER_ROW(v1::custom_resource_definition_names,
    plural), COINFORMER_ROW(v1::custom_resource_definition_names, singular),
    COINFORMER_ROW(v1::custom_resource_definition_names, shortNames),
    COINFORMER_ROW(v1::custom_resource_definition_names, kind), COINFORMER_ROW(v1::custom_resource_definition_names,
    listKind), COINFORMER_ROW(v1::custom_resource_definition_names, categories)};
constinit member_type const compiled_members<here::v1::custom_resource_definition_names>::type =
    record_of<here::v1::custom_resource_definition_names>(v1_custom_resource_definition_names_rows);
constexpr member v1_custom_resource_validation_rows[] = {COINFORMER_ROW(v1::custom_resource_validation,
    openAPIV3Schema)};
constinit member_type const compiled_members<here::v1::custom_resource_validation>::type =
    record_of<here::v1::custom_resource_validation>(v1_custom_resource_validation_rows);
constinit member_type const compiled_members<here::v1::custom_resource_subresource_status>::type =
    record_of<here::v1::custom_resource_subresource_status>();
constexpr member v1_custom_resource_subresource_scale_rows[] = {COINFORMER_ROW(v1::custom_resource_subresource_scale,
    specReplicasPath), COINFORMER_ROW(v1::custom_resource_subresource_scale, statusReplicasPath),
    COINFORMER_ROW(v1::custom_resource_subresource_scale, labelSelectorPath)};
constinit member_type const compiled_members<here::v1::custom_resource_subresource_scale>::type =
    record_of<here::v1::custom_resource_subresource_scale>(v1_custom_resource_subresource_scale_rows);
constexpr member v1_custom_resource_subresources_rows[] = {COINFORMER_ROW(v1::custom_resource_subresources, status),
    COINFORMER_ROW(v1::custom_resource_subresources, scale)};
constinit member_type const compiled_members<here::v1::custom_resource_subresources>::type =
    record_of<here::v1::custom_resource_subresources>(v1_custom_resource_subresources_rows);
constexpr member v1_custom_resource_column_definition_rows[] = {COINFORMER_ROW(v1::custom_resource_column_definition,
    name), COINFORMER_ROW(v1::custom_resource_column_definition, type),
    COINFORMER_ROW(v1::custom_resource_column_definition, format),
    COINFORMER_ROW(v1::custom_resource_column_definition, description),
    COINFORMER_ROW(v1::custom_resource_column_definition, priority),
    COINFORMER_ROW(v1::custom_resource_column_definition, jsonPath)};
constinit member_type const compiled_members<here::v1::custom_resource_column_definition>::type =
    record_of<here::v1::custom_resource_column_definition>(v1_custom_resource_column_definition_rows);
constexpr member v1_selectable_field_rows[] = {COINFORMER_ROW(v1::selectable_field, jsonPath)};
constinit member_type const compiled_members<here::v1::selectable_field>::type =
    record_of<here::v1::selectable_field>(v1_selectable_field_rows);
constexpr member v1_custom_resource_definition_version_rows[] =
    {COINFORMER_ROW(v1::custom_resource_definition_version, name),
    COINFORMER_ROW(v1::custom_resource_definition_version, served),
    COINFORMER_ROW(v1::custom_resource_definition_version, storage),
    COINFORMER_ROW(v1::custom_resource_definition_version, schema),
    COINFORMER_ROW(v1::custom_resource_definition_version, subresources),
    COINFORMER_ROW(v1::custom_resource_definition_version, additionalPrinterColumns),
    COINFORMER_ROW(v1::custom_resource_definition_version, deprecated),
    COINFORMER_ROW(v1::custom_resource_definition_version, deprecationWarning),
    COINFORMER_ROW(v1::custom_resource_definition_version, selectableFields)};
constinit member_type const compiled_members<here::v1::custom_resource_definition_version>::type =
    record_of<here::v1::custom_resource_definition_version>(v1_custom_resource_definition_version_rows);
constexpr member v1_service_reference_rows[] = {COINFORMER_ROW(v1::service_reference, namespace_),
    COINFORMER_ROW(v1::service_reference, name), COINFORMER_ROW(v1::service_reference, path),
    COINFORMER_ROW(v1::service_reference, port)};
constinit member_type const compiled_members<here::v1::service_reference>::type =
    record_of<here::v1::service_reference>(v1_service_reference_rows);
constexpr member v1_webhook_client_config_rows[] = {COINFORMER_ROW(v1::webhook_client_config, service),
    COINFORMER_ROW(v1::webhook_client_config, caBundle), COINFORMER_ROW(v1::webhook_client_config, url)};
constinit member_type const compiled_members<here::v1::webhook_client_config>::type =
    record_of<here::v1::webhook_client_config>(v1_webhook_client_config_rows);
constexpr member v1_webhook_conversion_rows[] = {COINFORMER_ROW(v1::webhook_conversion, clientConfig),
    COINFORMER_ROW(v1::webhook_conversion, conversionReviewVersions)};
constinit member_type const compiled_members<here::v1::webhook_conversion>::type =
    record_of<here::v1::webhook_conversion>(v1_webhook_conversion_rows);
constexpr member v1_custom_resource_conversion_rows[] = {COINFORMER_ROW(v1::custom_resource_conversion, strategy),
    COINFORMER_ROW(v1::custom_resource_conversion, webhook)};
constinit member_type const compiled_members<here::v1::custom_resource_conversion>::type =
    record_of<here::v1::custom_resource_conversion>(v1_custom_resource_conversion_rows);
constexpr member v1_custom_resource_definition_spec_rows[] = {COINFORMER_ROW(v1::custom_resource_definition_spec,
    group), COINFORMER_ROW(v1::custom_resource_definition_spec, names),
    COINFORMER_ROW(v1::custom_resource_definition_spec, scope), COINFORMER_ROW(v1::custom_resource_definition_spec,
    versions), COINFORMER_ROW(v1::custom_resource_definition_spec, conversion),
    COINFORMER_ROW(v1::custom_resource_definition_spec, preserveUnknownFields)};
constinit member_type const compiled_members<here::v1::custom_resource_definition_spec>::type =
    record_of<here::v1::custom_resource_definition_spec>(v1_custom_resource_definition_spec_rows);
constexpr member v1_custom_resource_definition_condition_rows[] =
    {COINFORMER_ROW(v1::custom_resource_definition_condition, type),
    COINFORMER_ROW(v1::custom_resource_definition_condition, status),
    COINFORMER_ROW(v1::custom_resource_definition_condition, lastTransitionTime),
    COINFORMER_ROW(v1::custom_resource_definition_condition, reason),
    COINFORMER_ROW(v1::custom_resource_definition_condition, message),
    COINFORMER_ROW(v1::custom_resource_definition_condition, observedGeneration)};
constinit member_type const compiled_members<here::v1::custom_resource_definition_condition>::type =
    record_of<here::v1::custom_resource_definition_condition>(v1_custom_resource_definition_condition_rows);
constexpr member v1_custom_resource_definition_status_rows[] = {COINFORMER_ROW(v1::custom_resource_definition_status,
    conditions), COINFORMER_ROW(v1::custom_resource_definition_status, acceptedNames),
    COINFORMER_ROW(v1::custom_resource_definition_status, storedVersions),
    COINFORMER_ROW(v1::custom_resource_definition_status, observedGeneration)};
constinit member_type const compiled_members<here::v1::custom_resource_definition_status>::type =
    record_of<here::v1::custom_resource_definition_status>(v1_custom_resource_definition_status_rows);
constexpr member v1_custom_resource_definition_rows[] = {COINFORMER_ROW(v1::custom_resource_definition, metadata),
    COINFORMER_ROW(v1::custom_resource_definition, spec), COINFORMER_ROW(v1::custom_resource_definition, status)};
constinit member_type const compiled_members<here::v1::custom_resource_definition>::type =
    record_of<here::v1::custom_resource_definition>(v1_custom_resource_definition_rows);
constexpr member v1_custom_resource_definition_summary_rows[] =
    {COINFORMER_ROW(v1::custom_resource_definition_summary, metadata)};
constinit member_type const compiled_members<here::v1::custom_resource_definition_summary>::type =
    record_of<here::v1::custom_resource_definition_summary>(v1_custom_resource_definition_summary_rows);

} // namespace coinformer::detail
