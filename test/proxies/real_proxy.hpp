#pragma once

#include "unit/transport/temporary_directory.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <vector>

/// Finds a program in PATH, and in the directories of the system's daemons. Empty: it is not installed.
inline std::string program_path(std::string const& name)
{
    auto const* const path = std::getenv("PATH");
    auto const list = std::string(path != nullptr ? path : "") + ":/usr/sbin:/usr/bin";
    for (std::size_t begin = 0; begin <= list.size();) {
        auto const end = std::min(list.find(':', begin), list.size());
        auto const file = std::filesystem::path(list.substr(begin, end - begin)) / name;
        std::error_code missing;
        if (std::filesystem::is_regular_file(file, missing)) return file.string();
        begin = end + 1;
    }
    return {};
}

/// A proxy of Debian on a loopback port, with the user joe and the password hunter2. It can be killed and
/// started again at the same port. The destructor kills it.
class real_proxy {
public:
    enum class kind { tinyproxy, microsocks };

    explicit real_proxy(kind which) : which_(which), port_(free_port()) { start(); }
    real_proxy(real_proxy const&) = delete;
    real_proxy& operator=(real_proxy const&) = delete;
    ~real_proxy() { kill(); }

    static std::string name(kind which) { return which == kind::tinyproxy ? "tinyproxy" : "microsocks"; }
    static bool is_installed(kind which) { return !program_path(name(which)).empty(); }

    std::uint16_t port() const noexcept { return port_; }
    /// "http://LOGIN127.0.0.1:PORT"; a login ends with "@".
    std::string url(std::string const& login = "joe:hunter2@") const
    {
        return (which_ == kind::tinyproxy ? "http://" : "socks5://") + login +
               "127.0.0.1:" + std::to_string(port_);
    }

    /// Starts it, and returns when it listens.
    void start()
    {
        spawn(command());
        boost::asio::io_context io;
        boost::asio::ip::tcp::endpoint const there(boost::asio::ip::address_v4::loopback(), port_);
        boost::system::error_code refused;
        do {
            if (::waitpid(pid_, nullptr, WNOHANG) == pid_) {
                pid_ = -1;
                throw std::runtime_error(name(which_) + " ended at once");
            }
            boost::asio::ip::tcp::socket socket(io);
            socket.connect(there, refused);
        } while (refused);
    }

    void kill() noexcept
    {
        if (pid_ == -1) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
        pid_ = -1;
    }

private:
    static std::uint16_t free_port()
    {
        boost::asio::io_context io;
        boost::asio::ip::tcp::acceptor const listener(io, {boost::asio::ip::address_v4::loopback(), 0});
        return listener.local_endpoint().port();
    }

    std::vector<std::string> command() const
    {
        auto const port = std::to_string(port_);
        auto const program = program_path(name(which_));
        if (which_ == kind::microsocks)
            return {program, "-i", "127.0.0.1", "-p", port, "-u", "joe", "-P", "hunter2"};
        return {program, "-d", "-c",
                dir_.write("tinyproxy.conf", "Port " + port + "\nListen 127.0.0.1\nTimeout 600\n" +
                                                 "Allow 127.0.0.1\nBasicAuth joe hunter2\n" +
                                                 "FilterDefaultDeny No\nFilterType bre\nFilter \"" +
                                                 dir_.write("denied", "denied\\.shop\n") + "\"\n")};
    }

    void spawn(std::vector<std::string> command)
    {
        std::vector<char*> arguments;
        for (auto& argument : command) arguments.push_back(argument.data());
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t quiet;
        ::posix_spawn_file_actions_init(&quiet);
        ::posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
        auto const failed = ::posix_spawn(&pid_, arguments[0], &quiet, nullptr, arguments.data(), environ);
        ::posix_spawn_file_actions_destroy(&quiet);
        if (failed != 0) throw std::runtime_error("cannot start " + command[0]);
    }

    kind which_;
    std::uint16_t port_;
    temporary_directory dir_;
    pid_t pid_ = -1;
};
