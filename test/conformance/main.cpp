// Runs the cases. With --markdown FILE it writes the tables of docs/testing.md: the cases of each area, and
// the known differences.

#define CATCH_CONFIG_RUNNER
#include "catch.hpp"

#include "report.hpp"

#include <fstream>
#include <iostream>

#if __has_include(<catch2/catch_session.hpp>)
namespace command_line = Catch::Clara;
#else
namespace command_line = Catch::clara;
#endif

int main(int argc, char** argv)
{
    Catch::Session session;
    std::string markdown;
    session.cli(session.cli() |
                command_line::Opt(markdown, "file")["--markdown"]("writes the tables into this file"));
    if (auto const wrong = session.applyCommandLine(argc, argv)) return wrong;
    auto const failures = session.run();
    conformance::print_table(std::cout);
    if (!markdown.empty()) {
        std::ofstream out(markdown);
        conformance::print_table(out);
        out << '\n';
        conformance::print_differences(out);
        if (!out.flush()) return 1;
    }
    return failures;
}
