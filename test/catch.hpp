#pragma once
// Catch2 3, or Debian 12's 2.13: the one place that knows which.
#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_session.hpp>
#include <catch2/catch_test_case_info.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
namespace test {
using event_listener = Catch::EventListenerBase;
}
#else
#include <catch2/catch.hpp>
#ifdef CATCH_CONFIG_RUNNER // the base class of listeners is declared for the main program alone
namespace test {
using event_listener = Catch::TestEventListenerBase;
}
#endif
#endif
