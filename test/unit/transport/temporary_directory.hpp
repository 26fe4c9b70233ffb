#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

/// A directory that a test owns. The destructor removes it with everything in it.
class temporary_directory {
public:
    temporary_directory()
    {
        auto name = (std::filesystem::temp_directory_path() / "coinformer-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory " + name);
        path_ = name;
    }
    temporary_directory(temporary_directory const&) = delete;
    ~temporary_directory()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    std::string path(std::string const& name) const { return (path_ / name).string(); }

    /// Writes a file, and creates the directories that lead to it. Returns the file's path.
    std::string write(std::string const& name, std::string const& text) const
    {
        std::filesystem::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << text;
        return path(name);
    }

private:
    std::filesystem::path path_;
};
