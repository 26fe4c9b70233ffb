#pragma once

#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>

/// Captures everything that any thread writes to stderr while this object lives.
class captured_stderr {
public:
    captured_stderr() : file_(std::tmpfile()), before_(::dup(STDERR_FILENO))
    {
        if (!file_ || before_ < 0 || ::dup2(::fileno(file_), STDERR_FILENO) < 0)
            throw std::runtime_error("stderr cannot be captured");
    }
    captured_stderr(captured_stderr const&) = delete;
    ~captured_stderr()
    {
        ::dup2(before_, STDERR_FILENO);
        ::close(before_);
        std::fclose(file_);
    }

    /// Returns everything that was written until now.
    std::string text() const
    {
        std::string all;
        char some[4096];
        auto const at = [&] { return static_cast<off_t>(all.size()); };
        for (auto n = ::pread(::fileno(file_), some, sizeof(some), at()); n > 0;
             n = ::pread(::fileno(file_), some, sizeof(some), at()))
            all.append(some, static_cast<std::size_t>(n));
        return all;
    }

private:
    std::FILE* file_;
    int before_;
};
