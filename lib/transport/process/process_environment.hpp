#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The environment variables for a process that is started later. It is a copy, because reading the variables
/// of this process while another thread of the program sets one is a data race.
///
/// Threads    one at a time; any for const functions.
class process_environment {
public:
    /// Copies the variables of this process. No other thread may change them meanwhile.
    static process_environment of_this_process();

    void set(std::string const& name, std::string const& value);

    /// Returns the file of a program: the name itself if it has a slash, and otherwise the first executable
    /// file of this name in the directories of PATH. Relative directories are left out, as in Go. If there is
    /// only a file that is not executable, returns that one; if there is none, an empty text.
    std::string find_program(std::string const& name) const;

    /// Each is "NAME=value".
    std::vector<std::string> const& variables() const noexcept { return variables_; }

private:
    std::string_view value_of(std::string_view name) const noexcept;

    std::vector<std::string> variables_;
};

} // namespace coinformer::detail
