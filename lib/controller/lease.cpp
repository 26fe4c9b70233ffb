#include "controller/lease.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <chrono>
#include <cstdio>

namespace coinformer::detail {

namespace json = boost::json;

lease_record record_of(object_ptr<lease> const& found)
{
    auto const& spec = found->spec;
    return {.holder = spec.holderIdentity,
            .lease_duration = std::chrono::seconds(spec.leaseDurationSeconds),
            .acquired = spec.acquireTime,
            .renewed = spec.renewTime,
            .transitions = spec.leaseTransitions,
            .uid = found.uid()};
}

std::string micro_time_text(micro_timestamp at)
{
    using namespace std::chrono;
    auto const day = floor<days>(at);
    year_month_day const date(day);
    hh_mm_ss const time(at - day);
    std::array<char, 40> text{};
    auto const n = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%06dZ",
                                 int(date.year()), unsigned(date.month()), unsigned(date.day()),
                                 int(time.hours().count()), int(time.minutes().count()),
                                 int(time.seconds().count()), int(time.subseconds().count()));
    return {text.data(), static_cast<std::size_t>(n)};
}

namespace {

json::object spec_of(lease_record const& record)
{
    return {{"holderIdentity", record.holder},
            {"leaseDurationSeconds", std::chrono::floor<std::chrono::seconds>(record.lease_duration).count()},
            {"acquireTime", micro_time_text(record.acquired)},
            {"renewTime", micro_time_text(record.renewed)},
            {"leaseTransitions", record.transitions}};
}

json::object with_labels(json::object metadata, std::map<std::string, std::string> const& labels)
{
    if (labels.empty()) return metadata;
    json::object wanted;
    for (auto const& [key, value] : labels) wanted[key] = value;
    metadata["labels"] = std::move(wanted);
    return metadata;
}

} // namespace

std::string new_lease_json(std::string const& name, lease_record const& record,
                           std::map<std::string, std::string> const& labels)
{
    return json::serialize(json::object{{"apiVersion", "coordination.k8s.io/v1"},
                                        {"kind", "Lease"},
                                        {"metadata", with_labels({{"name", name}}, labels)},
                                        {"spec", spec_of(record)}});
}

std::string lease_patch_json(std::string const& version, lease_record const& record,
                             std::map<std::string, std::string> const& labels)
{
    return json::serialize(json::object{{"metadata", with_labels({{"resourceVersion", version}}, labels)},
                                        {"spec", spec_of(record)}});
}

} // namespace coinformer::detail
