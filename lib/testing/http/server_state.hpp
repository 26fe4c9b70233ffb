#pragma once

#include "testing/http/access_control.hpp"
#include "testing/store/api_store.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/testing/api_server.hpp>

#include <deque>
#include <list>
#include <map>
#include <string>
#include <vector>

namespace coinformer::testing {

class http_session;

/// What the connections of one server share.
struct server_state {
    server_state(environment e, api_server_options o);

    environment env;
    api_server_options options;
    api_store store;
    access_control access;
    api_server::interceptor intercept;
    std::vector<fault> faults;
    std::map<std::string, std::size_t, std::less<>> requests; // by counter_name()
    std::deque<action> actions;                               // the last ones
    std::list<http_session*> sessions;                        // in order of arrival
};

std::string counter_name(std::string_view verb, std::string_view group, std::string_view version,
                         std::string_view plural);

} // namespace coinformer::testing
