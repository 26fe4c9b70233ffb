#include "testing/formats/list_keys.hpp"

#include <algorithm>
#include <array>

namespace coinformer::testing::detail {

namespace {

template <class... Keys>
constexpr auto keys(Keys... names)
{
    return std::array<std::string_view, sizeof...(names)>{names...};
}

constexpr auto name_key = keys("name");
constexpr auto uid = keys("uid");
constexpr auto type = keys("type");
constexpr auto ip = keys("ip");
constexpr auto mount_path = keys("mountPath");
constexpr auto device_path = keys("devicePath");
constexpr auto container_port = keys("containerPort", "protocol");
constexpr auto service_port = keys("port", "protocol");
constexpr auto spread = keys("topologyKey", "whenUnsatisfiable");

// The lists of built-in kinds that are not atomic, as far as tests have needed them.
struct kind_of_list {
    std::string_view parent; // empty: any parent
    std::string_view member;
    list_type how;
    std::span<std::string_view const> keys;
};

constexpr auto list_key_table = std::to_array<kind_of_list>({
    {"metadata", "ownerReferences", list_type::map, uid},
    {"metadata", "finalizers", list_type::set, {}},
    {"", "containers", list_type::map, name_key},
    {"", "initContainers", list_type::map, name_key},
    {"", "ephemeralContainers", list_type::map, name_key},
    {"", "volumes", list_type::map, name_key},
    {"", "imagePullSecrets", list_type::map, name_key},
    {"", "env", list_type::map, name_key},
    {"", "volumeMounts", list_type::map, mount_path},
    {"", "volumeDevices", list_type::map, device_path},
    {"containers", "ports", list_type::map, container_port},
    {"initContainers", "ports", list_type::map, container_port},
    {"ephemeralContainers", "ports", list_type::map, container_port},
    {"spec", "ports", list_type::map, service_port},
    {"spec", "hostAliases", list_type::map, ip},
    {"spec", "topologySpreadConstraints", list_type::map, spread},
    {"spec", "schedulingGates", list_type::map, name_key},
    {"spec", "podCIDRs", list_type::set, {}},
    {"status", "conditions", list_type::map, type},
    {"status", "addresses", list_type::map, type},
    {"status", "podIPs", list_type::map, ip},
    {"status", "hostIPs", list_type::map, ip},
    {"", "secrets", list_type::map, name_key},
    {"", "webhooks", list_type::map, name_key},
    {"", "matchConditions", list_type::map, name_key},
    {"spec", "resourceClaims", list_type::map, name_key},
    {"status", "resourceClaimStatuses", list_type::map, name_key},
    {"resources", "claims", list_type::map, name_key},
});

constexpr auto atomic_maps = std::to_array<std::string_view>(
    {"selector", "labelSelector", "namespaceSelector", "podSelector", "nodeSelector", "configMapKeyRef",
     "secretKeyRef", "fieldRef", "resourceFieldRef", "scaleTargetRef", "roleRef", "claimRef", "targetRef"});

} // namespace

list_rule rule_of(std::string_view parent, std::string_view member, bool custom)
{
    auto const it = std::ranges::find_if(list_key_table, [&](kind_of_list const& e) {
        return e.member == member && (e.parent.empty() || e.parent == parent) &&
               (!custom || e.parent == "metadata");
    });
    if (it == list_key_table.end()) return {};
    return {it->how, it->keys};
}

bool is_atomic_map(std::string_view member, bool custom)
{
    return !custom && std::ranges::find(atomic_maps, member) != atomic_maps.end();
}

std::string_view default_of_key(std::string_view key)
{
    return key == "protocol" ? "TCP" : "";
}

} // namespace coinformer::testing::detail
