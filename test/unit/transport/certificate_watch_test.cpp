#include "transport/stream/certificate_watch.hpp"

#include <coinformer/testing/certificate_authority.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>

#include "catch.hpp"
#include "metrics_text.hpp"
#include "temporary_directory.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

TEST_CASE("a new client certificate counts when its key is there as well, once")
{
    boost::asio::io_context io;
    testing::virtual_clock time{io};
    metrics_registry registry;
    testing::certificate_authority const ca;
    temporary_directory const dir;
    auto const first = ca.client("alice"), second = ca.client("alice");
    tls_options tls;
    tls.client_certificate = {"", dir.write("certificate", first.certificate)};
    tls.client_key = {"", dir.write("key", first.key)};
    certificate_watch watch({.ex = io.get_executor(), .time = &time, .log = &no_log(), .metrics = &registry},
                            tls);
    auto const has_changed = [&] {
        time.run_for(3s);
        return watch.has_changed();
    };
    CHECK_FALSE(has_changed());

    dir.write("certificate", second.certificate);
    CHECK_FALSE(has_changed());
    dir.write("key", second.key);
    CHECK(has_changed());
    CHECK_FALSE(has_changed());
    CHECK(metric_lines(registry) ==
          "coinformer_credential_renewals_total kind=certificate files result=failed: 0\n"
          "coinformer_credential_renewals_total kind=certificate files result=renewed: 1\n");
}
