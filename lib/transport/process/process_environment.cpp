#include "transport/process/process_environment.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

extern char** environ; // POSIX declares it nowhere

namespace coinformer::detail {

namespace {

bool is_named(std::string_view variable, std::string_view name) noexcept
{
    return variable.starts_with(name) && variable.size() > name.size() && variable[name.size()] == '=';
}

bool is_file(std::string const& path)
{
    struct ::stat found{};
    return ::stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

} // namespace

process_environment process_environment::of_this_process()
{
    process_environment all;
    for (auto** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
        all.variables_.emplace_back(*variable);
    return all;
}

void process_environment::set(std::string const& name, std::string const& value)
{
    std::erase_if(variables_, [&name](auto const& earlier) { return is_named(earlier, name); });
    variables_.push_back(name + '=' + value);
}

std::string_view process_environment::value_of(std::string_view name) const noexcept
{
    for (std::string_view const variable : variables_)
        if (is_named(variable, name)) return variable.substr(name.size() + 1);
    return {};
}

std::string process_environment::find_program(std::string const& name) const
{
    if (name.find('/') != name.npos) return name;
    auto directories = value_of("PATH");
    if (directories.empty()) directories = "/usr/bin:/bin";
    std::string not_executable;
    for (std::size_t begin = 0; begin < directories.size();) {
        auto const end = std::min(directories.find(':', begin), directories.size());
        auto file = std::string(directories.substr(begin, end - begin)) + '/' + name;
        bool const is_absolute = directories[begin] == '/';
        begin = end + 1;
        if (!is_absolute || !is_file(file)) continue;
        if (::faccessat(AT_FDCWD, file.c_str(), X_OK, AT_EACCESS) == 0) return file;
        if (not_executable.empty()) not_executable = std::move(file);
    }
    return not_executable;
}

} // namespace coinformer::detail
