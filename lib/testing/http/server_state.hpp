#pragma once

#include "testing/http/access_control.hpp"
#include "testing/store/api_store.hpp"

#include <coinformer/core/environment.hpp>
#include <coinformer/testing/api_server.hpp>

#include <deque>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

class http_session;

/// The state of one api_server that its connections share. It belongs to the server's serial executor, on
/// which every function of this folder is called. A connection keeps it alive, because its task may be
/// destroyed after the server, with the io_context.
struct server_state {
    server_state(environment e, api_server_options o);

    environment env;
    api_server_options options;
    api_store store;
    access_control access;
    api_server::interceptor intercept;
    std::vector<fault> faults; // still to come; a request that meets a fault takes it
    std::map<std::string, std::size_t, std::less<>> requests; // counts by counter_name()
    std::deque<action> actions;                               // the last ones, the oldest first
    std::list<http_session*> sessions;                        // open connections in order of arrival
};

/// The key of `server_state::requests` for one verb and resource.
std::string counter_name(std::string_view verb, std::string_view group, std::string_view version,
                         std::string_view plural);

} // namespace coinformer::testing::detail
