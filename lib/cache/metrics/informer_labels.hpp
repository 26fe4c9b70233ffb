#pragma once

#include <coinformer/api/resource.hpp>
#include <coinformer/core/metrics.hpp>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace coinformer::detail {

/// The labels that all metrics of an informer have, under the names that client-go gives them.
struct informer_labels {
    informer_labels(resource const& of, std::string its_name)
        : group(of.group), name(std::move(its_name)), plural(of.plural), version(of.version)
    {
    }

    /// Returns these labels and `further` ones, in the order of their names. The views refer to both.
    std::vector<metric_label> with(std::initializer_list<metric_label> further = {}) const
    {
        std::vector<metric_label> all{
            {"group", group}, {"name", name}, {"resource", plural}, {"version", version}};
        all.insert(all.end(), further);
        std::ranges::sort(all, {}, &metric_label::name);
        return all;
    }

    std::string group, name, plural, version;
};

} // namespace coinformer::detail
